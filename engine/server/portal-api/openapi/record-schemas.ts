/** Records, their checklist items and their history as schemas. */
import { object, ref } from './operation.ts';

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const dayOrNull = { type: ['string', 'null'], format: 'date' };
const flag = { type: 'boolean' };
const time = { type: 'string', format: 'date-time' };
const mapping = { type: 'object' };

const action = object(
  {
    name: text,
    title: text,
    input: textOrNull,
    books: textOrNull,
    bulk: flag,
    pick: { anyOf: [object({ many: flag }), { type: 'null' }] },
    to: text,
  },
  ['name', 'title', 'input'],
);

const waiting = object({
  who: { enum: ['you', 'party', 'office', 'parts'] },
  key: textOrNull,
  title: textOrNull,
});
const step = object({ state: text, title: text, key: textOrNull, who: textOrNull });
const parts = object({ type: text, done: { type: 'integer' }, total: { type: 'integer' } });
const answered = object({ name: text, form: text });
const clock = object({
  name: text,
  title: text,
  state: { enum: ['running', 'paused', 'stopped'] },
  due: time,
  lapsed: flag,
});
const booking = object({ calendar: text, office: textOrNull, from: time, to: time });
const document = object({
  code: text,
  document: text,
  title: text,
  number: textOrNull,
  variant: textOrNull,
  state: { enum: ['valid', 'expired', 'suspended', 'revoked'] },
  issued_at: time,
  valid_until: textOrNull,
});

const certainty = {
  enum: ['law', 'practice', 'assumption', null],
  description: 'How sure the source is; null: not said.',
};

const item = object({
  id: text,
  title: text,
  evidence: { enum: ['file', 'inspection'] },
  state: { enum: ['missing', 'filed', 'accepted', 'returned', 'waived', 'expired', 'asked-again'] },
  optional: flag,
  help: textOrNull,
  source: textOrNull,
  certainty,
  accepts: { type: 'array', items: text },
  remark: textOrNull,
  files: {
    type: 'array',
    items: object({ id: text, name: text, type: text, bytes: { type: 'integer' } }),
  },
  dated: {
    ...flag,
    description: 'It is good for some time only: the day that stands on it is said with it.',
  },
  issued_on: { ...dayOrNull, description: 'That day; null: not said.' },
  valid_until: { ...dayOrNull, description: 'The last day on which it is good, as far as that is known.' },
  held: {
    anyOf: [
      object({ document: text, title: text, number: textOrNull, valid_until: textOrNull }),
      { type: 'null' },
    ],
    description: 'A document that the portal itself has issued to the owner.',
  },
  editable: flag,
});

const record = object({
  view: { enum: ['read', 'summary', 'public'], description: 'How much of it the caller sees.' },
  type: text,
  slug: text,
  number: textOrNull,
  state: text,
  kind: textOrNull,
  owner: textOrNull,
  owner_name: textOrNull,
  office: textOrNull,
  unit: textOrNull,
  parent: textOrNull,
  ancestors: { type: 'array', items: object({ type: text, slug: text, visible: flag }) },
  version: { type: 'integer', minimum: 1 },
  due: { type: ['string', 'null'], format: 'date-time' },
  since: time,
  clocks: { type: 'array', items: clock },
  booking: { anyOf: [booking, { type: 'null' }] },
  documents: { type: 'array', items: document },
  data: mapping,
  shown: mapping,
  labels: {
    type: 'object',
    description: 'Titles of keys in the columns of its lists: column, key, title.',
    additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
  },
  form: textOrNull,
  created_at: time,
  filed_at: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When it was sent for the first time: it first left the state that it began in.',
  },
  updated_at: time,
  actions: { type: 'array', items: action, description: 'What the caller may do now.' },
  blocked: {
    ...textOrNull,
    description:
      'Why nobody may change it: the configuration no longer has its kind, department, form or state.',
  },
  editable: flag,
  verified: {
    type: 'array',
    items: text,
    description: 'Fields that stay as they were verified, though the record may be changed.',
  },
  items: { type: 'array', items: item },
  review: object({ accept: flag, waive: flag }),
  waits_for: { anyOf: [waiting, { type: 'null' }], description: 'Who has it now.' },
  next: { type: 'array', items: step, description: 'The states that lead on to a good end.' },
  parts: { type: 'array', items: parts, description: 'How far the records below it are.' },
  basis: {
    anyOf: [object({ source: textOrNull, certainty }), { type: 'null' }],
    description: 'On what its requirement kind stands.',
  },
  begins: { type: 'array', items: text, description: 'Types that the caller may begin below it now.' },
  answered: {
    type: 'array',
    items: answered,
    description: 'Steps whose answers it keeps, in `data` under the name of the step.',
  },
});

const event = object({
  at: time,
  who: text,
  department: textOrNull,
  what: text,
  text,
  remark: textOrNull,
  state: text,
});

export const recordSchemas = {
  Record: record,
  RecordPage: object(
    {
      items: { type: 'array', items: ref('schemas', 'Record') },
      next: textOrNull,
      total: { type: 'integer' },
      reason: {
        type: 'string',
        description: 'Why the caller sees none of these records; left out where there is nothing to explain.',
      },
    },
    ['items', 'next', 'total'],
  ),
  Event: event,
};
