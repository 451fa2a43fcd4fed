/** What a condition may say at its place: the subjects that it may compare, with their values, and the other words. */
import { child, type Cursor, entries, text } from '../config/link/input/cursor.ts';
import type { NotedCondition } from '../config/link/input/noted-conditions.ts';
import type { ConditionGrammarModel, ConditionSubjectModel } from '../contract/editing.ts';
import { conditionRowMessages } from '../locales/condition-rows.ts';
import { typesAbove } from '../portal/access/owner-profiles.ts';
import { questionType, typeOfColumn } from '../portal/forms/column-type.ts';
import { propertiesOf, schemaAt } from '../portal/forms/form-levels.ts';
import { plainText, type ValueKind, type ValueType } from '../portal/forms/value-type.ts';
import { say } from '../portal/language/say.ts';
import { isOperator, isSubject } from '../portal/model/condition.ts';
import type { Form } from '../portal/model/form.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { RecordType } from '../portal/model/record-type.ts';
import { mappingOf } from '../portal/values/is-mapping.ts';
import { keysOf } from '../portal/values/pointer.ts';
import { type ConditionRecord, nameWords, typeOfSubject } from '../workbench/subject-words.ts';
import { type FormSurroundings, type PartQuestion, questionOf } from './part-form.ts';
import { type PartSchema, resolveSchema, schemaBelow, shapeOf } from './part-schema.ts';

/** Words that are groups, or that only have a meaning beside others. */
const notRows: ReadonlySet<string> = new Set([
  'all',
  'any',
  'not',
  'every',
  'count',
  'children',
  'base',
  'group',
  'message',
]);

interface ConditionWord {
  readonly name: string;
  readonly part: PartSchema;
}

/** The key under which a word has its title: some words mean another thing in a file. */
export function keyOfWord(word: string): string {
  return `if:${word}`;
}

/** The words that are rows of their own: each has a value and nothing to compare. */
export function wordsOfCondition(condition: PartSchema): readonly ConditionWord[] {
  const part = resolveSchema(condition, {});
  return Object.keys(mappingOf(part.schema['properties'])).flatMap((name) => {
    const below =
      notRows.has(name) || isSubject(name) || isOperator(name) ? undefined : schemaBelow(part, name, {});
    return below !== undefined && shapesOfWords.has(shapeOf(below, undefined)) ? [{ name, part: below }] : [];
  });
}

const shapesOfWords: ReadonlySet<PartQuestion['shape']> = new Set(['choice', 'choices', 'flag', 'text']);

export interface ConditionSurroundings {
  /** In the reader's language. */
  readonly portal: Portal;
  readonly around: FormSurroundings;
  readonly noted: NotedCondition;
  readonly record: ConditionRecord;
}

export function grammarOfCondition(
  condition: PartSchema,
  given: ConditionSurroundings,
): ConditionGrammarModel {
  const { around, noted } = given;
  const choices = new Map<string, number>();
  const subjects = subjectsAt(given).map(({ type, ...subject }): ConditionSubjectModel => {
    const { labels } = type;
    const written = JSON.stringify(Object.entries(labels ?? {}));
    if (labels !== undefined && !choices.has(written)) choices.set(written, choices.size);
    return {
      ...subject,
      type: labels === undefined ? (inputs[type.type] ?? 'none') : 'choice',
      isList: type.isList === true,
      unit: type.unit ?? null,
      choices: labels === undefined ? null : (choices.get(written) ?? null),
    };
  });
  const words = wordsOfCondition(condition)
    .filter(({ name }) => noted.mayRead(name, ''))
    .map(({ name, part }) => {
      const { schema, ui } = questionOf(
        { name: keyOfWord(name), part, value: undefined, isRequired: true },
        around,
      );
      return { word: name, schema, uiSchema: ui };
    });
  const lists = [...choices.keys()].map((written) =>
    (JSON.parse(written) as [string, string][]).map(([value, title]) => ({ value, title })),
  );
  return { subjects, words, choices: lists };
}

/** How people enter a value with which a condition compares. */
const inputs: Partial<Record<ValueKind, ConditionSubjectModel['type']>> = {
  text: 'text',
  number: 'number',
  money: 'number',
  date: 'date',
  moment: 'date',
  boolean: 'flag',
  time: 'text',
};

interface ComparedSubject extends Pick<ConditionSubjectModel, 'word' | 'name' | 'title' | 'group'> {
  readonly type: ValueType;
}

function subjectsAt(given: ConditionSurroundings): readonly ComparedSubject[] {
  const {
    portal,
    around: { words },
    noted,
    record,
  } = given;
  const types = noted.type === null ? noted.about : [noted.type];
  const stated = noted.type === null ? noted.properties : [];
  const answers = [...noted.answers].map((name): ComparedSubject => ({
    word: 'input',
    name,
    title: nameWords(name),
    group: say(words, conditionRowMessages.answers),
    type: plainText,
  }));
  const found = [
    ...stated.flatMap((level) => questionsIn(level, portal, record)),
    ...types.flatMap((type) => ofType(portal, type, record.kind ?? null)),
    ...answers,
    ...factsOf(given, types),
    ...namedSubjects(given),
  ].filter(({ word, name }) => noted.mayRead(word, name));
  // The nearest of one name is read.
  const nearest = new Map(found.toReversed().map((one) => [`${one.word} ${one.name}`, one]));
  return [...nearest.values()].toReversed();
}

