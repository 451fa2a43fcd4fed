/** Counts who has taken a step that several people take, who is still missing, and whether enough people are left. */
import type { Portal } from '../model/portal.ts';
import type { PortalRecord, RecordContext, StepSignature } from '../model/record.ts';
import type { QuorumRule, Transition } from '../model/workflow.ts';
import { actorsOf } from './persons.ts';
import type { Scope } from './scope.ts';

type RecordPeople = Pick<RecordContext, 'record' | 'parties'>;

export type QuorumStep = Transition & { readonly quorum: QuorumRule };

/** The steps that several people take in this state. */
export function quorumStepsIn(
  { workflows }: Portal,
  { type, state }: Pick<PortalRecord, 'type' | 'state'>,
): readonly QuorumStep[] {
  const { transitions = {} } = (Object.hasOwn(workflows, type) ? workflows[type] : undefined) ?? {};
  return Object.values(transitions).filter(
    (step): step is QuorumStep => step.quorum !== null && step.from.includes(state),
  );
}

/** The signatures that count: those for steps that several people still take in the record's state. */
export function signaturesOf(
  portal: Portal,
  record: Pick<PortalRecord, 'type' | 'state' | 'signatures'>,
): readonly StepSignature[] {
  if (record.signatures.length === 0) return record.signatures;
  const names = new Set(quorumStepsIn(portal, record).flatMap(({ quorum }) => quorum.steps));
  return record.signatures.filter(({ step }) => names.has(step));
}

/** Were the answers, papers or fees of the record written anew? Then nobody has signed what it says now. */
export function isRewritten(
  was: Pick<PortalRecord, 'data' | 'items'>,
  record: Pick<PortalRecord, 'data' | 'items'>,
): boolean {
  return was.data !== record.data || was.items !== record.items;
}

export interface QuorumCount {
  /** The signatures that count. */
  readonly signed: readonly StepSignature[];
  readonly given: number;
  readonly needed: number;
  /** Accounts of all who may take it; null: not known. */
  readonly people: ReadonlySet<string> | null;
  readonly isReached: boolean;
  /** So many people have taken another step instead that too few are left. */
  readonly isUnreachable: boolean;
}

export function countQuorum(
  portal: Portal,
  { roles, atLeast, steps }: QuorumRule,
  context: RecordPeople,
): QuorumCount {
  const signatures = signaturesOf(portal, context.record);
  const people = roles === null ? null : peopleWith(roles, context);
  const isOfPeople = ({ by: [person = ''] }: StepSignature) => people?.has(person) ?? true;
  const own = signatures.filter((one) => steps.includes(one.step) && isOfPeople(one));
  const vacant = (roles ?? []).filter((role) => holdersOf([role], context).length === 0);
  // A role that nobody has yet counts as one person more.
  const needed = atLeast ?? (people?.size ?? Infinity) + vacant.length;
  const others = signatures.filter((one) => !own.includes(one) && isOfPeople(one));
  return {
    signed: own,
    given: own.length,
    needed,
    people,
    isReached: own.length >= needed,
    isUnreachable:
      people !== null && others.length > 0 && people.size + vacant.length - others.length < needed,
  };
}

/** Accounts of those who may take a step of several people here and have taken none; null: not all are known. */
export function missingPeople(portal: Portal, context: RecordPeople): readonly string[] | null {
  const steps = quorumStepsIn(portal, context.record);
  const groups = steps.map(({ quorum }) => countQuorum(portal, quorum, context).people);
  const known = groups.filter((group) => group !== null);
  if (known.length < groups.length) return null;
  const acted = new Set(signaturesOf(portal, context.record).flatMap(({ by }) => by[0] ?? []));
  return [...new Set(known.flatMap((group) => [...group]))].filter((one) => !acted.has(one));
}

/** Null if a department has one of the roles: the number of its accounts is not known. */
function peopleWith(roles: readonly string[], context: RecordPeople): ReadonlySet<string> | null {
  const holders = holdersOf(roles, context);
  const accounts = holders.flatMap(({ account }) => account ?? []);
  return accounts.length < holders.length ? null : new Set(accounts);
}

function holdersOf(
  roles: readonly string[],
  { record: { owner }, parties }: RecordPeople,
): readonly Pick<RecordContext['parties'][number], 'account'>[] {
  const owners = roles.includes('owner') && owner !== null ? [{ account: owner }] : [];
  return [...owners, ...parties.filter(({ role }) => roles.includes(role))];
}

/** What this visitor has signed in the record's present state: themself, as a deputy, or through one; or null. */
export function signatureOf(
  { portal, visitor }: Scope,
  record: Pick<PortalRecord, 'type' | 'state' | 'signatures'>,
): StepSignature | null {
  const persons = actorsOf(visitor);
  return signaturesOf(portal, record).find(({ by }) => by.some((one) => persons.includes(one))) ?? null;
}

/** Has nothing happened to the record since this version but that people have signed it? */
export function isOnlySignedSince(
  { version, signatures }: Pick<PortalRecord, 'version' | 'signatures'>,
  known: number,
): boolean {
  const signed = new Set(signatures.map((one) => one.version));
  const since = Array.from({ length: Math.max(0, version - known) }, (_, index) => known + index + 1);
  return known <= version && since.every((one) => signed.has(one));
}
