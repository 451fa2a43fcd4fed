/** What is said when an answer does not fit: never "invalid", always what a good answer looks like. */
import type { JsonSchema } from './form.ts';
import { say, type Words } from './say.ts';

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
  return sentence === undefined
    ? say(words, 'This does not fit with the other answers.')
    : sentence({ params, question, words });
}

/** What is said where an answer is missing. */
export function sayMissing({ schema }: Question, words: Words): string {
  if (schema.const === true) return say(words, 'Tick this to go on.');
  if (schema.type === 'boolean' || Array.isArray(schema.enum)) return say(words, 'Choose an answer.');
  if (schema.type === 'array') return say(words, 'Add at least one.');
  return schema.format === 'date' ? say(words, 'Enter the date.') : say(words, 'Fill this in.');
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
  minimum: ({ params, words }) => say(words, 'Enter {limit} or more.', limitOf(params)),
  maximum: ({ params, words }) => say(words, 'Enter {limit} or less.', limitOf(params)),
  exclusiveMinimum: ({ params, words }) => say(words, 'Enter more than {limit}.', limitOf(params)),
  exclusiveMaximum: ({ params, words }) => say(words, 'Enter less than {limit}.', limitOf(params)),
  multipleOf: ({ params, words }) =>
    say(words, 'Enter a multiple of {number}.', { number: sayNumber(params.multipleOf) }),
  minLength: ({ params, words }) =>
    params.limit === 1
      ? say(words, 'Fill this in.')
      : say(words, 'Write at least {limit} characters.', limitOf(params)),
  maxLength: ({ params, question, words }) =>
    widgetOf(question) in examples
      ? sayPattern(question, words)
      : say(words, 'Write at most {limit} characters.', limitOf(params)),
  pattern: ({ question, words }) => sayPattern(question, words),
  format: ({ params, words }) => (formats[String(params.format)] ?? asAsked)(words),
  enum: ({ question, words }) => sayChoices(question, words),
  const: ({ params: { allowedValue }, words }) =>
    allowedValue === true
      ? say(words, 'Tick this to go on.')
      : say(words, 'Enter {value}.', { value: String(allowedValue) }),
  oneOf: ({ words }) => say(words, 'Choose one of the answers that are offered.'),
  anyOf: ({ words }) => say(words, 'Choose one of the answers that are offered.'),
  minItems: ({ params, words }) =>
    params.limit === 1
      ? say(words, 'Add at least one.')
      : say(words, 'Add at least {limit}.', limitOf(params)),
  maxItems: ({ params, words }) => say(words, 'Keep at most {limit}.', limitOf(params)),
  uniqueItems: ({ words }) => say(words, 'Each may stand here only once.'),
  additionalProperties: ({ words }) => say(words, 'The form has no such question.'),
  unevaluatedProperties: ({ words }) => say(words, 'The form has no such question.'),
  contains: ({ words }) => say(words, 'One that is needed is missing here.'),
};

type Example = (words: Words) => string;

const examples: Readonly<Record<string, Example>> = {
  money: (words) => say(words, 'Enter an amount in digits, with at most two decimals, such as 1320.10.'),
  phone: (words) => say(words, 'Enter a telephone number with at least seven digits, such as 09171234567.'),
};

const email: Example = (words) => say(words, 'Enter an e-mail address, such as name@example.com.');

const formats: Readonly<Partial<Record<string, Example>>> = {
  email,
  'idn-email': email,
  date: (words) => say(words, 'Enter a date as year, month and day, such as 2026-11-21.'),
  time: (words) => say(words, 'Enter a time, such as 09:30:00Z.'),
  'date-time': (words) => say(words, 'Enter a date and a time, such as 2026-11-21T09:30:00Z.'),
  uri: (words) => say(words, 'Enter a web address, such as https://example.com.'),
};

function asAsked(words: Words): string {
  return say(words, 'Write this in the form that is asked for.');
}

function sayType(type: string, words: Words): string {
  switch (type) {
    case 'integer':
      return say(words, 'Enter a whole number, such as 12.');
    case 'number':
      return say(words, 'Enter a number, such as 12.5.');
    case 'boolean':
      return say(words, 'Answer yes or no.');
    case 'array':
      return say(words, 'Give a list.');
    case 'object':
      return say(words, 'Answer the questions in this part.');
    default:
      return say(words, 'Write text here.');
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
  if (!Array.isArray(names) || names.length > 6) return say(words, 'Choose one of the answers in the list.');
  return say(words, 'Choose one of these: {choices}.', { choices: names.join(', ') });
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
