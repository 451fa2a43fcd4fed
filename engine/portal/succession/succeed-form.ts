/** Gives a form that a record was filled in with the present names of its questions. Its texts stay as they were. */
import type { Form, JsonSchema } from '../model/form.ts';
import { computationIn } from '../forms/computed-answers.ts';
import { withNames as renamedFigure } from '../forms/figures.ts';
import type { FormBody } from '../forms/specialise-form.ts';
import { isMapping, mappingOf } from '../values/is-mapping.ts';

interface FormSuccessions {
  /** The path of a question → the path that took its place. */
  readonly questions: ReadonlyMap<string, string>;
  readonly departments: ReadonlyMap<string, string>;
}

/** @returns the same form if it has none of the earlier names */
export function succeedForm(form: Form, { questions, departments }: FormSuccessions): FormBody {
  let body: FormBody = form;
  for (const [from, to] of questions)
    body = renameQuestion(body, from.split('.'), to.split('.').at(-1) ?? to);
  const isFormer = Object.values(body.filledBy).some((keys) => keys.some((key) => departments.has(key)));
  if (!isFormer) return body;
  return {
    ...body,
    filledBy: Object.fromEntries(
      Object.entries(body.filledBy).map(([question, keys]) => [
        question,
        [...new Set(keys.map((key) => departments.get(key) ?? key))],
      ]),
    ),
  };
}

function renameQuestion(body: FormBody, path: readonly string[], to: string): FormBody {
  const above = path.slice(0, -1);
  const from = path.at(-1) ?? '';
  const schema = renameInSchema(body.schema, above, [from, to]);
  if (schema === body.schema) return body;
  const prefix = path.join('.');
  const later = [...above, to].join('.');
  const renamed = (name: string): string =>
    name === prefix ? later : name.startsWith(`${prefix}.`) ? `${later}${name.slice(prefix.length)}` : name;
  const isRoot = above.length === 0;
  const key = (name: string): string => (isRoot && name === from ? to : name);
  const conditions = (all: FormBody['conditions']): FormBody['conditions'] =>
    all.map((one) => ({
      ...one,
      property: renamed(one.property),
      when: renameFields(one.when, from, to) as typeof one.when,
    }));
  return {
    ...body,
    schema,
    uiSchema: renameInUi(body.uiSchema, above, [from, to]),
    steps: body.steps.map((step) => ({ ...step, properties: step.properties.map(key) })),
    conditions: conditions(body.conditions),
    factual: conditions(body.factual),
    from: withKeys(body.from, key),
    filledBy: withKeys(body.filledBy, key),
    verify: body.verify.map(({ field, plus, is, ...rest }) => ({
      ...rest,
      field: renamed(field),
      plus: plus.map(renamed),
      is: typeof is === 'string' ? renamed(is) : is,
    })),
  };
}

function withKeys<T>(all: Readonly<Record<string, T>>, key: (name: string) => string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [key(name), value]));
}

type NamePair = readonly [from: string, to: string];

/** Descends to the level and renames its question, also in the branches that conditions were compiled to. */
function renameInSchema(schema: JsonSchema, above: readonly string[], names: NamePair): JsonSchema {
  if (isMapping(schema['items'])) {
    const items = renameInSchema(schema['items'], above, names);
    return items === schema['items'] ? schema : { ...schema, items };
  }
  let next: Record<string, unknown> = { ...schema };
  let isChanged = false;
  const set = (key: string, value: unknown): void => {
    if (value === next[key]) return;
    next = { ...next, [key]: value };
    isChanged = true;
  };
  const inner = (value: unknown): unknown => (isMapping(value) ? renameInSchema(value, above, names) : value);
  for (const word of ['if', 'then', 'else', 'not']) set(word, inner(next[word]));
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    const all = next[word];
    if (!Array.isArray(all)) continue;
    const changed = all.map(inner);
    if (changed.some((one, index) => one !== all[index])) set(word, changed);
  }
  const [first, ...rest] = above;
  const [from, to] = names;
  const properties = mappingOf(next['properties']);
  if (first === undefined) {
    if (Object.hasOwn(properties, from))
      set(
        'properties',
        withKeys(properties, (name) => (name === from ? to : name)),
      );
    const { required } = next;
    if (Array.isArray(required) && required.includes(from)) {
      set(
        'required',
        required.map((name: unknown) => (name === from ? to : name)),
      );
    }
  } else if (isMapping(properties[first])) {
    const below = renameInSchema(properties[first], rest, names);
    if (below !== properties[first]) set('properties', { ...properties, [first]: below });
  }
  return isChanged ? next : schema;
}

function renameInUi(ui: JsonSchema, above: readonly string[], names: NamePair): JsonSchema {
  if (isMapping(ui['items'])) return { ...ui, items: renameInUi(ui['items'], above, names) };
  const [first, ...rest] = above;
  if (first !== undefined) {
    return isMapping(ui[first]) ? { ...ui, [first]: renameInUi(ui[first], rest, names) } : ui;
  }
  const [from, to] = names;
  return Object.fromEntries(
    Object.entries(ui).map(([name, one]) => [
      name === from ? to : name,
      isMapping(one) ? withNames(one, names) : one,
    ]),
  );
}

/** Words of a question that name another of its level. */
function withNames(ui: JsonSchema, [from, to]: NamePair): JsonSchema {
  const renamed = (name: unknown): string => {
    const path = String(name);
    if (path === from) return to;
    return path.startsWith(`${from}.`) ? `${to}${path.slice(from.length)}` : path;
  };
  const { 'ui:within': within } = ui;
  const computation = computationIn(ui);
  return {
    ...ui,
    ...(isMapping(within) && { 'ui:within': { ...within, field: renamed(within['field']) } }),
    ...(computation !== null && {
      'ui:compute':
        'district' in computation
          ? { district: renamed(computation.district) }
          : renamedFigure(computation, {
              name: renamed,
              when: (condition) => renameFields(condition, from, to) as typeof condition,
            }),
    }),
    ...Object.fromEntries(
      boundWords.flatMap((word) => (typeof ui[word] === 'string' ? [[word, renamed(ui[word])]] : [])),
    ),
  };
}

const boundWords = ['ui:notBefore', 'ui:notAfter'];

/** Fields of the record itself. */
function renameFields(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((one) => renameFields(one, from, to));
  if (!isMapping(value)) return value;
  const renamed = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, renameFields(one, from, to)]),
  );
  const { keys, ancestor } = value;
  if (!Array.isArray(keys) || (ancestor ?? null) !== null) return renamed;
  return { ...renamed, keys: keys.map((key: unknown) => (key === from ? to : key)) };
}