/** Of the types and of those above them; a place without a type may be about any. */
function factsOf(
  { portal, around }: ConditionSurroundings,
  types: readonly string[],
): readonly ComparedSubject[] {
  const reached = new Set(types.flatMap((type) => [type, ...above(portal, type)]));
  const all = types.length === 0 ? Object.keys(portal.recordTypes) : [...reached];
  return all.flatMap((type) =>
    Object.keys(portal.recordTypes[type]?.derived ?? {}).map((name): ComparedSubject => ({
      word: 'fact',
      name,
      title: nameWords(name),
      group: say(around.words, conditionRowMessages.facts),
      type: typeOfColumn(portal, type, name),
    })),
  );
}

function namedSubjects({
  portal,
  around: { words, names },
  record,
}: ConditionSurroundings): readonly ComparedSubject[] {
  const documents = [...names.document].map(([name, title]): ComparedSubject => ({
    word: 'document',
    name,
    title,
    group: say(words, conditionRowMessages.documents),
    type: typeOfSubject({ portal, record }, { from: 'document', name }),
  }));
  const flags = [...names.flag].map(([name, title]): ComparedSubject => ({
    word: 'flag',
    name,
    title: title === '' ? nameWords(name) : title,
    group: say(words, conditionRowMessages.flags),
    type: yesNo,
  }));
  return [...documents, ...flags];
}

const yesNo: ValueType = { type: 'boolean' };

function above(portal: Portal, type: string): readonly string[] {
  const recordType = portal.recordTypes[type];
  return recordType === undefined ? [] : typesAbove(portal, recordType);
}

/** The questions of the record and of those above it. */
function ofType(portal: Portal, type: string, kind: string | null): readonly ComparedSubject[] {
  return [type, ...above(portal, type)].flatMap((one) => {
    const recordType = portal.recordTypes[one];
    if (recordType === undefined) return [];
    const own = one === type;
    return [...titlesIn(portal, recordType, own ? kind : null)].map(([name, title]): ComparedSubject => ({
      word: 'field',
      name: own ? name : `${one}.${name}`,
      title,
      group: recordType.title,
      type: typeOfColumn(portal, one, name, own ? kind : null),
    }));
  });
}

/** Of its own form, of that of its kind, and of the steps that keep what they ask. */
function titlesIn(
  portal: Portal,
  { type, form, kinds }: RecordType,
  kind: string | null,
): ReadonlyMap<string, string> {
  const ofKinds = kind === null ? kinds.flatMap((set) => portal.sets[set]?.kinds ?? []) : [kind];
  const steps = Object.entries(portal.workflows[type]?.transitions ?? {}).filter(([, { saves }]) => saves);
  const forms = [
    ...ofKinds.map((id) => ['', portal.kinds[id]?.form] as const),
    ['', form] as const,
    ...steps.map(([name, { input }]) => [`${name}.`, input] as const),
  ];
  const titles = new Map<string, string>();
  for (const [before, hash] of forms)
    for (const [name, { title }] of Object.entries(propertiesOf(portal.forms[hash ?? '']?.schema ?? {})))
      if (!titles.has(before + name))
        titles.set(before + name, typeof title === 'string' ? title : nameWords(name));
  return titles;
}

/** The questions of a level of a form. A condition of a question reads those beside it and around it. */
function questionsIn(level: Cursor, portal: Portal, { kind }: ConditionRecord): readonly ComparedSubject[] {
  const form = portal.forms[portal.kinds[kind ?? '']?.form ?? ''];
  const around = keysOfLevel(level.pointer);
  return entries(level).map(([name, question]): ComparedSubject => {
    const keys = [...around, name];
    const title = form === undefined ? undefined : schemaAt(form.schema, keys)?.['title'];
    return {
      word: 'field',
      name,
      title: typeof title === 'string' ? title : (text(child(question, 'title')) ?? nameWords(name)),
      group: form?.title ?? '',
      type: typeIn(form, keys),
    };
  });
}

function typeIn(form: Form | undefined, keys: readonly string[]): ValueType {
  return (form === undefined ? null : questionType(form, keys)) ?? plainText;
}

/** `/form/properties/units/items/properties` is the level of `units`. */
function keysOfLevel(pointer: string): readonly string[] {
  const steps = keysOf(pointer);
  const keys: string[] = [];
  for (let at = steps.indexOf('properties') + 1; at > 0 && at < steps.length; at += 1) {
    keys.push(steps[at] ?? '');
    at += 1;
    while (steps[at] === 'items') at += 1;
  }
  return keys;
}
