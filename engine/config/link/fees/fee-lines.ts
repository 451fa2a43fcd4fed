/** The lines of a fee schedule, each of which may name what stands above it. */
import type { FeeLine, RowGroups } from '../../../portal/model/fee.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import { child, isSaid, items, placeOf, text, type Cursor } from '../reading/cursor.ts';
import { linkMoneyOrNone } from './fee-amounts.ts';
import { linkQuantities, linkRowPath, linkTags, type LinePlace } from './fee-quantities.ts';
import { linkRate, linkShare } from './fee-values.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { report, type LinkContext } from '../reading/link-context.ts';
import { certaintyOf } from '../checklists/papers.ts';

export interface SchedulePlace {
  readonly context: LinkContext;
  readonly of: string;
  readonly tags: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
}

export function linkFeeLines(at: Cursor, schedule: SchedulePlace): FeeLine[] {
  const above = new Set<string>();
  const ids = new Set<string>();
  return items(at).map((one) => {
    const line = linkLine(one, schedule, above);
    if (ids.has(line.id)) report(schedule.context, 'fee/duplicate-line', child(one, 'id'), { name: line.id });
    ids.add(line.id);
    for (const name of [line.id, ...line.tags]) above.add(name);
    return line;
  });
}

function linkLine(at: Cursor, schedule: SchedulePlace, above: ReadonlySet<string>): FeeLine {
  const { context, of, tags } = schedule;
  const rows = linkRows(child(child(at, 'forEach'), 'rows'), schedule);
  const groupBy = child(child(at, 'forEach'), 'groupBy');
  const place: LinePlace = { ...schedule, rows, isGrouped: isSaid(groupBy), above };
  const lines = child(child(at, 'of'), 'tag');
  const rate = linkRate(at, place);
  const [min, max] = [linkMoneyOrNone(child(at, 'min'), context), linkMoneyOrNone(child(at, 'max'), context)];
  if (min !== null && max !== null && Number(min) > Number(max)) {
    report(context, 'fee/bad-limits', child(at, 'min'), { min, max });
  }
  return {
    id: text(child(at, 'id')) ?? '',
    title: text(child(at, 'title')) ?? '',
    help: text(child(at, 'help')),
    forEach: rows && { rows: rows.path, ...linkGroups(at, groupBy, place) },
    base: isSaid(lines)
      ? [{ lines: linkTags(lines, above, context) }]
      : linkQuantities(child(at, 'base'), place),
    rate,
    per: linkQuantities(child(at, 'per'), place),
    share: linkShare(child(at, 'share'), place),
    less: linkQuantities(child(at, 'less'), place),
    min,
    max,
    tags: linkTags(child(at, 'tags'), tags, context),
    when: linkOptional(child(at, 'when'), context, { where: 'fee', type: of, absent: always }),
    isCharged: child(at, 'charged').value !== false,
    source: text(child(at, 'source')),
    certainty: certaintyOf(at),
    place: placeOf(at),
  };
}

function linkRows(at: Cursor, { context, of }: SchedulePlace): LinePlace['rows'] {
  if (!isSaid(at)) return null;
  const path = linkFieldPath(at, context, { type: of });
  return path && { name: text(at) ?? '', path };
}

/** A group is named by the lookup that the line's rate is read from, else by the one that the rows choose from. */
function linkGroups(at: Cursor, groupBy: Cursor, place: LinePlace): Omit<RowGroups, 'rows'> {
  if (!isSaid(groupBy)) return { groupBy: null, labels: {} };
  const path = linkRowPath(groupBy, place);
  const read = ['table', 'share', 'amount', 'percent'].map((word) => text(child(child(at, word), 'lookup')));
  const named = read.find((name) => name !== null) ?? chosenFrom(groupBy, place);
  return { groupBy: path, labels: labelsOf(named, place.context) };
}

/** The lookup that the rows' answer is chosen from, where the group is that answer itself. */
function chosenFrom(groupBy: Cursor, place: LinePlace): string | null {
  const probe = { ...place, context: { ...place.context, diagnostics: [] } };
  const path = linkRowPath({ ...groupBy, value: `${text(groupBy) ?? ''}.label` }, probe);
  return path?.lookup?.name ?? null;
}

function labelsOf(lookup: string | null, { names }: LinkContext): Record<string, string> {
  const root = lookup === null ? undefined : names.lookups.get(lookup);
  if (root === undefined) return {};
  const rows = items(child(root, 'rows')).map((row) => {
    const value = text(child(row, 'value')) ?? '';
    return [value, text(child(row, 'label')) ?? value] as const;
  });
  return Object.fromEntries(rows);
}
