/** What every record has besides its fields, and whether a name is one of either. */
import { child, oneOrMore, text, entries, type Cursor } from './cursor.ts';
import { lacksForm, named, propertiesOf } from './field-path.ts';
import { reportUnknown, type Linking } from './linking.ts';

/** How a column that every record has is headed. */
export const columnTitles: Readonly<Record<string, string>> = {
  number: 'Number',
  state: 'Status',
  office: 'Office',
  kind: 'Kind',
  due: 'Due',
  booking: 'Appointment',
  created: 'Filed',
  updated: 'Last change',
  owner: 'From',
  unit: 'Unit',
  department: 'Department',
  name: 'Name',
  username: 'User name',
};

/** Reports the names that are neither a column nor a field nor a derived value of this record type. */
export function checkFields(at: Cursor, type: string, linking: Linking): void {
  for (const one of oneOrMore(at)) checkField(one, text(one) ?? '', { type, linking });
}

/** @param name what is said at this place, or the key that stands there */
export function checkField(
  at: Cursor,
  name: string,
  { type, linking }: { readonly type: string; readonly linking: Linking },
): void {
  const [first = ''] = name.split('.');
  const properties = propertiesOf(type, linking);
  const isField = named(properties, first).length > 0;
  if (isField || Object.hasOwn(columnTitles, first) || linking.names.records.has(first)) return;
  const derived = derivedOf(type, linking);
  const record = linking.names.records.get(type);
  if (record !== undefined && lacksForm(record, linking.names)) return;
  if (properties.length === 0 || derived.includes(first)) return;
  const fields = properties.flatMap((one) => entries(one).map(([field]) => field));
  const choices = new Set([...fields, ...derived, ...Object.keys(columnTitles)]);
  reportUnknown(linking, 'record/unknown-field', at, { name, choices });
}

/** Does the path name a value that the record type derives, or (`type.value`) that a record above it does? */
export function namesDerived(path: string, type: string, linking: Linking): boolean {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return derivedOf(type, linking).includes(first);
  return rest.length === 1 && derivedOf(first, linking).includes(rest[0] ?? '');
}

function derivedOf(type: string, { names }: Linking): string[] {
  const root = names.records.get(type);
  return root === undefined ? [] : entries(child(root, 'derived')).map(([name]) => name);
}
