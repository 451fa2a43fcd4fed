import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { JsonSchema } from '../model/form.ts';
import { formDays } from './form-days.ts';
import { validateAnswers, type AnswerCheck } from './form-verdict.ts';
import { errorsInEnglish } from '../../../tests/portal/in-english.ts';

function judged(
  schema: JsonSchema,
  data: Record<string, unknown>,
  { draft = false, uiSchema = {} }: { readonly draft?: boolean; readonly uiSchema?: JsonSchema } = {},
) {
  const ajv = new Ajv2020({ allErrors: true, strict: false, messages: false });
  const validate = ajv.compile(schema);
  const form = { schema, uiSchema, conditions: [], verify: [] };
  const check: AnswerCheck = (answers) => (validate(answers) ? [] : (validate.errors ?? []));
  return errorsInEnglish(validateAnswers(form, data, { draft, check }));
}

const contact: JsonSchema = {
  type: 'object',
  properties: {
    reach: {
      title: 'Reach',
      oneOf: [
        { type: 'object', required: ['phone'], properties: { phone: { type: 'string' } } },
        {
          type: 'object',
          required: ['street', 'town', 'house'],
          properties: { street: { type: 'string' }, house: { type: 'string' } },
        },
      ],
    },
    size: {
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'm', title: 'Middle' },
      ],
    },
  },
};

test('for a choice between schemas the errors of the nearest one are reported', () => {
  expect(judged(contact, { reach: {} })).toEqual({ 'reach.phone': ['Enter an answer.'] });
  expect(judged(contact, { reach: { street: 'Pine', house: '1' } })).toEqual({
    'reach.phone': ['Enter an answer.'],
  });
});

test('a value that is not in the list of values is reported', () => {
  expect(judged(contact, { size: 'x' })).toEqual({ size: ['Choose one of the offered answers.'] });
});

test('a title that is a question is not repeated in the message', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['why', 'reason'],
    properties: { why: { type: 'string', title: 'Why?' }, reason: { type: 'string', title: 'Reason' } },
  };
  expect(judged(schema, {})).toEqual({ why: ['Answer this question.'], reason: ['Enter “Reason”.'] });
});

test('a question of a branch is reported by its name', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { pet: { type: 'boolean' } },
    allOf: [
      {
        if: { required: ['pet'], properties: { pet: { const: true } } },
        // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema.
        then: { required: ['age'], properties: { age: { type: 'integer', title: 'Age' } } },
      },
    ],
  };
  expect(judged(schema, { pet: true })).toEqual({ age: ['Enter a number.'] });
  expect(judged(schema, { pet: true, age: 'old' })).toEqual({ age: ['Enter a whole number, such as 12.'] });
  expect(judged(schema, { pet: true }, { draft: true })).toEqual({});
});

test.each([
  [{ type: 'integer', minimum: 2000 }, 5, 'Enter 2000 or more.'],
  [{ type: 'integer', minimum: 10_000 }, 5, 'Enter 10,000 or more.'],
  [{ type: 'number', maximum: 0.5 }, 5, 'Enter 0.5 or less.'],
  [{ type: 'string', minLength: 10 }, 'short', 'Enter at least 10 characters.'],
  [{ type: 'string', maxLength: 3 }, 'longer', 'Enter at most 3 characters.'],
  [{ type: 'string', maxLength: 1 }, 'longer', 'Enter at most 1 character.'],
  [{ type: 'string', enum: ['a', 'b'] }, 'c', 'Choose one of these: a or b.'],
  [{ type: 'boolean', const: true }, false, 'Tick this box to continue.'],
  [{ type: 'array', maxItems: 1 }, [1, 2], 'Keep at most 1.'],
  [{ type: 'array', uniqueItems: true }, [1, 1], 'Enter each one only once.'],
])('says what a good answer to %j looks like', (schema, value, message) => {
  expect(judged({ type: 'object', properties: { it: schema } }, { it: value })).toEqual({ it: [message] });
});

test('places of a list that is too long are not judged', () => {
  const site = { type: 'string' };
  const words = { 'ui:shape': 'area' };
  const crossing = 'POLYGON ((0 0,1 1,1 0,0 1,0 0))';
  const rows: JsonSchema = { type: 'array', maxItems: 1, items: site };
  const schema = { type: 'object', properties: { rows } };
  const uiSchema = { rows: { items: words } };
  expect(judged(schema, { rows: [crossing] }, { uiSchema })).toEqual({ 'rows.0': [expect.any(String)] });
  expect(judged(schema, { rows: [crossing, crossing] }, { uiSchema })).toEqual({ rows: ['Keep at most 1.'] });
});

