/** What a text about a record may say: its fields and columns, those above it, derived values, names of people, answers. */
import type { IssuedDocument } from './document.ts';
import { readFact } from './evaluate.ts';
import type { Form, JsonSchema } from './form.ts';
import { isMapping } from './is-mapping.ts';
import { onceForEach } from './once-for-each.ts';
import type { Portal } from './portal.ts';
import type { PortalRecord, RecordContext } from './record.ts';
import { speechOf } from './text-format.ts';
import type { TemplateValues } from './text-template.ts';
import { spokenData } from './spoken-assessment.ts';
import { signedOut } from './visitor.ts';
import { dueAsSaid } from './working-days.ts';

/** Every record has these; they win over a field of the same name. */
export const recordWords = [
  'number',
  'state',
  'kind',
  'office',
  'unit',
  'due',
  'created',
  'updated',
  'since',
] as const;
/** What a text may say whatever it is about. `page` is the address of the record's page. */
export const commonWords = ['owner', 'today', 'now', 'portal', 'page'] as const;
export const documentWords = ['number', 'title', 'variant', 'code', 'issuedAt', 'validUntil'] as const;
export const bookingWords = ['from', 'to'] as const;

export interface TemplateSource {
  readonly portal: Portal;
  readonly context: RecordContext;
  /** Name of the person or department behind a role of the record; `owner` is one. */
  readonly people: Readonly<Record<string, string>>;
  /** The one that is being issued, or that the text is about. */
  readonly document?: IssuedDocument | null;
  /** What else may be named, by its whole path: `page`, `link`. Wins over all else. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Reads what `fillTemplate` asks for. Whether somebody may read it is checked when the configuration is linked. */
export function templateValues(source: TemplateSource): TemplateValues {
  return {
    speech: speechOf(source.portal),
    read: (path) => readPath(source, path),
    label: (path, value) => labelOf(source, path, value),
  };
}

function readPath(source: TemplateSource, path: string): unknown {
  const { portal, context, people, document, more } = source;
  if (more !== undefined && Object.hasOwn(more, path)) return more[path];
  const { record, keys, isNamed } = locate(context, path);
  const [first = '', ...rest] = keys;
  if (record === context.record && !isNamed) {
    if (Object.hasOwn(people, first)) return people[first];
    if (first === 'today' || first === 'now') return context[first];
    if (first === 'portal') return portal.title;
    if (first === 'document') return walk(document ?? context.documents[0], rest);
    if (first === 'booking') return walk(record.booking, rest);
    if (first === 'input') return walk(context.input, rest);
  }
  if (rest.length === 0 && isRecordWord(first)) return columnOf(portal, record, first);
  const data = keys[0] === 'assessment' ? spokenData(portal, record.data) : record.data;
  return walk(data, keys) ?? factOf(source, record, path);
}

interface Located {
  readonly record: PortalRecord;
  readonly keys: string[];
  /** The path names the record's type: what every text may say is not meant. */
  readonly isNamed: boolean;
}

/** `loan.number` is read from the record itself or the nearest above of that type, unless the record has a field of that name. */
function locate(context: RecordContext, path: string): Located {
  const [first = '', ...rest] = path.split('.');
  const isField = Object.hasOwn(context.record.data, first);
  const isOwn = rest.length === 0 || isField;
  const above = isOwn ? undefined : context.ancestors.find(({ type }) => type === first);
  if (above !== undefined) return { record: above, keys: rest, isNamed: true };
  if (!isOwn && first === context.record.type) return { record: context.record, keys: rest, isNamed: true };
  return { record: context.record, keys: [first, ...rest], isNamed: false };
}

function columnOf(portal: Portal, record: PortalRecord, name: (typeof recordWords)[number]): unknown {
  switch (name) {
    case 'created':
      return record.createdAt;
    case 'updated':
      return record.updatedAt;
    case 'due':
      return record.due === null ? null : dueAsSaid(record.due, portal.timeZone);
    // What has no number yet, or is of no kind, is called by what it is.
    case 'number':
      return record.number ?? portal.recordTypes[record.type]?.title;
    case 'kind':
      return record.kind ?? portal.recordTypes[record.type]?.title;
    default:
      return record[name];
  }
}

function factOf({ portal, context }: TemplateSource, record: PortalRecord, path: string): unknown {
  const name =
    record === context.record && !path.startsWith(`${record.type}.`)
      ? path
      : path.slice(path.indexOf('.') + 1);
  return readFact(name, { portal, visitor: signedOut, context });
}

/** A list on the way gives the value of each of its rows. */
function walk(value: unknown, keys: readonly string[]): unknown {
  let at = value;
  for (const key of keys) {
    if (Array.isArray(at)) at = at.flatMap((row) => walk(row, [key]) ?? []);
    else at = isMapping(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at ?? undefined;
}

function labelOf(source: TemplateSource, path: string, value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const { portal, context, more } = source;
  if (more !== undefined && Object.hasOwn(more, path)) return null;
  const { record, keys } = locate(context, path);
  const key = String(value);
  switch (keys.length === 1 ? keys[0] : '') {
    case 'state':
      return portal.workflows[record.type]?.states[key]?.title ?? null;
    case 'office':
      return own(portal.departments, key)?.title ?? null;
    case 'kind':
      return own(portal.kinds, key)?.title ?? null;
    case 'unit':
      return unitTitle(portal, key);
    default:
      return choiceLabel(portal, record, keys, key);
  }
}

function unitTitle(portal: Portal, value: string): string | null {
  const lookups = new Set(Object.values(portal.departments).map(({ units }) => units));
  for (const name of lookups) {
    const row = portal.lookups[name ?? '']?.rows.find((one) => one.value === value);
    if (row !== undefined) return row.label;
  }
  return null;
}

/** The words beside a value of a closed list, as the form that asks it has them. */
function choiceLabel(
  portal: Portal,
  record: PortalRecord,
  keys: readonly string[],
  value: string,
): string | null {
  const inForce = portal.kinds[record.kind ?? '']?.form ?? portal.recordTypes[record.type]?.form ?? '';
  const form = portal.forms[record.form ?? ''] ?? portal.forms[inForce];
  return form === undefined ? null : (choicesAt(form, keys).get(value) ?? null);
}

const choicesOf = onceForEach<Form, Map<string, ReadonlyMap<string, string>>>(() => new Map());

/** Words by value; none where the form asks no choice. */
function choicesAt(form: Form, keys: readonly string[]): ReadonlyMap<string, string> {
  const ofForm = choicesOf(form);
  const path = keys.join('.');
  const known = ofForm.get(path) ?? readChoices(form, keys);
  ofForm.set(path, known);
  return known;
}

function readChoices(form: Form, keys: readonly string[]): ReadonlyMap<string, string> {
  let schema: JsonSchema = form.schema;
  let ui: JsonSchema = form.uiSchema;
  for (const key of keys) {
    [schema, ui] = rowsOf(schema, ui);
    [schema, ui] = [mappingAt(mappingAt(schema, 'properties'), key), mappingAt(ui, key)];
  }
  const [rows, rowsUi] = rowsOf(schema, ui);
  const names = ui['ui:enumNames'] ?? rowsUi['ui:enumNames'];
  const { enum: values, oneOf } = rows;
  if (Array.isArray(values) && Array.isArray(names)) {
    return wordsOf(values.map((value, index) => [value, names[index]]));
  }
  const titled: readonly unknown[] = Array.isArray(oneOf) ? oneOf : [];
  return wordsOf(titled.filter(isMapping).map((choice) => [choice['const'], choice['title']]));
}

function wordsOf(pairs: readonly (readonly [unknown, unknown])[]): ReadonlyMap<string, string> {
  return new Map(
    pairs.flatMap(([value, words]) => (typeof words === 'string' ? [[String(value), words]] : [])),
  );
}

function rowsOf(schema: JsonSchema, ui: JsonSchema): [JsonSchema, JsonSchema] {
  return isMapping(schema['items']) ? [schema['items'], mappingAt(ui, 'items')] : [schema, ui];
}

function mappingAt(schema: JsonSchema, key: string): JsonSchema {
  const value = schema[key];
  return isMapping(value) ? value : {};
}

function isRecordWord(name: string): name is (typeof recordWords)[number] {
  return recordWords.some((word) => word === name);
}

function own<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
