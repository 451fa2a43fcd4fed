/** What is said when an answer does not fit: never "invalid", always what a good answer looks like. */
import type { JsonSchema } from './form.ts';

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
export function sayFault({ keyword, params }: Fault, question: Question): string {
  const sentence = sentences[keyword];
  return sentence === undefined ? 'This does not fit with the other answers.' : sentence(params, question);
}

/** What is said where an answer is missing. */
export function sayMissing({ schema }: Question): string {
  if (schema.const === true) return 'Tick this to go on.';
  if (schema.type === 'boolean' || Array.isArray(schema.enum)) return 'Choose an answer.';
  if (schema.type === 'array') return 'Add at least one.';
  return schema.format === 'date' ? 'Enter the date.' : 'Fill this in.';
}

type Sentence = (params: Fault['params'], question: Question) => string;

const sentences: Readonly<Partial<Record<string, Sentence>>> = {
  required: (_, question) => sayMissing(question),
  dependentRequired: (_, question) => sayMissing(question),
  type: ({ type }, { schema }) => sayType(String(schema.type ?? type)),
  minimum: ({ limit }) => `Enter ${sayNumber(limit)} or more.`,
  maximum: ({ limit }) => `Enter ${sayNumber(limit)} or less.`,
  exclusiveMinimum: ({ limit }) => `Enter more than ${sayNumber(limit)}.`,
  exclusiveMaximum: ({ limit }) => `Enter less than ${sayNumber(limit)}.`,
  multipleOf: ({ multipleOf }) => `Enter a multiple of ${sayNumber(multipleOf)}.`,
  minLength: ({ limit }) =>
    limit === 1 ? 'Fill this in.' : `Write at least ${sayNumber(limit)} characters.`,
  maxLength: ({ limit }, question) =>
    widgetOf(question) in examples ? sayPattern(question) : `Write at most ${sayNumber(limit)} characters.`,
  pattern: (_, question) => sayPattern(question),
  format: ({ format }) => formats[String(format)] ?? 'Write this in the form that is asked for.',
  enum: (_, question) => sayChoices(question),
  const: ({ allowedValue }) =>
    allowedValue === true ? 'Tick this to go on.' : `Enter ${String(allowedValue)}.`,
  oneOf: () => 'Choose one of the answers that are offered.',
  anyOf: () => 'Choose one of the answers that are offered.',
  minItems: ({ limit }) => (limit === 1 ? 'Add at least one.' : `Add at least ${sayNumber(limit)}.`),
  maxItems: ({ limit }) => `Keep at most ${sayNumber(limit)}.`,
  uniqueItems: () => 'Each may stand here only once.',
  additionalProperties: () => 'The form has no such question.',
  unevaluatedProperties: () => 'The form has no such question.',
  contains: () => 'One that is needed is missing here.',
};

const examples: Readonly<Record<string, string>> = {
  money: 'Enter an amount in digits, with at most two decimals, such as 1320.10.',
  phone: 'Enter a telephone number with at least seven digits, such as 09171234567.',
};

const formats: Readonly<Partial<Record<string, string>>> = {
  email: 'Enter an e-mail address, such as name@example.com.',
  'idn-email': 'Enter an e-mail address, such as name@example.com.',
  date: 'Enter a date as year, month and day, such as 2026-11-21.',
  time: 'Enter a time, such as 09:30:00Z.',
  'date-time': 'Enter a date and a time, such as 2026-11-21T09:30:00Z.',
  uri: 'Enter a web address, such as https://example.com.',
};

function sayType(type: string): string {
  switch (type) {
    case 'integer':
      return 'Enter a whole number, such as 12.';
    case 'number':
      return 'Enter a number, such as 12.5.';
    case 'boolean':
      return 'Answer yes or no.';
    case 'array':
      return 'Give a list.';
    case 'object':
      return 'Answer the questions in this part.';
    default:
      return 'Write text here.';
  }
}

/** The author's own help says best what a good answer looks like. */
function sayPattern(question: Question): string {
  const own = examples[widgetOf(question)];
  if (own !== undefined) return own;
  const help = question.uiSchema['ui:help'] ?? question.schema.description;
  return typeof help === 'string' ? help : 'Write this in the form that is asked for.';
}

function sayChoices({ schema, uiSchema }: Question): string {
  const names: unknown = uiSchema['ui:enumNames'] ?? schema.enum;
  if (!Array.isArray(names) || names.length > 6) return 'Choose one of the answers in the list.';
  return `Choose one of these: ${names.join(', ')}.`;
}

function widgetOf({ uiSchema }: Question): string {
  return String(uiSchema['ui:widget'] ?? '');
}

function sayNumber(value: unknown): string {
  return typeof value === 'number'
    ? value.toLocaleString('en', { maximumFractionDigits: 10 })
    : String(value);
}
