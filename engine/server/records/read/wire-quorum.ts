/** How far the steps are that several people take in the record's present state, for a reader of the record. */
import type { WireQuorum } from '../../../contract/record.ts';
import {
  countQuorum,
  missingPeople,
  type QuorumStep,
  quorumStepsIn,
  signatureOf,
  signaturesOf,
} from '../../../portal/conditions/quorum.ts';
import type { RecordScope, Scope } from '../../../portal/conditions/scope.ts';
import { mayTake } from '../../../portal/workflow/transition.ts';
import type { StoredRecord } from '../rows/read-record.ts';

/** @returns null if one person alone takes each step */
export function wireQuorum(
  { portal, visitor }: Scope,
  { context, owner }: Pick<StoredRecord, 'context' | 'owner'>,
): WireQuorum | null {
  const scope = { portal, visitor, context };
  const { record } = context;
  const steps = quorumStepsIn(portal, record);
  if (steps.length === 0) return null;
  const own = signatureOf(scope, record);
  const signatures = signaturesOf(portal, record);
  const nameOf = namesFor(scope, steps, owner?.name ?? null);
  const missing = missingPeople(portal, context);
  return {
    steps: steps.map(({ name, title, quorum }) => {
      const { given, needed } = countQuorum(portal, quorum, context);
      const signed = signatures.filter(({ step }) => quorum.steps.includes(step));
      return {
        name,
        title,
        given,
        needed,
        own: own !== null && signed.includes(own),
        people: signed.flatMap(({ by }) => nameOf(by[0] ?? '') ?? []),
      };
    }),
    waiting: missing?.length ?? null,
    missing: (missing ?? []).flatMap((account) => nameOf(account) ?? []),
  };
}

/** Names are for the people of the steps and for the office of the record; all other readers see numbers. */
function namesFor(
  scope: RecordScope,
  steps: readonly QuorumStep[],
  ownerName: string | null,
): (account: string) => string | null {
  const { visitor, context } = scope;
  const { record, parties } = context;
  const isOfOffice = record.office !== null && record.office === visitor.department;
  if (!isOfOffice && !steps.some((step) => mayTake(scope, step))) return () => null;
  const names = new Map(parties.map(({ account, name = null }) => [account, name]));
  return (account) => (account === record.owner ? ownerName : null) ?? names.get(account) ?? null;
}
