/** The questions of a row: what decides, how it is compared, and with which value. */
import type { ConditionRow } from '../../../../portal/conditions/condition-parts.ts';
import type { ConditionGrammarModel, ConditionSubjectModel } from '../../../../contract/editing.ts';
import { conditionRowMessages } from '../../../../locales/condition-rows.ts';
import { editingMessages } from '../../../../locales/editing.ts';
import type { JsonSchema } from '../../../../portal/model/form.ts';
import { isOperator, isSubject, type Operator, operators } from '../../../../portal/model/condition.ts';
import { text } from '../../../language/text.ts';

export interface ConditionQuestion {
  readonly schema: JsonSchema;
  readonly ui: JsonSchema;
  /** The value is a list of these, each typed on a line of its own. */
  readonly lines?: 'texts' | 'numbers';
}

/** What is compared, or the word that is a condition of its own; null: nothing is chosen yet. */
export function subjectOf(row: ConditionRow): { readonly word: string; readonly name: string | null } | null {
  const words = Object.keys(row).filter((key) => !isOperator(key));
  const [word] = words;
  if (word === undefined) return null;
  return isSubject(word) ? { word, name: String(row[word]) } : { word, name: null };
}

/** `is` with a list means `in`. */
export function operatorOf(row: ConditionRow): Operator | undefined {
  const written = writtenOperator(row);
  return written === 'is' && Array.isArray(row['is']) ? 'in' : written;
}

function writtenOperator(row: ConditionRow): Operator | undefined {
  return Object.keys(row).find(isOperator);
}

/** The key of the value: the comparison as it is written, or the word. */
export function valueKeyOf(row: ConditionRow): string | undefined {
  const subject = subjectOf(row);
  return subject !== null && subject.name === null ? subject.word : writtenOperator(row);
}

/** Subjects and words, under the headings of what they belong to. */
export function subjectQuestion(
  { subjects, words }: ConditionGrammarModel,
  row: ConditionRow,
): ConditionQuestion {
  const offered = [
    ...subjects.map(({ word, name, title, group }) => [`${word} ${name}`, title, group] as const),
    ...words.map(
      ({ word, schema }) => [word, String(schema['title']), text(conditionRowMessages.words)] as const,
    ),
  ];
  const chosen = keyOf(row);
  const isKnown = chosen === '' || offered.some(([key]) => key === chosen);
  const all = isKnown ? offered : [...offered, [chosen, subjectOf(row)?.name ?? chosen, ''] as const];
  return {
    schema: { type: 'string', title: text(conditionRowMessages.subject), enum: all.map(([key]) => key) },
    ui: {
      'ui:enumNames': all.map(([, title]) => title),
      'ui:groups': all.map(([, , group]) => group),
    },
  };
}

/** The choice that the row has made. */
export function keyOf(row: ConditionRow): string {
  const subject = subjectOf(row);
  if (subject === null) return '';
  return subject.name === null ? subject.word : `${subject.word} ${subject.name}`;
}

/** A row with this choice, and nothing else yet. */
export function rowOf(key: string): ConditionRow {
  const [word = '', name] = key.split(/ (.*)/s);
  if (key === '') return {};
  return name === undefined ? { [word]: '' } : { [word]: name };
}

export function subjectIn(
  { subjects }: ConditionGrammarModel,
  row: ConditionRow,
): ConditionSubjectModel | undefined {
  const subject = subjectOf(row);
  return subjects.find(({ word, name }) => word === subject?.word && name === subject.name);
}

const ofText = ['is'] as const;
const ofNumbers = ['is', 'above', 'atLeast', 'below', 'atMost'] as const;
const fitting: Readonly<Record<ConditionSubjectModel['type'], readonly Operator[]>> = {
  text: ofText,
  number: ofNumbers,
  date: ['is', 'before', 'after'],
  flag: ofText,
  choice: ['is', 'in'],
  none: [],
};

/** The value of `exists` is a part of the choice: given, or not given. */
export function operatorQuestion(
  subject: ConditionSubjectModel | undefined,
  row: ConditionRow,
): ConditionQuestion {
  const fits =
    subject === undefined
      ? operators
      : subject.isList && subject.type !== 'none'
        ? (['has', 'hasAny'] as const)
        : fitting[subject.type];
  const written = operatorOf(row);
  const all =
    written === undefined || written === 'exists' || fits.some((one) => one === written)
      ? fits
      : [...fits, written];
  const keys = [...new Set([...all, 'exists', 'existsNot'])];
  return {
    schema: { type: 'string', title: text(conditionRowMessages.comparison), enum: keys },
    ui: { 'ui:enumNames': keys.map((key) => text(operatorWords[key as keyof typeof operatorWords])) },
  };
}

