/** Links the lines of a fee schedule. A line may name lines above it. */
import type { FieldPath } from '../../../portal/model/condition.ts';
import type { FeeLine, FeeValue, LineRate, RowGroups } from '../../../portal/model/fee.ts';
import { certaintyOf } from '../checklists/checklist-items.ts';
import { always, linkCondition, linkOptional } from '../conditions/condition.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { linkSummedPath } from '../conditions/subject-shape.ts';
import { child, type Cursor, isMapping, isPresent, items, placeOf, text, written } from '../input/cursor.ts';
import { type LinkContext, report, countUse } from '../input/link-context.ts';
import { linkMoney, linkMoneyOrNone, linkPercent } from './fee-amounts.ts';
import { linkProRata } from './fee-terms.ts';
import { type LinePlace, linkQuantities, linkRowPath, linkTags } from './fee-quantities.ts';

interface SchedulePlace {
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

/** Reports a line whose id is a tag of other lines: nobody can name the line alone, or the tag alone. */
export function checkIds(lines: readonly FeeLine[], at: Cursor, context: LinkContext): void {
  const places = items(at);
  for (const [index, { id, tags }] of lines.entries()) {
    const tagged = lines.filter((line) => line.tags.includes(id));
    const isAlone = tagged.length === 1 && tags.includes(id);
    const place = places[index];
    if (tagged.length > 0 && !isAlone && place !== undefined)
      report(context, 'fee/id-is-tag', child(place, 'id'), { name: id });
  }
}

function linkLine(at: Cursor, schedule: SchedulePlace, above: ReadonlySet<string>): FeeLine {
  const { context, of, tags } = schedule;
  const rows = linkRows(child(child(at, 'forEach'), 'rows'), schedule);
  const groupBy = child(child(at, 'forEach'), 'groupBy');
  const isForSome = ['when', 'min'].some((word) => isPresent(child(at, word)));
  const place: LinePlace = { ...schedule, rows, isGrouped: isPresent(groupBy), isForSome, above };
  const lines = child(child(at, 'of'), 'tag');
  const rate = linkRate(at, place);
  const [min, max] = linkLimits(at, ['min', 'max'], context);
  const rebate = linkRebate(at, place);
  return {
    id: text(child(at, 'id')) ?? '',
    title: text(child(at, 'title')) ?? '',
    help: text(child(at, 'help')),
    forEach: rows && { rows: rows.path, ...linkGroups(at, groupBy, place) },
    base: isPresent(lines)
      ? [{ lines: linkTags(lines, above, context) }]
      : rebate !== null && rate.by !== 'amount' && !isPresent(child(at, 'base'))
        ? [{ lines: rebate }]
        : linkQuantities(child(at, 'base'), place),
    rate,
    per: linkQuantities(child(at, 'per'), place),
    proRata: linkProRata(child(at, 'proRata'), { context, of }),
    share: linkShare(child(at, 'share'), place),
    less: linkQuantities(child(at, 'less'), place),
    min,
    max,
    rebate,
    tags: linkTags(child(at, 'tags'), tags, context),
    when: linkOptional(child(at, 'when'), context, { where: 'fee', type: of, absent: always }),
    isCharged: child(at, 'charged').value !== false,
    source: text(child(at, 'source')),
    certainty: certaintyOf(at),
    place: placeOf(at),
  };
}

/** The smallest and the largest amount. */
function linkLimits(
  at: Cursor,
  [least, most]: readonly [string, string],
  context: LinkContext,
): [FeeLine['min'], FeeLine['max']] {
  const [min, max] = [linkMoneyOrNone(child(at, least), context), linkMoneyOrNone(child(at, most), context)];
  if (min !== null && max !== null && Number(min) > Number(max)) {
    report(context, 'fee/bad-limits', child(at, least), { min, max });
  }
  return [min, max];
}

function linkRebate(at: Cursor, { above, context }: LinePlace): FeeLine['rebate'] {
  const lines = child(child(at, 'rebate'), 'tag');
  return isPresent(lines) ? linkTags(lines, above, context) : null;
}

function linkRows(at: Cursor, { context, of }: SchedulePlace): LinePlace['rows'] {
  if (!isPresent(at)) return null;
  const path = linkFieldPath(at, context, { type: of });
  return path && { name: text(at) ?? '', path };
}

/** The label of a group comes from the lookup of the line's rate, else from the lookup of the rows. */
function linkGroups(at: Cursor, groupBy: Cursor, place: LinePlace): Omit<RowGroups, 'rows'> {
  if (!isPresent(groupBy)) return { groupBy: null, labels: {} };
  const path = linkRowPath(groupBy, place);
  const read = ['table', 'share', 'amount', 'percent'].map((word) => text(child(child(at, word), 'lookup')));
  const named = read.find((name) => name !== null) ?? chosenFrom(groupBy, place);
  return { groupBy: path, labels: labelsOf(named, place.context) };
}

/** The lookup of the answer, if the rows are grouped by that answer itself. */
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

type ValueReader = (at: Cursor, place: LinePlace) => string;

const readMoney: ValueReader = (at, { context }) => linkMoney(at, context);
const readPercent: ValueReader = (at, { context }) => linkPercent(at, context);

const readTable: ValueReader = (at, { context, tables }) => {
  const name = text(at) ?? '';
  if (tables.has(name)) countUse(context, 'table', at, { name });
  else report(context, 'fee/unknown-table', at, { name, choices: [...tables] });
  return name;
};

/** The schema ensures that one of them exists. */
function linkRate(at: Cursor, place: LinePlace): LineRate {
  const table = child(at, 'table');
  if (isPresent(table)) return { by: 'table', table: linkValue(table, place, readTable) };
  const percent = child(at, 'percent');
  if (isPresent(percent)) return { by: 'percent', percent: linkValue(percent, place, readPercent) };
  const limits = child(at, 'limits');
  if (isPresent(limits)) {
    const [atLeast, atMost] = linkLimits(limits, ['atLeast', 'atMost'], place.context);
    return { by: 'limits', atLeast, atMost };
  }
  return { by: 'amount', amount: linkValue(child(at, 'amount'), place, readMoney) };
}

function linkShare(at: Cursor, place: LinePlace): FeeLine['share'] {
  return isPresent(at) ? linkValue(at, place, readPercent) : null;
}

function linkValue(at: Cursor, place: LinePlace, read: ValueReader): FeeValue {
  if (!isMapping(at.value)) return { value: read(at, place) };
  if (isPresent(child(at, 'lookup'))) return linkColumn(at, place, read);
  const field = child(at, 'field');
  if (isPresent(field)) {
    const path = linkSummedPath(field, place.context, { type: place.of });
    if (path !== null) checkCells(path, place, read);
    return path === null ? { value: '0' } : { field: path };
  }
  const inner = { where: 'fee', type: place.of } as const;
  return {
    cases: items(child(at, 'cases')).map((one) => ({
      when: linkCondition(child(one, 'when'), place.context, inner),
      value: read(child(one, 'value'), place),
    })),
    // A missing `else` is already reported.
    otherwise: isPresent(child(at, 'else')) ? read(child(at, 'else'), place) : '0',
  };
}

/** Reports percentages above 100 in a column of the lookup that an answer names, and rows that leave the column out. */
function checkCells({ lookup }: FieldPath, place: LinePlace, read: ValueReader): void {
  const root = lookup === null ? undefined : place.context.names.lookups.get(lookup.name);
  if (lookup === null || root === undefined) return;
  for (const row of items(child(root, 'rows'))) {
    const cell = child(row, lookup.column);
    if (isPresent(cell)) {
      if (read === readPercent) read(cell, place);
    } else if (!place.isForSome) {
      const name = text(child(row, 'value')) ?? '';
      report(place.context, 'fee/empty-cell', row, { name, column: lookup.column });
    }
  }
}

/** The column is read at compile time, with the digits of the lookup's file. */
function linkColumn(at: Cursor, place: LinePlace, read: ValueReader): FeeValue {
  const { context, isGrouped } = place;
  const [lookup, column] = [child(at, 'lookup'), child(at, 'column')];
  const [name, key] = [text(lookup) ?? '', text(column) ?? ''];
  const root = context.names.lookups.get(name);
  if (root === undefined) {
    report(context, 'fee/unknown-lookup', lookup, { name, choices: [...context.names.lookups.keys()] });
    return { byGroup: {} };
  }
  countUse(context, 'lookup', lookup, { name });
  if (!isGrouped) report(context, 'fee/needs-group', column, { name: key });
  const rows = items(child(root, 'rows'));
  const filled = rows.filter((row) => isPresent(child(row, key)));
  if (filled.length === 0) {
    const choices = new Set(rows.flatMap((row) => (isMapping(row.value) ? Object.keys(row.value) : [])));
    report(context, 'fee/unknown-column', column, { name: key, choices: [...choices] });
  }
  const cells = filled.map((row) => [written(child(row, 'value')), read(child(row, key), place)] as const);
  return { byGroup: Object.fromEntries(cells) };
}
