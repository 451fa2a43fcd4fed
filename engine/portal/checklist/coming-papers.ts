/** Papers that the portal itself will issue in the same family of records, so that their owner need not send them. */
import type { Portal } from '../model/portal.ts';
import type { IssuingRecord, PortalRecord, RecordContext } from '../model/record.ts';
import type { ChecklistItem } from '../model/requirement.ts';

/** The kinds whose documents would satisfy one of these items. Rows of repeating items wait for nobody. */
export function kindsAwaited({ kinds }: Portal, items: readonly ChecklistItem[]): readonly string[] {
  const papers = new Set(items.filter(isAwaited).map(({ paper }) => paper));
  if (papers.size === 0) return [];
  return Object.values(kinds).flatMap(({ id, issues }) => (issues !== null && papers.has(issues) ? id : []));
}

/** A record in a final state issues nothing more. */
export function mayStillIssue(
  { workflows }: Portal,
  record: Pick<PortalRecord, 'type' | 'state' | 'kind'>,
): record is IssuingRecord {
  return record.kind !== null && workflows[record.type]?.states[record.state]?.isFinal === false;
}

/** The key of the office that will issue the paper of this item; null: nobody will. */
export function officeToIssue(
  portal: Portal,
  item: ChecklistItem,
  { issuing = [] }: RecordContext,
): string | null {
  if (!isAwaited(item)) return null;
  const kinds = issuing.flatMap(({ kind }) => portal.kinds[kind] ?? []);
  return kinds.find(({ issues }) => issues === item.paper)?.office ?? null;
}

function isAwaited({ from, each, evidence }: ChecklistItem): boolean {
  return from === 'wallet' && each === null && evidence === 'file';
}
