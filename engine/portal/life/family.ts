/** A family: one record and all records below it. Records of one family change together. */
import { factsAbove, withCountedFacts } from '../conditions/derived-values.ts';
import { countedQuestions } from './counted-questions.ts';
import { itemsAsked } from '../checklist/checklist.ts';
import { kindsAwaited, mayStillIssue } from '../checklist/coming-papers.ts';
import { referencesByType } from '../forms/references.ts';
import type { Scope } from '../conditions/scope.ts';
import type { IssuedDocument } from '../model/document.ts';
import type { Portal } from '../model/portal.ts';
import type {
  AccountName,
  IssuingRecord,
  NamingRecord,
  PortalRecord,
  RecordContext,
  RelatedRecord,
} from '../model/record.ts';

export interface Member {
  readonly record: PortalRecord;
  /** The account that works on it. */
  readonly assignee?: AccountName | null;
  readonly parties: RecordContext['parties'];
  /** Newest first. */
  readonly documents: readonly IssuedDocument[];
  /** As in `RecordContext`. */
  readonly did: readonly string[];
  readonly deputyDid?: readonly string[];
  /** The documents that the portal has issued to its owner. */
  readonly wallet: readonly IssuedDocument[];
  /** The records for which items of its checklist repeat. */
  readonly related?: readonly RelatedRecord[];
  /** The next wake-up time as stored (ISO date-time). */
  readonly wake: string | null;
}

export interface Family {
  /** By id; each parent comes before its children. */
  readonly members: ReadonlyMap<string, Member>;
  /** The records that answers of its members name. */
  readonly referred?: readonly RecordContext[];
  /** The records whose answers name members, where derived values count them. */
  readonly naming?: readonly NamingRecord[];
  /** ISO date in the portal's time zone. */
  readonly today: string;
  /** ISO date-time. */
  readonly now: string;
}

/**
 * A member with all facts for conditions.
 * @throws RangeError if the family has no such member
 */
export function contextIn({ portal, visitor }: Scope, family: Family, id: string): RecordContext {
  const member = memberOf(family, id);
  const ancestors = ancestorsOf(family, member.record);
  const bare: RecordContext = {
    record: member.record,
    ancestors,
    children: childrenOf(family, id),
    parties: member.parties,
    did: member.did,
    deputyDid: member.deputyDid ?? [],
    facts: {},
    input: {},
    documents: member.documents,
    wallet: member.wallet,
    related: member.related ?? [],
    issuing: issuingFor(portal, family, member.record),
    referred: family.referred ?? [],
    naming: (family.naming ?? []).map((one) => currentOf(family, one)),
    today: family.today,
    now: family.now,
  };
  const facts = factsAbove({ portal, visitor, context: bare }, (above) => childrenOf(family, above));
  return withCountedFacts({ portal, visitor, context: { ...bare, facts } });
}

/** Members that name others change with the family. */
function currentOf(family: Family, one: NamingRecord): NamingRecord {
  const member = family.members.get(one.record.id);
  return member === undefined ? one : { ...one, record: member.record };
}

/** What a record waits for is not issued by itself, by one above it or by one below it. */
function issuingFor(portal: Portal, family: Family, record: PortalRecord): readonly IssuingRecord[] {
  const kinds = kindsAwaited(portal, itemsAsked(portal, record));
  if (kinds.length === 0 || record.owner === null) return [];
  const line = new Set(
    [record, ...ancestorsOf(family, record), ...descendantsOf(family, record.id)].map(({ id }) => id),
  );
  return [...family.members.values()]
    .map((member) => member.record)
    .filter(({ id, kind, owner }) => kinds.includes(kind ?? '') && owner === record.owner && !line.has(id))
    .filter((other) => mayStillIssue(portal, other));
}

/** What members of the family know of each other by answers that name records, as if all records were members. */
export function namesAmong(scope: Scope, family: Family): Pick<Family, 'referred' | 'naming'> {
  return { referred: offeredMembers(scope, family), naming: namingMembers(scope.portal, family) };
}

/** The members that answers may name, with all facts for conditions. */
function offeredMembers({ portal, visitor }: Scope, family: Family): readonly RecordContext[] {
  const types = new Set([...referencesByType(portal).values()].flat().map(({ type }) => type));
  return [...family.members.values()]
    .filter(({ record }) => types.has(record.type))
    .map(({ record }) => contextIn({ portal, visitor }, family, record.id));
}

/** The members that derived values of others may count, because they name them. */
function namingMembers(portal: Portal, family: Family): readonly NamingRecord[] {
  const counted = [...countedQuestions(portal).values()].flat();
  return [...family.members.values()].flatMap(({ record }) =>
    counted.some(({ of, states }) => of === record.type && states.includes(record.state))
      ? [{ record, ancestors: ancestorsOf(family, record) }]
      : [],
  );
}

/** @throws RangeError */
export function memberOf({ members }: Family, id: string): Member {
  const member = members.get(id);
  if (member === undefined) throw new RangeError(`No record ${id} in this family.`);
  return member;
}

/** Nearest first. */
export function ancestorsOf({ members }: Family, { parent }: PortalRecord): PortalRecord[] {
  const ancestors: PortalRecord[] = [];
  let above = parent === null ? undefined : members.get(parent)?.record;
  while (above !== undefined) {
    ancestors.push(above);
    above = above.parent === null ? undefined : members.get(above.parent)?.record;
  }
  return ancestors;
}

/** All records below this one; each parent comes before its children. */
export function descendantsOf(family: Family, id: string): PortalRecord[] {
  const children = childrenOf(family, id);
  return [...children, ...children.flatMap((child) => descendantsOf(family, child.id))];
}

export function childrenOf({ members }: Family, id: string): PortalRecord[] {
  return [...members.values()].map(({ record }) => record).filter(({ parent }) => parent === id);
}

/** @param records with each parent before its children */
export function familyOfRecords(
  records: readonly PortalRecord[],
  { today, now }: Pick<Family, 'today' | 'now'>,
): Family {
  const members = records.map((record): readonly [string, Member] => [
    record.id,
    { record, parties: [], documents: [], did: [], wallet: [], wake: null },
  ]);
  return { members: new Map(members), today, now };
}
