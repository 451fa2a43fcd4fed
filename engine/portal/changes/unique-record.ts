/** Decides which answers of a record may occur only once among the records of its type (`unique`). */
import { isDraft } from '../access/access.ts';
import { holds } from '../conditions/evaluate.ts';
import { signedOut } from '../model/department.ts';
import type { Portal } from '../model/portal.ts';
import { contextAlone, type PortalRecord } from '../model/record.ts';

const uniqueColumns = ['owner', 'office', 'unit', 'kind', 'parent'] as const;

export function isUniqueColumn(name: string): name is (typeof uniqueColumns)[number] {
  return uniqueColumns.some((column) => column === name);
}

/** The names of the record's own answers that together may occur only once. */
export function uniqueAnswers({ recordTypes }: Portal, { type, data }: PortalRecord): readonly string[] {
  return recordTypes[type]?.unique?.over.filter((name) => Object.hasOwn(data, name)) ?? [];
}

/** The values that may occur only once, in the order of `over`; null: the type has no such rule, or one is missing. */
export function uniqueValues({ recordTypes }: Portal, record: PortalRecord): readonly string[] | null {
  const over = recordTypes[record.type]?.unique?.over ?? [];
  const values = over.map((name) => (isUniqueColumn(name) ? record[name] : (record.data[name] ?? null)));
  // A missing value equals nothing.
  return over.length === 0 || values.includes(null) ? null : values.map(String);
}

/** Has another record the same values? Drafts do not count, nor do records that the rule excepts. */
export function isTwin(
  portal: Portal,
  one: PortalRecord,
  other: PortalRecord,
  { today, now }: { readonly today: string; readonly now: string },
): boolean {
  const unless = portal.recordTypes[one.type]?.unique?.unless;
  if (unless === undefined || one.id === other.id || one.type !== other.type) return false;
  const doesCount = (record: PortalRecord) =>
    !isDraft(portal, record) &&
    !holds(unless, { portal, visitor: signedOut, context: contextAlone({ record, today, now }) });
  const [values, others] = [uniqueValues(portal, one), uniqueValues(portal, other)];
  const isSame = values !== null && others !== null && values.every((value, at) => value === others[at]);
  return isSame && doesCount(one) && doesCount(other);
}
