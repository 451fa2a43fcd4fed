/** Lookups: public rows, and rows that offices maintain. */
import { Type, type Static } from 'typebox';
import { message } from '../locales/message.ts';
import { requestMessages } from '../locales/requests.ts';
import type { LookupRow } from '../portal/model/portal.ts';
import type { Contract } from './endpoint.ts';
import { Body, Described, Fields, Flag, List, OrNull, Text } from './schema.ts';

const Row = Type.Object({
  value: Type.String({ description: 'The value that records store.' }),
  row: Fields,
  retired: Type.Boolean({ description: 'It is no longer offered.' }),
  version: Type.Integer({ minimum: 0, description: '0: unchanged from the configuration’s file.' }),
  changed_at: OrNull(Text),
  changed_by: OrNull(Text),
});
export type WireEditedRow = Static<typeof Row>;

const Lookup = Type.Object(
  {
    name: Text,
    title: Text,
    form: Type.String({ description: 'Hash of the form for one row.' }),
    rows: List(Row),
  },
  { description: 'The lookup, with every row.' },
);
export type WireLookup = Static<typeof Lookup>;

const tag = 'Lookups';
const params = { name: 'Name of the lookup.' };
const messages = { row: message(requestMessages.fieldsExpected) };

export const lookups = {
  'GET /lookups/:name': {
    id: 'lookup.kept',
    tag,
    summary: 'All rows, for people who may edit them.',
    access: 'session',
    params,
    answers: { 200: Lookup },
    refusals: [403, 404],
  },
  'POST /lookups/:name': {
    id: 'lookup.add',
    tag,
    summary: 'Add a row. Forms, fees and kinds use it at once.',
    access: 'session',
    params,
    body: Body({ row: Type.Optional(Fields) }),
    messages,
    answers: { 201: Lookup },
    refusals: [404, 422, 503],
  },
  'PATCH /lookups/:name/:value': {
    id: 'lookup.change',
    tag,
    summary:
      'Change a row, retire it, or offer it again. Rows are never deleted, because records refer to them.',
    access: 'session',
    params: { ...params, value: 'The value that records store.' },
    headers: ['version'],
    body: Body({ row: Type.Optional(Fields), retired: Type.Optional(Flag) }),
    messages,
    answers: { 200: Lookup },
    refusals: [400, 404, 409, 422, 428, 503],
  },
} as const satisfies Contract;

export const publicLookups = {
  'GET /:lookup': {
    id: 'lookup',
    tag,
    summary: 'Values and their labels.',
    access: 'everyone',
    params: { lookup: 'Name of a lookup that everybody may read.' },
    answers: { 200: List(Described<LookupRow>('A row.'), { description: 'The rows.' }) },
    refusals: [404],
  },
} as const satisfies Contract;
