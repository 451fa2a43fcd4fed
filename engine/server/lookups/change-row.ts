/**
 * Adds, changes and retires one row of a lookup. The form and the whole configuration check it before it takes
 * effect.
 */
import type { FieldErrors } from '../../portal/forms/form-verdict.ts';
import { propertiesOf } from '../../portal/forms/form-levels.ts';
import type { EditedRow, RowFault } from '../../portal/model/edited-row.ts';
import type { Lookup, LookupRow, Portal } from '../../portal/model/portal.ts';
import { normaliseAnswers } from '../../portal/forms/written-answers.ts';
import { plainName } from '../../portal/text/plain-name.ts';
import { conflict, HttpError, notFound, unprocessable } from '../http/errors.ts';
import type { RecordDesk } from '../records/rows/record-desk.ts';
import {
  addEditedRow,
  lockEditedRows,
  newestChange,
  readEditedRows,
  type StoredLookupRow,
} from '../portals/row-keeper.ts';
import { message, type Message } from '../../locales/message.ts';
import { lookupMessages } from '../../locales/lookups.ts';

export interface RowChange {
  readonly lookup: string;
  /** Null: a new row. */
  readonly value: string | null;
  /** The version that the change is based on; 0: the row of the file, or a new row. */
  readonly version: number;
  /** Answers of the lookup's form; null: no change. */
  readonly columns: Readonly<Record<string, unknown>> | null;
  /** Null: no change. */
  readonly isRetired: boolean | null;
  readonly account: string;
  readonly department: string;
}

/**
 * @returns the value of the row
 * @throws HttpError 404, 409 with the current row, 422, or 503 if this process has no files to merge it into
 */
export async function changeRow(desk: RecordDesk, portal: Portal, change: RowChange): Promise<string> {
  const { rows: keeper, database } = desk.application;
  if (keeper === undefined)
    throw new HttpError({ status: 503, code: 'no-files', message: message(lookupMessages.notKeptHere) });
  const done = await database.transaction(async (client) => {
    await lockEditedRows(client);
    const stored = await readEditedRows(client);
    const row = nextRow(desk, portal, { change, stored });
    if (row === null) return null;
    const others = stored.filter(({ lookup, value }) => lookup !== row.lookup || value !== row.value);
    const { portal: next, faults } = await keeper.compile([...others, row]);
    if (next === null) throw unprocessable(errorsOf(faults, row));
    await addEditedRow(client, row, { ...change, version: versionOf(stored, row) + 1 });
    return { value: row.value, next, seq: await newestChange(client) };
  });
  if (done === null) return change.value ?? newValue(portal.lookups[change.lookup], change);
  await keeper.put(done.next, done.seq);
  return done.value;
}

/** The row after the change; null if nothing changes, as after a call that was sent twice. */
function nextRow(
  desk: RecordDesk,
  portal: Portal,
  { change, stored }: { readonly change: RowChange; readonly stored: readonly StoredLookupRow[] },
): EditedRow | null {
  const lookup = portal.lookups[change.lookup];
  if (lookup === undefined || lookup.edit === null) throw notFound();
  const value = change.value ?? newValue(lookup, change);
  const before = lookup.rows.find((row) => row.value === value);
  const kept = stored.find((row) => row.lookup === lookup.name && row.value === value);
  if (change.value !== null && before === undefined && kept === undefined) throw notFound();
  const columns =
    change.columns === null ? columnsOf(before) : answered(desk, portal, { lookup, before, change });
  const isRetired = change.isRetired ?? before?.['retired'] === true;
  const row = { lookup: lookup.name, value, columns, isRetired };
  if (kept !== undefined && kept.account === change.account && isSame(kept, row)) return null;
  if (change.value === null && before !== undefined) {
    throw unprocessable({
      label: [message(lookupMessages.alreadyThere, { label: { text: before.label, kind: 'choice' } })],
    });
  }
  if ((kept?.version ?? 0) !== change.version) throw conflict(before ?? null);
  return row;
}

function answered(
  { forms }: RecordDesk,
  portal: Portal,
  {
    lookup,
    before,
    change,
  }: { readonly lookup: Lookup; readonly before: LookupRow | undefined; readonly change: RowChange },
): Record<string, unknown> {
  const form = portal.forms[lookup.edit?.form ?? ''];
  if (form === undefined) throw notFound();
  const asked = Object.keys(propertiesOf(form.schema));
  const said = normaliseAnswers(form, change.columns ?? {}, portal.locales);
  const given = Object.entries(said).filter(([, value]) => value !== null && value !== '');
  const unknown = given.filter(([name]) => !asked.includes(name));
  const faults: FieldErrors = forms.validate(form, Object.fromEntries(given), {
    draft: false,
  });
  const errors = {
    ...faults,
    ...Object.fromEntries(unknown.map(([name]) => [name, [message(lookupMessages.fieldUnknown)]])),
  };
  if (Object.keys(errors).length > 0) throw unprocessable(errors);
  const others = Object.entries(columnsOf(before)).filter(([name]) => !asked.includes(name));
  return Object.fromEntries([...given, ...others]);
}

function columnsOf(row: LookupRow | undefined): Record<string, unknown> {
  const { value: _value, retired: _retired, ...columns }: Partial<LookupRow> = row ?? {};
  return columns;
}

function isSame(one: EditedRow, other: EditedRow): boolean {
  return one.isRetired === other.isRetired && inOrder(one) === inOrder(other);
}

/** The database stores columns in its own order. */
function inOrder({ columns }: EditedRow): string {
  return JSON.stringify(Object.entries(columns).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function versionOf(stored: readonly StoredLookupRow[], { lookup, value }: EditedRow): number {
  return stored.find((one) => one.lookup === lookup && one.value === value)?.version ?? 0;
}

/** Two units may have rows of the same name. */
function newValue(lookup: Lookup | undefined, { columns }: RowChange): string {
  const unit = lookup?.edit?.unit ?? null;
  return valueOf([unit === null ? '' : columns?.[unit], columns?.['label']].filter(Boolean).join(' '));
}

/** The value that records store: short, plain, and created once. The label may change later. */
function valueOf(label: string): string {
  const value = plainName(label);
  if (value === '') throw unprocessable({ label: [message(lookupMessages.nameUnusable)] });
  return value;
}

/** The configuration's faults in the row are reported at its column; other faults at the name. */
function errorsOf(faults: readonly RowFault[], { lookup, value }: EditedRow): Record<string, Message[]> {
  const errors: Record<string, Message[]> = {};
  for (const { message: reason, ...place } of faults) {
    const isHere = place.lookup === lookup && place.value === value && place.column !== null;
    const field = isHere ? (place.column ?? 'label') : 'label';
    errors[field] = [...(errors[field] ?? []), message(lookupMessages.refusedByConfiguration, { reason })];
  }
  return errors;
}
