/** Assigns a role of a record to accounts or to a department. A role for one holder moves from one to the next. */
import type { PickedAccount } from '../workflow/new-records.ts';
import { memberOf } from './family.ts';
import { amend, setMember, type DecisionDraft } from './decision-draft.ts';

export interface Assignment {
  readonly role: string;
  /** Slugs of chosen accounts, or keys of departments; one or several. */
  readonly to: unknown;
  readonly picked: Readonly<Record<string, PickedAccount>>;
}

/**
 * Assigns the role and, if only one may hold it, replaces the holder. A record never loses its owner without a new
 * one.
 */
export function assign(draft: DecisionDraft, id: string, { role, to, picked }: Assignment): void {
  const member = memberOf(draft.family, id);
  const given = [to].flat().flatMap((one) => partyOf(draft, one, { role, picked }));
  if (given.length === 0) return;
  if (role === 'owner') {
    const account = given[0]?.account ?? null;
    if (account !== null) amend(draft, { ...member.record, owner: account });
    return;
  }
  const isMany = draft.portal.recordTypes[member.record.type]?.parties[role]?.isMany ?? false;
  const left = isMany
    ? []
    : member.parties.filter((party) => party.role === role && !given.some((one) => isSame(one, party)));
  const joined = given.filter((party) => !member.parties.some((one) => isSame(one, party)));
  draft.left.push(...left.map((party) => ({ record: id, ...party })));
  draft.joined.push(...joined.map((party) => ({ record: id, ...party })));
  const parties = [...member.parties.filter((party) => !left.includes(party)), ...joined];
  setMember(draft, { ...member, parties });
}

interface Party {
  readonly role: string;
  readonly account: string | null;
  readonly department: string | null;
}

function isSame(a: Party, b: Party): boolean {
  return a.role === b.role && a.account === b.account && a.department === b.department;
}

function partyOf(
  { portal }: DecisionDraft,
  to: unknown,
  { role, picked }: Pick<Assignment, 'role' | 'picked'>,
): Party[] {
  if (typeof to !== 'string') return [];
  const account = Object.hasOwn(picked, to) ? (picked[to]?.account ?? null) : null;
  if (account !== null) return [{ role, account, department: null }];
  return Object.hasOwn(portal.departments, to) ? [{ role, account: null, department: to }] : [];
}
