/** Records, their checklist items and their history as schemas. */
import { object, ref } from './operation.ts';

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const flag = { type: 'boolean' };
const time = { type: 'string', format: 'date-time' };
const mapping = { type: 'object' };

const action = object({ name: text, title: text, input: textOrNull, to: text }, ['name', 'title', 'input']);

const item = object({
  id: text,
  title: text,
  evidence: { enum: ['file', 'inspection'] },
  state: { enum: ['missing', 'filed', 'accepted', 'returned', 'waived', 'expired'] },
  optional: flag,
  help: textOrNull,
  source: textOrNull,
  accepts: { type: 'array', items: text },
  remark: textOrNull,
  files: {
    type: 'array',
    items: object({ id: text, name: text, type: text, bytes: { type: 'integer' } }),
  },
  editable: flag,
});

const record = object({
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
  ancestors: { type: 'array', items: object({ type: text, slug: text }) },
  version: { type: 'integer', minimum: 1 },
  due: { type: ['string', 'null'], format: 'date-time' },
  data: mapping,
  shown: mapping,
  form: textOrNull,
  created_at: time,
  updated_at: time,
  actions: { type: 'array', items: action, description: 'What the caller may do now.' },
  editable: flag,
  items: { type: 'array', items: item },
  review: object({ accept: flag, waive: flag }),
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
  RecordPage: object({
    items: { type: 'array', items: ref('schemas', 'Record') },
    next: textOrNull,
    total: { type: 'integer' },
  }),
  Event: event,
};
