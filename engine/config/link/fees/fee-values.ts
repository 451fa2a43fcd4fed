/** What a fee line charges: a table, a percentage or an amount; the same for all, by cases, or by a column of a lookup. */
import type { FeeLine, FeeValue, LineRate } from '../../../portal/model/fee.ts';
import { linkCondition } from '../conditions/condition.ts';
import { child, isMapping, isSaid, items, text, type Cursor } from '../reading/cursor.ts';
import { linkMoney, linkPercent, written } from './fee-amounts.ts';
import type { LinePlace } from './fee-quantities.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { report } from '../reading/link-context.ts';

type ValueReader = (at: Cursor, place: LinePlace) => string;

const readMoney: ValueReader = (at, { context }) => linkMoney(at, context);
const readPercent: ValueReader = (at, { context }) => linkPercent(at, context);

const readTable: ValueReader = (at, { context, tables }) => {
  const name = text(at) ?? '';
  if (!tables.has(name)) report(context, 'fee/unknown-table', at, { name, choices: [...tables] });
  return name;
};

/** The schema has seen to it that one of the three is there. */
export function linkRate(at: Cursor, place: LinePlace): LineRate {
  const table = child(at, 'table');
  if (isSaid(table)) return { by: 'table', table: linkValue(table, place, readTable) };
  const percent = child(at, 'percent');
  if (isSaid(percent)) return { by: 'percent', percent: linkValue(percent, place, readPercent) };
  return { by: 'amount', amount: linkValue(child(at, 'amount'), place, readMoney) };
}

export function linkShare(at: Cursor, place: LinePlace): FeeLine['share'] {
  return isSaid(at) ? linkValue(at, place, readPercent) : null;
}

function linkValue(at: Cursor, place: LinePlace, read: ValueReader): FeeValue {
  if (!isMapping(at.value)) return { value: read(at, place) };
  if (isSaid(child(at, 'lookup'))) return linkColumn(at, place, read);
  const field = child(at, 'field');
  if (isSaid(field)) {
    const path = linkFieldPath(field, place.context, { type: place.of });
    return path === null ? { value: '0' } : { field: path };
  }
  const inner = { where: 'fee', type: place.of } as const;
  return {
    cases: items(child(at, 'cases')).map((one) => ({
      when: linkCondition(child(one, 'when'), place.context, inner),
      value: read(child(one, 'value'), place),
    })),
    otherwise: read(child(at, 'else'), place),
  };
}

/** The column is read once and for all, with the digits that the lookup's file writes. */
function linkColumn(at: Cursor, place: LinePlace, read: ValueReader): FeeValue {
  const { context, isGrouped } = place;
  const [lookup, column] = [child(at, 'lookup'), child(at, 'column')];
  const [name, key] = [text(lookup) ?? '', text(column) ?? ''];
  const root = context.names.lookups.get(name);
  if (root === undefined) {
    report(context, 'fee/unknown-lookup', lookup, { name, choices: [...context.names.lookups.keys()] });
    return { byGroup: {} };
  }
  if (!isGrouped) report(context, 'fee/needs-group', column, { name: key });
  const rows = items(child(root, 'rows'));
  const filled = rows.filter((row) => isSaid(child(row, key)));
  if (filled.length === 0) {
    const choices = new Set(rows.flatMap((row) => (isMapping(row.value) ? Object.keys(row.value) : [])));
    report(context, 'fee/unknown-column', column, { name: key, choices: [...choices] });
  }
  const cells = filled.map((row) => [written(child(row, 'value')), read(child(row, key), place)] as const);
  return { byGroup: Object.fromEntries(cells) };
}
