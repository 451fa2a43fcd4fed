/** Labels for the values of a record: its state, kind, office and fields. */
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { PortalSlice, WireColumn } from '../../portal/wire/slice.ts';
import { groupThousands, leastGrouped } from '../../portal/writing/amount.ts';
import { inShape } from '../../portal/writing/code.ts';
import { labelIn, plainText, type ValueType } from '../../portal/forms/value-type.ts';
import type { ListTotal, WireDocument, WireParts, WireRecord, WireRow } from '../../contract/record.ts';
import { sayDate, sayDueDate, sayMoment, sayNumber, sayParts, sayTimeOfDay } from '../page/dates.ts';
import { locale, text } from '../language/text.ts';
import { wordingOf } from './assessment-parts.ts';
import { formMessages } from '../../locales/forms.ts';
import { dashboardMessages } from '../../locales/dashboard.ts';
import { listMessages } from '../../locales/lists.ts';
import { recordMessages } from '../../locales/records.ts';

/** The text for an empty value in a list or a fact. */
export const nothing = '–';

function nameOfKind(slice: PortalSlice, kind: string | null): string | null {
  return kind === null ? null : (slice.kinds[kind]?.title ?? kind);
}

export function nameOfOffice(slice: PortalSlice, office: string | null): string | null {
  return office === null ? null : (slice.departments[office]?.title ?? office);
}

/** Title of a record: its kind, or else its type. The number is shown beside it. */
export function nameOfRecord(slice: PortalSlice, record: Pick<WireRecord, 'type' | 'kind'>): string {
  return nameOfKind(slice, record.kind) ?? slice.recordTypes[record.type]?.title ?? record.type;
}

/**
 * The person or thing that a record is about, shown beside its number: the first text in its lists that somebody typed,
 * or else its owner; null: none. A date, a sum or a choice names nothing.
 * @param known people whose name tells nothing here: the reader, the owner of the page
 */
export function nameOfSubject(
  slice: PortalSlice,
  record: WireRow,
  known: readonly (string | null)[],
): string | null {
  if (record.kind !== null) return null;
  const column = textColumns(slice, record).find(({ value }) => value in record.data);
  const said = column === undefined ? nothing : cellText(slice, record, column);
  if (said !== nothing) return said;
  return known.includes(record.owner_name) ? null : record.owner_name;
}

function textColumns(slice: PortalSlice, { type }: WireRow): readonly WireColumn[] {
  const lists = Object.values(slice.recordTypes[type]?.lists ?? {});
  return lists
    .flatMap(({ columns }) => columns)
    .filter((column) => column.type === 'text' && column.isList !== true);
}

/**
 * What tells a record from others of its kind: what somebody typed, in the record or in one above it, or else its owner
 * or its number; null: nothing.
 */
export function nameOfOne(slice: PortalSlice, record: WireRow, reader: string): string | null {
  const above = textColumns(slice, record).find(
    ({ value }) => value.includes('.') && !value.endsWith('.number') && value in record.shown,
  );
  const name = above === undefined ? nothing : cellText(slice, record, above);
  const own = nameOfSubject(slice, record, [reader]);
  if (own !== null && own !== record.owner_name) return own;
  return name === nothing ? (own ?? record.number) : name;
}

/** A count of finished records of a type; with the plural if the configuration has one. */
export function sayDone(slice: PortalSlice, { type, done, total }: Omit<WireParts, 'blocking'>): string {
  const { title = type, plural } = slice.recordTypes[type] ?? {};
  const isAll = done === total;
  if (plural === undefined || total === 1)
    return isAll
      ? text(recordMessages.allOfTypeDone, { title, total })
      : text(recordMessages.someOfTypeDone, { title, done, total });
  return isAll
    ? text(recordMessages.allPartsDone, { total, things: plural })
    : text(recordMessages.partsDone, { done, total, things: plural });
}

/** The heading of several records of a type with these kinds: the plural, or else the singular. */
export function headingOf(slice: PortalSlice, type: string, kinds: readonly (string | null)[]): string {
  const { title = type, plural, plurals = {} } = slice.recordTypes[type] ?? {};
  const [first, ...others] = new Set(kinds.map((kind) => kind?.split('/', 1)[0] ?? ''));
  const ofSet = others.length === 0 && Object.hasOwn(plurals, first ?? '') ? plurals[first ?? ''] : undefined;
  const word = ofSet ?? plural;
  if (kinds.length < 2 || word === undefined) return title;
  return word.slice(0, 1).toLocaleUpperCase(locale()) + word.slice(1);
}

/** The number of records in a list: "77", or "1,000+". */
export function sayTotal({ total, more }: ListTotal): string {
  return more === true ? text(listMessages.moreThan, { count: total }) : sayNumber(total);
}

