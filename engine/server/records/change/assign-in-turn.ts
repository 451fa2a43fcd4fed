/** Assigns records that reach an office with a round: each to the person with the fewest. */
import { recordsForRound, withAssignee } from '../../../portal/life/assignees.ts';
import type { Outcome } from '../../../portal/life/decide-command.ts';
import { contextIn } from '../../../portal/life/family.ts';
import { signedOut } from '../../../portal/model/department.ts';
import { officeInCharge } from '../../../portal/workflow/claims.ts';
import { candidatesFor, holdAccount, mayGoOn } from '../read/assignees.ts';
import { clientOf, type RecordRequest, requestContextOf } from '../rows/record-desk.ts';

/** Nobody is assigned where nobody of the office may take the next step. */
export async function assignInTurn(request: RecordRequest, outcome: Outcome): Promise<Outcome> {
  const { portal } = requestContextOf(request);
  const records = recordsForRound(portal, outcome);
  const offices = records.map((record) => officeInCharge(portal, record) ?? '');
  // Two records that reach an office at once must not both count the other's as not yet assigned. All wait in the
  // same order.
  for (const office of [...new Set(offices)].sort())
    await clientOf(request).query('SELECT pg_advisory_xact_lock(hashtextextended($1, 8))', [office]);
  const added = new Map<string, number>();
  let assigned = outcome;
  for (const { id } of records) {
    const context = contextIn({ portal, visitor: signedOut }, assigned.family, id);
    const own = assigned.events.filter(({ record }) => record === id);
    const candidates = await candidatesFor(request, context, (visitor, known) => {
      const isTheirs = ({ account, detail }: (typeof own)[number]) =>
        [account, detail['for']].includes(visitor.account);
      const now = own.filter(isTheirs).map(({ what }) => what);
      return mayGoOn(request, visitor, { ...known, did: [...known.did, ...now] });
    });
    const openOf = (one: (typeof candidates)[number]): number => one.open + (added.get(one.id) ?? 0);
    const [next] = candidates.toSorted((a, b) => openOf(a) - openOf(b));
    if (next === undefined || !(await holdAccount(request, next.id))) continue;
    added.set(next.id, (added.get(next.id) ?? 0) + 1);
    assigned = withAssignee(assigned, id, { id: next.id, slug: next.slug, name: next.name });
  }
  return assigned;
}