const date = (title: string): JsonSchema => ({ type: 'string', format: 'date', title });
const visits = {
  schema: {
    type: 'object',
    properties: {
      seen: date('Seen'),
      from: date('First day'),
      to: date('Last day'),
      sent: date('Sent'),
      booked: date('Booked'),
      rows: { type: 'array', items: { type: 'object', properties: { planned: date('Planned') } } },
      days: { type: 'array', items: date('Day of a visit') },
      weeks: { type: 'array', items: { type: 'array', items: date('Day of the week') } },
      at: { type: 'string', title: 'Begins', format: 'date-time' },
      until: { type: 'string', title: 'Ends', format: 'date-time' },
    },
  },
  uiSchema: {
    seen: { 'ui:notBefore': 'created', 'ui:notAfter': 'today' },
    to: { 'ui:notBefore': 'from', 'ui:notAfter': 'any' },
    sent: { 'ui:notBefore': 'filed', 'ui:notAfter': { day: 'filed', by: { days: 0, months: 1 } } },
    booked: { 'ui:notBefore': 'any', 'ui:notAfter': { day: 'today', by: { days: 90 } } },
    rows: { items: { planned: { 'ui:notBefore': 'today' } } },
    days: { items: { 'ui:notBefore': 'from', 'ui:notAfter': { day: 'today', by: { days: 30 } } } },
    weeks: { items: { items: { 'ui:notBefore': 'today' } } },
    at: { 'ui:notBefore': 'from', 'ui:notAfter': 'today' },
    until: { 'ui:notBefore': 'at', 'ui:notAfter': 'any' },
  },
  conditions: [],
  verify: [],
};

const timeZone = 'Asia/Manila';

test.each([
  [{ seen: '2026-11-10' }, {}],
  [{ seen: '2026-11-22' }, {}],
  [{ seen: '2026-11-23' }, { seen: ['Enter a date that is not in the future.'] }],
  [{ seen: '2026-11-09' }, { seen: ['Enter 10 November 2026 or a later date: it was started on that day.'] }],
  [{ from: '2026-12-01', to: '2026-12-01' }, {}],
  [{ from: '2026-12-02', to: '2026-12-01' }, { to: ['Enter a date that is not before “First day”.'] }],
  [{ to: '2020-01-01' }, {}],
  [{ at: '2026-11-20T01:00:00.000Z', until: '2026-11-20T09:30:00+08:00' }, {}],
  [
    { at: '2026-11-20T01:00:00.000Z', until: '2026-11-20T00:59:00.000Z' },
    { until: ['Enter a date that is not before “Begins”.'] },
  ],
  [{ sent: '2026-11-16' }, {}],
  [{ sent: '2026-11-15' }, { sent: ['Enter 16 November 2026 or a later date: it was sent on that day.'] }],
  [{ sent: '2026-12-17' }, { sent: ['Enter 16 December 2026 or an earlier date.'] }],
  [{ booked: '2027-02-20' }, {}],
  [{ booked: '2027-02-21' }, { booked: ['Enter 20 February 2027 or an earlier date.'] }],
  [
    { rows: [{ planned: '2026-11-22' }, { planned: '2026-11-21' }] },
    { 'rows.1.planned': ['Enter today or a later date.'] },
  ],
  [{ days: ['2026-11-22', '2026-12-22'] }, {}],
  [
    { from: '2026-11-20', days: ['1900-01-01', '2026-11-20', '9999-12-31'] },
    {
      'days.0': ['Enter a date that is not before “First day”.'],
      'days.2': ['Enter 22 December 2026 or an earlier date.'],
    },
  ],
  [
    { weeks: [['2026-11-22'], ['2026-11-22', '2026-11-21']] },
    { 'weeks.1.1': ['Enter today or a later date.'] },
  ],
  // Still the 22nd in the portal's time zone, then the 23rd.
  [{ at: '2026-11-22T15:59:59Z' }, {}],
  [{ at: '2026-11-22T16:00:00Z' }, { at: ['Enter a date that is not in the future.'] }],
  [{ at: '9999-12-31 23:59:60Z' }, { at: ['Enter a date that is not in the future.'] }],
  [
    { from: '2026-11-20', at: '0001-01-01T00:00:00Z' },
    { at: ['Enter a date that is not before “First day”.'] },
  ],
])('a date keeps within its days: %j', (data, errors) => {
  const days = { timeZone, today: '2026-11-22', created: '2026-11-10', filed: '2026-11-16' };
  expect(errorsInEnglish(validateAnswers(visits, data, { draft: false, check: () => [], days }))).toEqual(
    errors,
  );
  expect(validateAnswers(visits, data, { draft: true, check: () => [], days })).toEqual({});
});

