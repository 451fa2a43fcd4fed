/** The few questions of a start page, and the answers in its address. */
import { propertiesOf, levelOf, schemaAt } from '../forms/form-levels.ts';
import type { JsonSchema } from '../model/form.ts';
import type { Portal } from '../model/portal.ts';
import type { Route } from '../model/route.ts';
import { isMapping } from '../values/is-mapping.ts';

export interface StartQuestion {
  /** Its path in the form: `lines.line`. */
  readonly name: string;
  readonly title: string;
  readonly help: string | null;
  readonly kind: 'choice' | 'yes-no' | 'number' | 'money' | 'text';
  readonly choices: readonly {
    readonly value: string;
    readonly label: string;
    /** Its heading; null: none. */
    readonly group: string | null;
  }[];
  readonly unit: string | null;
  /** The list whose rows have this question, and its title; null: it is asked once. */
  readonly list: { readonly name: string; readonly title: string; readonly add: string | null } | null;
  /** The answer with which the page begins, as the address writes it; null: none. */
  readonly initial: string | null;
}

type StartAnswers = Readonly<Record<string, unknown>>;

/** Most rows of a list. */
const mostStartRows = 10;

/** @param portal in the reader's language */
export function startQuestions(portal: Portal, route: Route): readonly StartQuestion[] {
  const form = portal.forms[portal.recordTypes[route.of[0]?.type ?? '']?.form ?? ''];
  if (form === undefined || route.start === null) return [];
  return route.start.asks.flatMap((name) => {
    const keys = name.split('.');
    const schema = schemaAt(form.schema, keys);
    return schema === undefined
      ? []
      : [questionOf({ schema: form.schema, ui: form.uiSchema }, route, name, schema)];
  });
}

function questionOf(
  whole: { readonly schema: JsonSchema; readonly ui: JsonSchema },
  { start }: Route,
  name: string,
  schema: JsonSchema,
): StartQuestion {
  const keys = name.split('.');
  const ui = uiAt(whole.ui, whole.schema, keys);
  const initial = start?.answers[name] ?? schema.default;
  return {
    name,
    title: wordsIn(schema, 'title') ?? name,
    help: wordsIn(ui, 'ui:help'),
    kind: kindOf(schema, ui),
    choices: choicesOf(schema, ui),
    unit: wordsIn(ui, 'ui:unit'),
    list: listOf(whole, keys),
    initial: initial === undefined || initial === null ? null : String(initial),
  };
}

function kindOf(schema: JsonSchema, ui: JsonSchema): StartQuestion['kind'] {
  if (Array.isArray(schema.enum)) return 'choice';
  if (schema.type === 'boolean') return 'yes-no';
  if (schema.type === 'number' || schema.type === 'integer') return 'number';
  return ui['ui:widget'] === 'money' ? 'money' : 'text';
}

function choicesOf(schema: JsonSchema, ui: JsonSchema): StartQuestion['choices'] {
  const names: unknown = ui['ui:enumNames'];
  const labels: readonly unknown[] = Array.isArray(names) ? names : [];
  const headings: unknown = ui['ui:groups'];
  const groups: readonly unknown[] = Array.isArray(headings) ? headings : [];
  const values: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  return values.map((value, at) => ({
    value: String(value),
    label: String(labels[at] ?? value),
    group: String(groups[at] ?? '') || null,
  }));
}

function listOf(
  { schema, ui }: { readonly schema: JsonSchema; readonly ui: JsonSchema },
  keys: readonly string[],
): StartQuestion['list'] {
  const above = keys.slice(0, -1);
  const list = above.length === 0 ? undefined : schemaAt(schema, above);
  if (list === undefined || !isMapping(list.items)) return null;
  const words = uiAt(ui, schema, above);
  const name = above.join('.');
  return { name, title: wordsIn(list, 'title') ?? name, add: wordsIn(words, 'ui:addLabel') };
}

/** The words beside the schema, through lists. */
function uiAt(ui: JsonSchema, schema: JsonSchema, keys: readonly string[]): JsonSchema {
  let [at, level]: [unknown, JsonSchema] = [ui, schema];
  for (const key of keys) {
    const row = isMapping(level.items) && isMapping(at) ? at.items : at;
    at = isMapping(row) ? row[key] : undefined;
    level = propertiesOf(levelOf(level))[key] ?? {};
  }
  return isMapping(at) ? at : {};
}

function wordsIn(words: JsonSchema, key: string): string | null {
  const said = words[key];
  return typeof said === 'string' ? said : null;
}

/**
 * Reads the answers of an address. Unknown questions and answers that do not fit are ignored.
 * @param search `lines.line=hotel&lines.line=spa&rented=true`; the rows of a list are counted from the first. An empty
 * answer leaves open what the page would begin with
 */
export function startAnswers(portal: Portal, route: Route, search: string): StartAnswers {
  const form = portal.forms[portal.recordTypes[route.of[0]?.type ?? '']?.form ?? ''];
  if (form === undefined) return {};
  const said = new URLSearchParams(search);
  const data: Record<string, unknown> = {};
  const rows = new Map<string, Record<string, unknown>[]>();
  for (const { name, kind, list, initial } of startQuestions(portal, route)) {
    const schema = schemaAt(form.schema, name.split('.')) ?? {};
    const values = said.has(name) ? said.getAll(name) : initial === null ? [] : [initial];
    if (list === null) {
      const value = readAnswer(schema, kind, values.at(-1) ?? '');
      if (value !== undefined) data[name] = value;
      continue;
    }
    const own = rows.get(list.name) ?? [];
    rows.set(list.name, own);
    const key = name.slice(list.name.length + 1);
    for (const [at, text] of values.slice(0, mostStartRows).entries()) {
      const value = readAnswer(schema, kind, text);
      if (value !== undefined) own[at] = { ...own[at], [key]: value };
    }
  }
  for (const [name, own] of rows) {
    const level = levelOf(schemaAt(form.schema, name.split('.')) ?? {});
    const first = route.start?.asks.find((one) => one.startsWith(`${name}.`))?.slice(name.length + 1) ?? '';
    const whole = own.filter((row) => row !== undefined && Object.hasOwn(row, first));
    if (whole.length > 0) data[name] = whole.map((row) => ({ ...defaultsOf(level), ...row }));
  }
  return data;
}

function defaultsOf(level: JsonSchema): StartAnswers {
  return Object.fromEntries(
    Object.entries(propertiesOf(level)).flatMap(([key, { default: usual }]) =>
      usual === undefined ? [] : [[key, usual]],
    ),
  );
}

/** @returns undefined if the text is no answer to this question */
function readAnswer(schema: JsonSchema, kind: StartQuestion['kind'], text: string): unknown {
  if (text === '') return undefined;
  if (Array.isArray(schema.enum)) return schema.enum.find((value: unknown) => String(value) === text);
  if (kind === 'yes-no') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (kind === 'number') return readNumber(schema, text);
  if (kind === 'money') return readMoney(text);
  return text.length <= 200 ? text : undefined;
}

function readNumber({ type, minimum, maximum }: JsonSchema, text: string): number | undefined {
  const value = /^\d{1,9}(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
  const isFit =
    (type !== 'integer' || Number.isInteger(value)) &&
    value >= (typeof minimum === 'number' ? minimum : 0) &&
    value <= (typeof maximum === 'number' ? maximum : Infinity);
  return isFit ? value : undefined;
}

/** Written as people type it; stored as digits with two decimals. */
function readMoney(text: string): string | undefined {
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(/[\s,]/g, ''));
  return found === null ? undefined : `${found[1]}.${(found[2] ?? '').padEnd(2, '0')}`;
}
