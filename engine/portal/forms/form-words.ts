/** Makes the message for a wrong answer. It never says "invalid", but what a good answer looks like. */
import type { MessageTemplate } from '../../locales/catalogue.ts';
import type { JsonSchema } from '../model/form.ts';
import { codeFormatIn } from './code-format.ts';
import { configuredMessage } from '../text/tell.ts';
import { formMessages } from '../../locales/forms.ts';
import { message, type Message, type MessageValue } from '../../locales/message.ts';

/** One error as a JSON Schema validator reports it. */
export interface SchemaFault {
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

/** The message for the person who gave the answer. */
export function faultMessage({ keyword, params }: SchemaFault, question: Question): Message {
  return messageOf[keyword]?.({ params, question }) ?? message(formMessages.doesNotFit);
}

/** The message for a missing answer. */
export function missingMessage(question: Question): Message {
  const { schema } = question;
  if (schema.const === true) return message(formMessages.notTicked);
  if (schema.type === 'boolean' || Array.isArray(schema.enum)) return message(formMessages.noAnswerChosen);
  if (schema.type === 'array') return message(formMessages.noRows);
  if (schema.type === 'integer' || schema.type === 'number') return message(formMessages.numberMissing);
  if (widgetOf(question) === 'money') return message(formMessages.amountMissing);
  if ('ui:shape' in question.uiSchema) return message(formMessages.locationMissing);
  return schema.format === 'date' ? message(formMessages.dateMissing) : answerMissing(question);
}

function answerMissing({ schema: { title } }: Question): Message {
  if (typeof title !== 'string' || title === '') return message(formMessages.unnamedAnswerMissing);
  // “Enter “Why?”.” would be no sentence.
  if (title.endsWith('?')) return message(formMessages.questionNotAnswered);
  return message(formMessages.answerMissing, { title: { text: title, kind: 'question' } });
}

interface RefusedAnswer {
  readonly params: SchemaFault['params'];
  readonly question: Question;
}

const messageOf: Readonly<Partial<Record<string, (refused: RefusedAnswer) => Message>>> = {
  required: ({ question }) => missingMessage(question),
  dependentRequired: ({ question }) => missingMessage(question),
  type: ({ params: { type }, question }) => typeMessage(String(question.schema.type ?? type), question),
  minimum: ({ params }) => message(formMessages.numberBelowMinimum, limitOf(params)),
  maximum: ({ params }) => message(formMessages.numberAboveMaximum, limitOf(params)),
  exclusiveMinimum: ({ params }) => message(formMessages.numberNotAbove, limitOf(params)),
  exclusiveMaximum: ({ params }) => message(formMessages.numberNotBelow, limitOf(params)),
  multipleOf: ({ params }) => message(formMessages.notAMultiple, { number: numberOf(params.multipleOf) }),
  minLength: ({ params, question }) =>
    params.limit === 1
      ? answerMissing(question)
      : message(formMessages.tooShort, { count: Number(params.limit) }),
  maxLength: ({ params, question }) =>
    widgetOf(question) in examples || codeFormatIn(question.uiSchema) !== undefined
      ? patternMessage(question)
      : message(formMessages.tooLong, { count: Number(params.limit) }),
  pattern: ({ question }) => patternMessage(question),
  format: ({ params }) => message(formats[String(params.format)] ?? formMessages.notAsAsked),
  enum: ({ question }) => choicesMessage(question),
  const: ({ params: { allowedValue } }) =>
    allowedValue === true
      ? message(formMessages.notTicked)
      : message(formMessages.notTheOneValue, { value: String(allowedValue) }),
  oneOf: () => message(formMessages.notOffered),
  anyOf: () => message(formMessages.notOffered),
  minItems: ({ params }) =>
    params.limit === 1 ? message(formMessages.noRows) : message(formMessages.tooFewRows, limitOf(params)),
  maxItems: ({ params }) => message(formMessages.tooManyRows, limitOf(params)),
  uniqueItems: () => message(formMessages.repeatedRow),
  additionalProperties: () => message(formMessages.noSuchQuestion),
  unevaluatedProperties: () => message(formMessages.noSuchQuestion),
  contains: () => message(formMessages.neededRowMissing),
};

const examples: Readonly<Record<string, MessageTemplate<string>>> = {
  money: formMessages.notAnAmount,
  phone: formMessages.notATelephoneNumber,
  time: formMessages.notATime,
  location: formMessages.notALocation,
  area: formMessages.notAnArea,
};

const formats: Readonly<Partial<Record<string, MessageTemplate<string>>>> = {
  email: formMessages.notAnEmailAddress,
  'idn-email': formMessages.notAnEmailAddress,
  date: formMessages.notADate,
  'date-time': formMessages.notADateAndTime,
  uri: formMessages.notAWebAddress,
};

function typeMessage(type: string, question: Question): Message {
  switch (type) {
    case 'integer':
      return message(formMessages.notAWholeNumber);
    case 'number':
      return message(formMessages.notANumber);
    case 'boolean':
      return message(formMessages.notYesOrNo);
    case 'array':
      return message(formMessages.notAList);
    case 'object':
      return message(formMessages.partNotAnswered);
    default:
      return message(examples[widgetOf(question)] ?? formMessages.notText);
  }
}

/** The author's own help text is the best description of a good answer. */
function patternMessage(question: Question): Message {
  const own = examples[widgetOf(question)];
  if (own !== undefined) return message(own);
  const code = codeFormatIn(question.uiSchema);
  if (code !== undefined) return message(formMessages.notAsInExample, { example: code.example });
  const help = question.uiSchema['ui:help'] ?? question.schema.description;
  return typeof help === 'string' ? configuredMessage(help, 'question') : message(formMessages.notAsAsked);
}

function choicesMessage({ schema, uiSchema }: Question): Message {
  const titles: unknown = uiSchema['ui:enumNames'];
  const choices = Array.isArray(titles)
    ? titles.map((title): MessageValue => ({ text: String(title), kind: 'choice' }))
    : Array.isArray(schema.enum)
      ? schema.enum.map(String)
      : [];
  return choices.length === 0 || choices.length > 6
    ? message(formMessages.notInList)
    : message(formMessages.notAmongChoices, { choices: { oneOf: choices } });
}

function limitOf({ limit }: SchemaFault['params']): { limit: MessageValue } {
  return { limit: numberOf(limit) };
}

function widgetOf({ uiSchema }: Question): string {
  return String(uiSchema['ui:widget'] ?? '');
}

/** A whole number with less than five digits is not grouped, because it may be a year. */
function numberOf(value: unknown): number | string {
  const isGrouped = typeof value === 'number' && (!Number.isInteger(value) || Math.abs(value) >= 10_000);
  return isGrouped ? value : String(value);
}
