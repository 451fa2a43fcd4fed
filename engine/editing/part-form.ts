/** Makes the form of a part from the grammar: its questions, with the names in force as choices, and its parts. */
import type { YamlPath } from '../config/edit/edit-yaml.ts';
import { type DeclaredNames, type NameKind, nameKinds } from '../config/grammar/declared-names.ts';
import { editingMessages } from '../locales/editing.ts';
import { wordsOfChoice, wordsOfHelp, wordsOfKey } from '../locales/editing-words.ts';
import { say, type Words } from '../portal/language/say.ts';
import type { JsonSchema } from '../portal/model/form.ts';
import { mappingOf } from '../portal/values/is-mapping.ts';
import { type PartSchema, type PartShape, resolveSchema, schemaBelow, shapeOf } from './part-schema.ts';

/** The question of a part that is no mapping. */
export const SINGLE = 'value';

export interface PartQuestion {
  readonly name: string;
  readonly shape: PartShape;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
  readonly ui: JsonSchema;
}

export interface PartForm {
  readonly shape: PartShape;
  readonly questions: readonly PartQuestion[];
  /** Parts with forms of their own. */
  readonly parts: readonly string[];
  /** Lists, and mappings with names; the empty key: the part itself. */
  readonly entries: readonly {
    readonly key: string;
    readonly help: string | null;
    readonly isOrdered: boolean;
  }[];
}

export interface FormSurroundings {
  readonly words: Words;
  readonly names: DeclaredNames;
  /** Columns of the rows beside this one, by name: one of their values. */
  readonly columns: ReadonlyMap<string, unknown>;
}

export function formOfPart(part: PartSchema, value: unknown, around: FormSurroundings): PartForm {
  const shape = shapeOf(part, value);
  const { schema } = resolveSchema(part, value);
  if (shape === 'list' || shape === 'names') {
    const entries = [{ key: '', help: helpOf(around.words, schema), isOrdered: shape === 'list' }];
    return { shape, questions: [], parts: [], entries };
  }
  if (shape !== 'form') {
    const question = questionOf({ name: SINGLE, part, value, isRequired: true }, around);
    return { shape, questions: [question], parts: [], entries: [] };
  }
  return { shape, ...formOfMapping(resolveSchema(part, value), mappingOf(value), around) };
}

function formOfMapping(part: PartSchema, value: Readonly<Record<string, unknown>>, around: FormSurroundings) {
  const required: readonly unknown[] = Array.isArray(part.schema['required']) ? part.schema['required'] : [];
  const all = Object.keys(mappingOf(part.schema['properties']));
  const declared = part.home === 'form' ? all.filter((name) => name in value || usualWords.has(name)) : all;
  const others = [...new Set([...Object.keys(value), ...around.columns.keys()])].filter(
    (name) => !declared.includes(name),
  );
  const found = {
    questions: [] as PartQuestion[],
    parts: [] as string[],
    entries: [] as PartForm['entries'][number][],
  };
  for (const name of [...declared, ...others]) {
    const one = value[name];
    const below = declared.includes(name)
      ? schemaBelow(part, name, value)
      : { schema: schemaLike(one ?? around.columns.get(name)), home: part.home };
    if (below === undefined) continue;
    const shape = shapeOf(below, one);
    if (shape === 'form') found.parts.push(name);
    else if (shape === 'list' || shape === 'names')
      found.entries.push({
        key: name,
        help: helpOf(around.words, below.schema),
        isOrdered: shape === 'list',
      });
    else
      found.questions.push(
        questionOf({ name, part: below, value: one, isRequired: required.includes(name) }, around),
      );
  }
  return found;
}

/** Of the many words of JSON Schema, those that most questions have; others are shown where they are used. */
const usualWords: ReadonlySet<string> = new Set(
  'title description type properties required format minimum maximum enum ui:enumNames ui:help when source certainty'.split(
    ' ',
  ),
);

/** A column without a grammar has the type of its values. */
function schemaLike(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: { type: 'string' } };
  if (typeof value === 'boolean') return { type: 'boolean' };
  return { type: typeof value === 'number' ? ['number', 'string'] : 'string' };
}

interface AskedKey {
  readonly name: string;
  readonly part: PartSchema;
  readonly value: unknown;
  readonly isRequired: boolean;
}

