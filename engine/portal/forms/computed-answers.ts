/** Computes the answers that follow from others, such as a total. Browser and server use the same code. */
import { districtsIn } from '../geography/districts.ts';
import { districtOf } from '../geography/locate.ts';
import type { AnswerComputation, Computation, JsonSchema } from '../model/form.ts';
import { digitsOf } from '../values/fraction.ts';
import { isMapping, mappingOf } from '../values/is-mapping.ts';
import { type Answers, type ConditionalForm, countedAnswers, isAsked } from './form-conditions.ts';
import { propertiesOf } from './form-levels.ts';
import { type FigureScope, figureOf, knowsNamed, type NamedAnswers, readBy } from './figures.ts';
import type { Question } from './form-words.ts';

/** How the answer to a question is computed; null: people answer it. */
export function computationIn(uiSchema: JsonSchema): AnswerComputation | null {
  const said = uiSchema['ui:compute'];
  return isMapping(said) ? (said as AnswerComputation) : null;
}

export interface ComputedQuestion {
  /** Keys from the root, without list rows. */
  readonly keys: readonly string[];
  readonly schema: JsonSchema;
  readonly uiSchema: JsonSchema;
  readonly computation: AnswerComputation;
  /** The words of the questions of its level, by name. */
  readonly beside: JsonSchema;
}

const known = new WeakMap<JsonSchema, readonly ComputedQuestion[]>();

/** The computed questions of a form, at every level. */
export function computedQuestions({ schema, uiSchema }: Question): readonly ComputedQuestion[] {
  const before = known.get(uiSchema);
  if (before !== undefined) return before;
  const found = computedBelow({ schema, uiSchema }, []);
  known.set(uiSchema, found);
  return found;
}

function computedBelow({ schema, uiSchema }: Question, keys: readonly string[]): ComputedQuestion[] {
  if (isMapping(schema.items)) {
    return computedBelow({ schema: schema.items, uiSchema: mappingOf(uiSchema.items) }, keys);
  }
  return Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const ui = mappingOf(uiSchema[name]);
    const computation = computationIn(ui);
    const path = [...keys, name];
    const own =
      computation === null
        ? []
        : [{ keys: path, schema: property, uiSchema: ui, computation, beside: uiSchema }];
    return [...own, ...computedBelow({ schema: property, uiSchema: ui }, path)];
  });
}

/** What the figures of the form read of the records that the question names. */
export function readThrough(form: Question, question: string): string[] {
  const paths = computedQuestions(form).flatMap(({ keys, computation }) =>
    'district' in computation
      ? []
      : readBy(computation).paths.map((path) => [...keys.slice(0, -1), path].join('.')),
  );
  const read = paths.flatMap((path) =>
    path.startsWith(`${question}.`) ? [path.slice(question.length + 1)] : [],
  );
  return [...new Set(read)];
}

/**
 * The answers with the computed ones; the same object if none changes. Only answers that apply are read.
 * @param named the answers of the records that answers name. A figure about one that is not known stays as it is
 */
export function computeAnswers<T extends Answers>(
  form: Question & ConditionalForm,
  answers: T,
  named: NamedAnswers = new Map(),
): T {
  const questions = computedQuestions(form);
  let data: Answers = answers;
  // A total may be a part of another one, and a condition may read it.
  for (let left = questions.length + form.conditions.length; left >= 0 && questions.length > 0; left -= 1) {
    const next = computedOnce(form, questions, { answers: data, named });
    if (next === data) break;
    data = next;
  }
  return data as T;
}

function computedOnce(
  form: Question & ConditionalForm,
  questions: readonly ComputedQuestion[],
  { answers, named }: { readonly answers: Answers; readonly named: NamedAnswers },
): Answers {
  const counted = countedAnswers(form, answers);
  return questions.reduce((data, question) => {
    const condition = form.conditions.find(({ property }) => property === question.keys.join('.'));
    const value: ValuePlace['value'] = (level, above, before) =>
      isAsked(condition, { ...above, ...level })
        ? answerFrom({ level, above, named }, question, before)
        : undefined;
    return withValue(data, { schema: form.schema, counted, keys: question.keys, above: {}, value });
  }, answers);
}

interface ValuePlace {
  /** Of the level, or of the list. */
  readonly schema: JsonSchema;
  /** The answers of the level that apply. */
  readonly counted: unknown;
  readonly keys: readonly string[];
  /** Answers of the levels above that apply. */
  readonly above: Answers;
  readonly value: (level: Answers, above: Answers, before: unknown) => unknown;
}

/**
 * Sets the value at each place with these keys: in every row of a list on the way. The rows beyond the most that the
 * form accepts stay as they are, because it refuses the list.
 */
function withValue<T>(data: T, { schema, counted, keys, above, value }: ValuePlace): T {
  if (Array.isArray(data)) {
    const rows: unknown[] = data.map((row: unknown, index) => {
      if (index >= Number(schema.maxItems ?? Infinity)) return row;
      const own: unknown = Array.isArray(counted) ? counted[index] : undefined;
      return withValue(row, { schema: mappingOf(schema.items), counted: own, keys, above, value });
    });
    return rows.some((row, index) => row !== data[index]) ? (rows as T) : data;
  }
  const [key, ...rest] = keys;
  if (!isMapping(data) || key === undefined) return data;
  const level = mappingOf(counted);
  if (rest.length > 0) {
    const inside = { schema: propertiesOf(schema)[key] ?? {}, counted: level[key], keys: rest };
    const place = { ...inside, above: { ...above, ...level }, value };
    const inner = withValue(data[key], place);
    return inner === data[key] ? data : { ...data, [key]: inner };
  }
  const next = value(level, above, data[key]);
  if (next === data[key]) return data;
  if (next !== undefined) return { ...data, [key]: next };
  const { [key]: _, ...others } = data;
  return others as T;
}

function answerFrom(
  scope: FigureScope,
  { schema, computation, beside }: ComputedQuestion,
  before: unknown,
): unknown {
  if (!('district' in computation))
    return knowsNamed(computation, scope) ? computedFrom(scope, { schema, computation }) : before;
  const districts = districtsIn(mappingOf(beside[computation.district]));
  return districts === null ? undefined : districtOf(districts, scope.level[computation.district]);
}

/** The figure as the question stores it; undefined while there is none. */
export function computedFrom(
  scope: FigureScope,
  { schema, computation }: { readonly schema: JsonSchema; readonly computation: Computation },
): unknown {
  const figure = figureOf(computation, scope);
  if (figure === undefined) return undefined;
  const digits = digitsOf(figure);
  return schema.type === 'string' ? digits.replace(/\.\d$/, '$&0') : Number(digits);
}
