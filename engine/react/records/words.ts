/** What the values of a record are called: its state, its kind, its office, its fields. */
import type { ListColumn } from '../../portal/record-type.ts';
import type { PortalSlice } from '../../portal/slice.ts';
import type { WireRecord } from '../../portal/wire.ts';
import { sayDate, sayMoment } from '../page/dates.ts';
import { sayDueDate } from '../page/due.ts';
import { isEnglish, text } from '../text.ts';
import { wordingOf } from './assessment-parts.ts';
import { formMessages } from '../../locales/forms.ts';

/** What a list or a fact shows when nothing is there. */
export const nothing = '–';

export function nameOfKind(slice: PortalSlice, kind: string | null): string | null {
  return kind === null ? null : (slice.kinds[kind]?.title ?? kind);
}

export function nameOfOffice(slice: PortalSlice, office: string | null): string | null {
  return office === null ? null : (slice.departments[office]?.title ?? office);
}

/** Title of a record: the kind where it has one, else its type; the number stands beside it. */
export function nameOfRecord(slice: PortalSlice, record: Pick<WireRecord, 'type' | 'kind'>): string {
  return nameOfKind(slice, record.kind) ?? slice.recordTypes[record.type]?.title ?? record.type;
}

/**
 * What tells a record from others of its type, where neither a kind nor a number does: the first of its own answers that its
 * lists show.
 */
export function ownWords(slice: PortalSlice, record: WireRecord): string | null {
  return record.number === null ? nameOfSubject(slice, record) : null;
}

/** Whom or what a record is about, beside its number: the first of its own answers that its lists show, or null. */
export function nameOfSubject(slice: PortalSlice, record: WireRecord): string | null {
  if (record.kind !== null) return null;
  const lists = Object.values(slice.recordTypes[record.type]?.lists ?? {});
  const column = lists.flatMap(({ columns }) => columns).find(({ value }) => value in record.data);
  const said = column === undefined ? nothing : cellText(slice, record, column.value);
  return said === nothing ? null : said;
}

/** What several records of a type are called, within a sentence: "3 loans". */
export function namePlural(slice: PortalSlice, type: string, number: number): string {
  const title = slice.recordTypes[type]?.title ?? sentence(type);
  // A word in capitals is a name of its own.
  const word = /^\p{Lu}\p{Ll}/u.test(title) ? title.slice(0, 1).toLowerCase() + title.slice(1) : title;
  return number === 1 ? word : pluralOf(word);
}

/** Only English forms its plural so: in another language the word stays as it is. */
export function pluralOf(word: string): string {
  if (!isEnglish()) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** The text of one cell of a list. */
export function cellText(slice: PortalSlice, record: WireRecord, column: string): string {
  const built = builtIn(slice, record, column);
  if (built !== undefined) return built ?? nothing;
  const value = valueAt(record, column);
  // Of a record above.
  if (column.endsWith('.kind') && typeof value === 'string') return nameOfKind(slice, value) ?? nothing;
  if (column === 'department' && typeof value === 'string') return nameOfOffice(slice, value) ?? nothing;
  const { format, labels } = columnOf(slice, record.type, column) ?? {};
  if (typeof value === 'string' && value !== '' && format === 'money') return wordingOf(slice).money(value);
  const said = sayValue(value, slice, labels);
  if (labels !== undefined) return said;
  // A value of a closed list, whose label only its form knows.
  return /^[a-z]+([_-][a-z]+)*$/.test(said) ? sentence(said) : said;
}

function columnOf({ recordTypes }: PortalSlice, type: string, column: string): ListColumn | undefined {
  const lists = Object.values(recordTypes[type]?.lists ?? {});
  return lists.flatMap(({ columns }) => columns).find(({ value }) => value === column);
}

/** Any value of a form in words; lookups give the label. */
export function sayValue(
  value: unknown,
  slice: PortalSlice,
  labels: Readonly<Record<string, string>> = {},
): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? text(formMessages.yes) : text(formMessages.no);
  if (Array.isArray(value)) {
    return value.length === 0 ? nothing : value.map((each) => sayValue(each, slice, labels)).join(', ');
  }
  if (typeof value === 'object') {
    return Object.values(value)
      .map((each) => sayValue(each, slice))
      .join(' · ');
  }
  const said = String(value);
  // What was typed may be called as something that every object has.
  const label = Object.hasOwn(labels, said) ? labels[said] : undefined;
  if (label !== undefined || typeof value === 'number') return label ?? said;
  if (/^\d{4}-\d{2}-\d{2}(T|$)/.test(said)) return sayDate(said, slice.timeZone);
  return /^[a-z0-9]+(_[a-z0-9]+)+$/.test(said) ? sentence(said) : said;
}

function builtIn(slice: PortalSlice, record: WireRecord, column: string): string | null | undefined {
  switch (column) {
    case 'number':
      return record.number;
    case 'state':
      return nameOfState(slice, record.type, record.state);
    case 'office':
      return nameOfOffice(slice, record.office);
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

/** A column of its own data, or one that another record shows here. */
function valueAt(record: WireRecord, path: string): unknown {
  if (path in record.shown) return record.shown[path];
  let value: unknown = record.data;
  for (const key of path.split('.')) {
    value = typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined;
  }
  return value;
}

/** A type without a workflow has no word for its state but the state itself. */
export function nameOfState(slice: PortalSlice, type: string, state: string): string {
  return slice.recordTypes[type]?.states[state]?.title ?? sentence(state);
}

function sentence(key: string): string {
  const words = key.replaceAll(/[_-]/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
