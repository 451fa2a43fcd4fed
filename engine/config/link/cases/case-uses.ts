/** Counts the uses of names in tests, as the reader of tests finds them. */
import type { Department } from '../../../portal/model/department.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { child, type Cursor, entries, isPresent, text } from '../input/cursor.ts';
import type { LinkContext } from '../input/link-context.ts';
import type { SymbolKind } from '../input/symbol-use.ts';
import { countAnswers, countRows } from '../names/question-uses.ts';
import { levelOfRecord } from '../names/properties.ts';

/** What is known of a record in a test before it runs. */
export interface TestedRecord {
  /** Null: only the running story knows it. */
  readonly type: string | null;
  /** Null: none, or only the running story knows it. */
  readonly kind: string | null;
}

export const anyRecord: TestedRecord = { type: null, kind: null };

/** What the names in tests are in the configuration. Others are names of the test itself. */
const kindsOfNames: Readonly<Record<string, SymbolKind>> = {
  department: 'department',
  office: 'department',
  'record type': 'type',
  kind: 'kind',
  document: 'document',
  notice: 'notice',
  schedule: 'fee',
  role: 'role',
  state: 'state',
  step: 'step',
  clock: 'clock',
  list: 'list',
  item: 'item',
};

interface FoundName {
  readonly what: string;
  readonly name: string;
  /** The record that has it. */
  readonly record?: TestedRecord | undefined;
}

/** Counts a name that the configuration has. One that several types or kinds have is not counted. */
export function countName(
  { portal, context }: { readonly portal: Portal; readonly context: LinkContext },
  at: Cursor,
  { what, name, record = anyRecord }: FoundName,
): void {
  const kind = kindsOfNames[what];
  if (kind === undefined || context.uses === null) return;
  const isKey = (text(at) ?? name).startsWith(name) ? {} : { isKey: true as const };
  const owners = ownersOf(portal, { kind, name, record });
  if (kind === 'item' && owners.length > 1 && context.names.papers.has(name))
    context.uses.push({ at, kind: 'paper', of: null, name, ...isKey });
  else if (owners.length === 1) context.uses.push({ at, kind, of: owners[0] ?? null, name, ...isKey });
}

/** The record types or kinds to which the name may belong; null: it belongs to the whole configuration. */
function ownersOf(
  { workflows, recordTypes, kinds }: Portal,
  { kind, name, record }: { readonly kind: SymbolKind; readonly name: string; readonly record: TestedRecord },
): readonly (string | null)[] {
  if (kind === 'item') {
    const all = [
      ...Object.values(recordTypes).map((one) => ({ ...one, id: one.type })),
      ...Object.values(kinds),
    ];
    const own = all.filter(
      ({ id, items }) => items.some((item) => item.id === name) && (record.kind ?? id) === id,
    );
    return own.map(({ id }) => id);
  }
  const part = ({ state: 'states', step: 'transitions', clock: 'clocks' } as const)[kind as 'state'];
  const holders =
    kind === 'list'
      ? Object.values(recordTypes).map(({ type, lists }) => ({ type, names: lists }))
      : Object.values(workflows).map((one) => ({ type: one.of, names: one[part] }));
  if (part === undefined && kind !== 'list') return [null];
  return holders.flatMap(({ type, names }) =>
    (record.type ?? type) === type && Object.hasOwn(names, name) ? [type] : [],
  );
}

/** Counts the answers of a record, and the rows that they choose. */
export function countAnswersOf(at: Cursor, record: TestedRecord, context: LinkContext): void {
  countAnswers(at, levelOfRecord(record, context.names), context);
}

/** Counts the answers that somebody gives in a step. */
export function countInput(at: Cursor, step: string, { type }: TestedRecord, context: LinkContext): void {
  const workflow = context.names.workflows.get(type ?? '');
  if (workflow === undefined) return;
  const input = text(child(child(child(workflow, 'transitions'), step), 'input'));
  const form = context.names.forms.get(input ?? '');
  if (form !== undefined) countAnswers(at, [child(form, 'properties')].filter(isPresent), context);
}

/** Counts the flags and the unit of a persona. */
export function countPersona(at: Cursor, department: Department | undefined, context: LinkContext): void {
  for (const [name, flag] of entries(child(at, 'flags')))
    context.uses?.push({ at: flag, kind: 'flag', of: null, name, isKey: true });
  if (department?.units != null) countRows(context, child(at, 'unit'), [department.units]);
}

/** Counts the lines and tags whose amounts a test expects: `tax` or `tax + surcharge`. */
export function countFeeLines(at: Cursor, schedule: string, { uses }: LinkContext): void {
  for (const [key, said] of entries(at))
    for (const name of key.split(/[\s+]+/))
      uses?.push({ at: said, kind: 'line', of: schedule, name, isKey: true });
}