const operatorWords = {
  is: conditionRowMessages.is,
  in: conditionRowMessages.in,
  has: conditionRowMessages.has,
  hasAny: conditionRowMessages.hasAny,
  above: conditionRowMessages.above,
  atLeast: conditionRowMessages.atLeast,
  atMost: conditionRowMessages.atMost,
  below: conditionRowMessages.below,
  before: conditionRowMessages.before,
  after: conditionRowMessages.after,
  exists: conditionRowMessages.exists,
  existsNot: conditionRowMessages.existsNot,
} as const;

export function operatorKeyOf(row: ConditionRow): string | undefined {
  const operator = operatorOf(row);
  return operator === 'exists' && row['exists'] === false ? 'existsNot' : operator;
}

/** A value stays if the other comparison takes it too. */
export function withOperator(row: ConditionRow, key: string | undefined): ConditionRow {
  const operator = writtenOperator(row);
  const subject = Object.entries(row).filter(([one]) => !isOperator(one));
  if (key === undefined) return Object.fromEntries(subject);
  if (key === 'exists' || key === 'existsNot')
    return Object.fromEntries([...subject, ['exists', key === 'exists']]);
  const before = operator === undefined || operator === 'exists' ? '' : row[operator];
  const [first = ''] = [before].flat();
  const value = takesSeveral(key) ? [before].flat().filter((one) => one !== '') : first;
  return Object.fromEntries([...subject, [key, value]]);
}

function takesSeveral(operator: string): boolean {
  return operator === 'in' || operator === 'hasAny';
}

/** Null: the comparison needs no value. */
export function valueQuestion(
  { choices }: ConditionGrammarModel,
  subject: ConditionSubjectModel | undefined,
  operator: Operator | undefined,
): ConditionQuestion | null {
  if (operator === undefined || operator === 'exists') return null;
  const title = text(conditionRowMessages.value);
  const list = choices[subject?.choices ?? -1];
  if (list !== undefined) {
    const one = { type: 'string', enum: list.map(({ value }) => value) };
    const named = { 'ui:enumNames': list.map((choice) => choice.title) };
    return takesSeveral(operator)
      ? { schema: { type: 'array', title, items: one, uniqueItems: true }, ui: named }
      : { schema: { ...one, title }, ui: named };
  }
  if (takesSeveral(operator)) return linesQuestion(subject?.type === 'number' ? 'numbers' : 'texts');
  const ui = subject?.unit == null ? {} : { 'ui:unit': subject.unit };
  switch (subject?.type) {
    case 'flag':
      return { schema: { type: 'boolean', title }, ui: yesNo() };
    case 'number':
      return { schema: { type: 'number', title }, ui };
    case 'date':
      return { schema: { type: 'string', format: 'date', title }, ui };
    default:
      return {
        schema: {
          type: ofNumbers.some((one) => one === operator && one !== 'is') ? 'number' : 'string',
          title,
        },
        ui,
      };
  }
}

function linesQuestion(lines: 'texts' | 'numbers'): ConditionQuestion {
  return {
    schema: { type: 'string', title: text(conditionRowMessages.value) },
    ui: { 'ui:widget': 'textarea', 'ui:help': text(editingMessages.oneALine) },
    lines,
  };
}

function yesNo(): JsonSchema {
  return {
    'ui:widget': 'select',
    'ui:enumNames': [text(conditionRowMessages.yes), text(conditionRowMessages.no)],
  };
}

/** The form of the value of a word; undefined: the row compares a subject. */
export function wordQuestion(
  { words }: ConditionGrammarModel,
  row: ConditionRow,
): ConditionQuestion | undefined {
  const subject = subjectOf(row);
  if (subject === null || subject.name !== null) return undefined;
  const known = words.find(({ word }) => word === subject.word);
  const title = text(conditionRowMessages.value);
  if (known === undefined)
    return Array.isArray(row[subject.word])
      ? linesQuestion('texts')
      : { schema: { type: 'string', title }, ui: {} };
  const ui = known.schema['type'] === 'boolean' ? { ...known.uiSchema, ...yesNo() } : known.uiSchema;
  return { schema: { ...known.schema, title }, ui };
}
