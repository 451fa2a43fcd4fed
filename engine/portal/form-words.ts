/** What is said when an answer does not fit: never "invalid", always what a good answer looks like. */
import type { JsonSchema } from './form.ts';
import { say, type Words } from './say.ts';
import { formMessages } from '../locales/forms.ts';

/** One fault as a JSON Schema validator reports it. */
export interface Fault {
  readonly keyword: string;
  /** JSON pointer to the answer. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The question that an answer belongs to. */
export interface Question {
  readonly schema: JsonSchema;
  readonly uiSchema: JsonSchema;
}

/** One sentence for the person who gave the answer. */
export function sayFault({ keyword, params }: Fault, question: Question, words: Words): string {
  const sentence = sentences[keyword];
  return sentence === undefined ? say(words, formMessages.doesNotFit) : sentence({ params, question, words });
}

/** What is said where an answer is missing. */
export function sayMissing({ schema }: Question, words: Words): string {
  if (schema.const === true) return say(words, formMessages.notTicked);
  if (schema.type === 'boolean' || Array.isArray(schema.enum)) return say(words, formMessages.noAnswerChosen);
  if (schema.type === 'array') return say(words, formMessages.noRows);
  return schema.format === 'date'
    ? say(words, formMessages.dateMissing)
    : say(words, formMessages.answerMissing);
}

interface Told {
  readonly params: Fault['params'];
  readonly question: Question;
  readonly words: Words;
}

type Sentence = (told: Told) => string;

const sentences: Readonly<Partial<Record<string, Sentence>>> = {
  required: ({ question, words }) => sayMissing(question, words),
  dependentRequired: ({ question, words }) => sayMissing(question, words),
  type: ({ params: { type }, question: { schema }, words }) => sayType(String(schema.type ?? type), words),
  minimum: ({ params, words }) => say(words, formMessages.numberBelowMinimum, limitOf(params)),
  maximum: ({ params, words }) => say(words, formMessages.numberAboveMaximum, limitOf(params)),
  exclusiveMinimum: ({ params, words }) => say(words, formMessages.numberNotAbove, limitOf(params)),
  exclusiveMaximum: ({ params, words }) => say(words, formMessages.numberNotBelow, limitOf(params)),
  multipleOf: ({ params, words }) =>
    say(words, formMessages.notAMultiple, { number: sayNumber(params.multipleOf) }),
  minLength: ({ params, words }) =>
    params.limit === 1
      ? say(words, formMessages.answerMissing)
      : say(words, formMessages.tooShort, limitOf(params)),
  maxLength: ({ params, question, words }) =>
    widgetOf(question) in examples
      ? sayPattern(question, words)
      : say(words, formMessages.tooLong, limitOf(params)),
  pattern: ({ question, words }) => sayPattern(question, words),
  format: ({ params, words }) => (formats[String(params.format)] ?? asAsked)(words),
  enum: ({ question, words }) => sayChoices(question, words),
  const: ({ params: { allowedValue }, words }) =>
    allowedValue === true
      ? say(words, formMessages.notTicked)
      : say(words, formMessages.notTheOneValue, { value: String(allowedValue) }),
  oneOf: ({ words }) => say(words, formMessages.notOffered),
  anyOf: ({ words }) => say(words, formMessages.notOffered),
  minItems: ({ params, words }) =>
    params.limit === 1
      ? say(words, formMessages.noRows)
      : say(words, formMessages.tooFewRows, limitOf(params)),
  maxItems: ({ params, words }) => say(words, formMessages.tooManyRows, limitOf(params)),
  uniqueItems: ({ words }) => say(words, formMessages.repeatedRow),
  additionalProperties: ({ words }) => say(words, formMessages.noSuchQuestion),
  unevaluatedProperties: ({ words }) => say(words, formMessages.noSuchQuestion),
  contains: ({ words }) => say(words, formMessages.neededRowMissing),
};

type Example = (words: Words) => string;

const examples: Readonly<Record<string, Example>> = {
  money: (words) => say(words, formMessages.notAnAmount),
  phone: (words) => say(words, formMessages.notATelephoneNumber),
};

const email: Example = (words) => say(words, formMessages.notAnEmailAddress);

const formats: Readonly<Partial<Record<string, Example>>> = {
  email,
  'idn-email': email,
  date: (words) => say(words, formMessages.notADate),
  time: (words) => say(words, formMessages.notATime),
  'date-time': (words) => say(words, formMessages.notADateAndTime),
  uri: (words) => say(words, formMessages.notAWebAddress),
};

function asAsked(words: Words): string {
  return say(words, formMessages.notAsAsked);
}

function sayType(type: string, words: Words): string {
  switch (type) {
    case 'integer':
      return say(words, formMessages.notAWholeNumber);
    case 'number':
      return say(words, formMessages.notANumber);
    case 'boolean':
      return say(words, formMessages.notYesOrNo);
    case 'array':
      return say(words, formMessages.notAList);
    case 'object':
      return say(words, formMessages.partNotAnswered);
    default:
      return say(words, formMessages.notText);
  }
}

/** The author's own help says best what a good answer looks like. */
function sayPattern(question: Question, words: Words): string {
  const own = examples[widgetOf(question)];
  if (own !== undefined) return own(words);
  const help = question.uiSchema['ui:help'] ?? question.schema.description;
  return typeof help === 'string' ? help : asAsked(words);
}

function sayChoices({ schema, uiSchema }: Question, words: Words): string {
  const names: unknown = uiSchema['ui:enumNames'] ?? schema.enum;
  if (!Array.isArray(names) || names.length > 6) return say(words, formMessages.notInList);
  return say(words, formMessages.notAmongChoices, { choices: names.join(', ') });
}

function limitOf({ limit }: Fault['params']): { limit: string } {
  return { limit: sayNumber(limit) };
}

function widgetOf({ uiSchema }: Question): string {
  return String(uiSchema['ui:widget'] ?? '');
}

function sayNumber(value: unknown): string {
  return typeof value === 'number'
    ? value.toLocaleString('en', { maximumFractionDigits: 10 })
    : String(value);
}