/** The link to all rows of a list of which a part is shown. */
export function sayWholeList({ total, more }: ListTotal): string {
  const all = more === true ? dashboardMessages.openWholeListMoreThan : dashboardMessages.openWholeList;
  return text(all, { count: total });
}

/** "77 found", or "More than 1,000 found". */
export function sayFound({ total, more }: ListTotal): string {
  return text(more === true ? listMessages.foundMoreThan : listMessages.foundCount, { count: total });
}

/** "77 applications", with the plural of the type; "77 rows" if it has none, and "1 row" without its singular. */
export function sayCount(slice: PortalSlice, type: string, { total, more }: ListTotal): string {
  const { plural } = slice.recordTypes[type] ?? {};
  if (more === true)
    return plural === undefined
      ? text(listMessages.moreRowsThan, { count: total })
      : text(listMessages.moreThingsThan, { count: total, things: plural });
  if (plural === undefined || total === 1) return text(listMessages.rowCount, { count: total });
  return text(listMessages.totalCount, { count: total, things: plural });
}

/** The text of one cell of a list. */
export function cellText(slice: PortalSlice, record: WireRow, column: WireColumn): string {
  const built = builtIn(slice, record, column.value);
  if (built !== undefined) return built ?? nothing;
  const labels = { ...column.labels, ...record.labels[column.value] };
  return sayTyped(slice, valueAt(record, column.value), { ...column, labels });
}

/** A value as text, by its type. A value without a label is shown unchanged. */
export function sayTyped(slice: PortalSlice, value: unknown, type: ValueType): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? text(formMessages.yes) : text(formMessages.no);
  if (Array.isArray(value)) {
    return value.length === 0 ? nothing : sayParts(value.map((each) => sayTyped(slice, each, type)));
  }
  if (isMapping(value)) {
    const parts = Object.entries(value).map(([name, part]) =>
      sayTyped(slice, part, type.parts?.[name] ?? plainText),
    );
    return parts.filter((part) => part !== nothing).join(' · ') || nothing;
  }
  const said = sayScalar(slice, String(value), type);
  return type.unit === undefined ? said : `${said} ${type.unit}`;
}

function sayScalar(slice: PortalSlice, typed: string, type: ValueType): string {
  switch (type.type) {
    case 'money':
      return wordingOf(slice, type.currency).money(typed);
    case 'date':
      return sayDate(typed, slice.timeZone);
    case 'due':
      return sayDueDate(typed, slice.timeZone);
    case 'moment':
      return sayMoment(typed, slice.timeZone);
    case 'time':
      return sayTimeOfDay(typed);
    case 'number':
      return groupThousands(typed, leastGrouped.number);
    default:
      return labelIn(type, typed) ?? inShape(typed, type.shapes ?? []) ?? typed;
  }
}

function builtIn(slice: PortalSlice, record: WireRow, column: string): string | null | undefined {
  switch (column) {
    case 'number':
      return record.number;
    case 'state':
      return nameOfState(slice, record.type, record.state);
    case 'office':
      return record.labels['office']?.[record.office ?? ''] ?? nameOfOffice(slice, record.office);
    case 'unit':
      return record.unit === null ? null : (record.labels['unit']?.[record.unit] ?? record.unit);
    case 'kind':
      return nameOfKind(slice, record.kind);
    case 'owner':
      return record.owner_name;
    case 'due':
      return record.due === null ? null : sayDueDate(record.due, slice.timeZone);
    case 'booking':
      return record.booking === null ? null : sayMoment(record.booking.from, slice.timeZone);
    case 'created':
      return sayDate(record.created_at, slice.timeZone);
    case 'updated':
      return sayDate(record.updated_at, slice.timeZone);
    default:
      return undefined;
  }
}

/** A column of its own data, or one from another record. */
/** The value at a path such as `lines.0.name`. */
export function valueAt(record: WireRow, path: string): unknown {
  if (path in record.shown) return record.shown[path];
  let value: unknown = record.data;
  for (const key of path.split('.')) {
    value = typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined;
  }
  return value;
}

/** Its owner has not sent it yet. */
export function isDraft(slice: PortalSlice, { type, state }: Pick<WireRecord, 'type' | 'state'>): boolean {
  const own = slice.recordTypes[type];
  return own?.initial === state && own.states[state]?.waitsFor === 'owner';
}

/** The heading of the answers of a record. */
export function nameOfAnswers(slice: PortalSlice, record: Pick<WireRecord, 'type' | 'state'>): string {
  return text(isDraft(slice, record) ? recordMessages.answersSoFar : recordMessages.filedAnswers);
}

/** A type without a workflow has no labels for its states. */
export function nameOfState(slice: PortalSlice, type: string, state: string): string {
  return slice.recordTypes[type]?.states[state]?.title ?? state;
}

/** "Library card LC-2026-000012" */
export function nameOfDocument({ title, number }: Pick<WireDocument, 'title' | 'number'>): string {
  return number === null ? title : `${title} ${number}`;
}