test.each([
  ['', null, '2026-11-22', '2026-11-22'],
  ['2026-11-10T08:00:00Z', null, '2026-11-10', '2026-11-22'],
  // Midnight in the time zone of the portal, not in UTC.
  ['2026-11-10T16:30:00Z', '2026-11-16T17:00:00Z', '2026-11-11', '2026-11-17'],
])('a record begun at "%s" and sent at "%s" has these days', (createdAt, filedAt, created, filed) => {
  const days = formDays({ timeZone }, { createdAt, filedAt }, '2026-11-22');
  expect(days).toEqual({ timeZone, today: '2026-11-22', created, filed });
});

test('where today is not known only the answers are compared with each other', () => {
  const data = { seen: '2999-01-01', from: '2026-12-02', to: '2026-12-01' };
  expect(Object.keys(validateAnswers(visits, data, { draft: false, check: () => [] }))).toEqual(['to']);
});

const refused: AnswerCheck = () => [
  { keyword: 'enum', instancePath: '/size', schemaPath: '', params: { allowedValues: ['s', 'l'] } },
  { keyword: 'minimum', instancePath: '/from', schemaPath: '', params: { limit: 0.0005 } },
];

test('what is wrong is data: each reader writes its dates, numbers and titles in their language', () => {
  const schema = {
    properties: {
      from: { type: 'string', title: 'First day' },
      to: { type: 'string', title: 'Last day' },
      size: { title: 'Size', type: 'string', enum: ['s', 'l'] },
    },
  };
  const uiSchema = { to: { 'ui:notBefore': 'from' }, size: { 'ui:enumNames': ['Small', 'Large'] } };
  const data = { from: '2026-11-05', to: '2026-11-04', size: 'm' };
  const visit = { schema, uiSchema, conditions: [], verify: [] };
  const errors = validateAnswers(visit, data, { draft: false, check: refused });
  expect(errors).toMatchObject({
    size: [
      {
        code: 'forms.not-among-choices',
        values: {
          choices: {
            oneOf: [
              { text: 'Small', kind: 'choice' },
              { text: 'Large', kind: 'choice' },
            ],
          },
        },
      },
    ],
    from: [{ code: 'forms.number-below-minimum', values: { limit: 0.0005 } }],
    to: [{ code: 'forms.date-before-other', values: { title: { text: 'First day', kind: 'question' } } }],
  });
  expect(errorsInEnglish(errors)).toEqual({
    size: ['Choose one of these: Small or Large.'],
    from: ['Enter 0.0005 or more.'],
    to: ['Enter a date that is not before “First day”.'],
  });
});

test('a code whose check digits do not fit is reported in rows and drafts, once', () => {
  const code = { type: 'string', pattern: '^\\d{4}-\\d{4}$' };
  const rows = { type: 'array', items: { type: 'object', properties: { card: code } } };
  const schema: JsonSchema = { type: 'object', properties: { card: code, cards: rows } };
  const ui = { 'ui:code': { shapes: ['####-####'], capitals: false, check: 'luhn', example: '1234-5674' } };
  const form = { schema, uiSchema: { card: ui, cards: { items: { card: ui } } }, conditions: [], verify: [] };
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
  const check: AnswerCheck = (answers) => (validate(answers) ? [] : (validate.errors ?? []));
  const cards = [{ card: '1234-5674' }, { card: '1243-5674' }];
  const mistyped = ['Check this code: at least one character is wrong or at another place.'];
  expect(errorsInEnglish(validateAnswers(form, { card: '12', cards }, { draft: true, check }))).toEqual({
    card: ['Enter it as in this example: 1234-5674.'],
    'cards.1.card': mistyped,
  });
});