export function questionOf(
  { name, part, value, isRequired }: AskedKey,
  { words, names }: FormSurroundings,
): PartQuestion {
  const shape = shapeOf(part, value);
  const { schema } = resolveSchema(part, value);
  const title = titleOfKey(words, name);
  const help = helpOf(words, part.schema) ?? helpOf(words, schema);
  const base = { name, shape, isRequired };
  const ui = help === null ? {} : { 'ui:help': help };
  const of = (type: JsonSchema, more: JsonSchema = {}): PartQuestion => ({
    ...base,
    schema: { ...type, title },
    ui: { ...ui, ...more },
  });
  switch (shape) {
    case 'choice':
    case 'choices': {
      const items =
        shape === 'choices'
          ? resolveSchema({ ...part, schema: mappingOf(schema['items']) }, undefined)
          : part;
      const choices = choicesOf(resolveSchema(items, undefined).schema, [value].flat(), { words, names });
      const shown = {
        'ui:enumNames': choices.map(([one, said]) => (said === '' ? one : `${said} (${one})`)),
      };
      const one = { type: 'string', enum: choices.map(([choice]) => choice) };
      return shape === 'choice'
        ? of(one, shown)
        : of({ type: 'array', items: one, uniqueItems: true }, shown);
    }
    case 'flag':
      return of({ type: 'boolean' });
    case 'number':
      return of({ type: 'number' });
    case 'lines':
      return of(
        { type: 'string' },
        { 'ui:widget': 'textarea', 'ui:help': join(help, say(words, editingMessages.oneALine)) },
      );
    case 'yaml':
      return of(
        { type: 'string' },
        { 'ui:widget': 'textarea', 'ui:help': join(help, say(words, editingMessages.asYaml)) },
      );
    default:
      return of({ type: 'string' }, isLongText(name, value) ? { 'ui:widget': 'textarea' } : {});
  }
}

function join(...texts: readonly (string | null)[]): string {
  return texts.filter((one) => one !== null).join(' ');
}

const longTexts: ReadonlySet<string> = new Set(['help', 'description', 'ui:help', 'source']);

function isLongText(name: string, value: unknown): boolean {
  return longTexts.has(name) || String(value ?? '').length > 60;
}

type NamedChoice = readonly [value: string, title: string];

/** A value that is no choice any more stays one until somebody changes it. */
function choicesOf(
  schema: JsonSchema,
  present: readonly unknown[],
  { words, names }: Pick<FormSurroundings, 'words' | 'names'>,
): readonly NamedChoice[] {
  const others = mappingOf(schema['x-or'])['enum'];
  const listed: readonly unknown[] = [schema['enum'], others].flatMap((one) =>
    Array.isArray(one) ? one : [],
  );
  const kinds = [schema['x-names']].flat().filter(isNameKind);
  const choices = new Map(listed.map((one) => [String(one), titleOfChoice(words, String(one))]));
  for (const kind of kinds) for (const [name, title] of names[kind]) choices.set(name, title);
  for (const one of present) if (typeof one === 'string' && !choices.has(one)) choices.set(one, '');
  return [...choices];
}

function isNameKind(one: unknown): one is NameKind {
  return nameKinds.some((kind) => kind === one);
}

function titleOfChoice(words: Words, value: string): string {
  const known = wordsOfChoice(value);
  return known === undefined ? '' : say(words, known);
}

function helpOf(words: Words, schema: JsonSchema): string | null {
  const help = plainHelp(schema);
  const known = help === null ? undefined : wordsOfHelp(help);
  return known === undefined ? help : say(words, known);
}

/** The help of the grammar, in English. */
export function plainHelp({ description }: JsonSchema): string | null {
  return typeof description === 'string' ? description.replaceAll('`', '') : null;
}

/** What people call a key of the grammar. A key that somebody chose is its own title. */
export function titleOfKey(words: Words, key: string): string {
  const known = wordsOfKey(key);
  return known === undefined ? key : say(words, known);
}

/** Where the answer to a question is in the file. */
export function pathOfQuestion(
  { path, form }: { readonly path: YamlPath; readonly form: PartForm },
  name: string,
): YamlPath {
  return form.shape === 'form' ? [...path, name] : path;
}

/** The form as a JSON Schema with the words of the form library. */
export function schemasOfForm({ questions: all }: PartForm): {
  readonly schema: JsonSchema;
  readonly uiSchema: JsonSchema;
} {
  // A condition has an editor of its own.
  const questions = all.filter(({ shape }) => shape !== 'condition');
  return {
    schema: {
      type: 'object',
      required: questions.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      properties: Object.fromEntries(questions.map(({ name, schema }) => [name, schema])),
    },
    uiSchema: Object.fromEntries(questions.map(({ name, ui }) => [name, ui])),
  };
}
