/** Records: lists, single records, their changes, their transitions and their history. */
import { Type, type Static } from 'typebox';
import { message } from '../locales/message.ts';
import { requestMessages } from '../locales/requests.ts';
import { dueFilters, leastLetters, waitFilters } from '../portal/model/record-type.ts';
import type { Contract } from './endpoint.ts';
import { Secret } from './follow.ts';
import {
  ChoiceCountsAnswer,
  FoundRecordsAnswer,
  RecordAnswer,
  RecordEventAnswer,
  RecordPageAnswer,
} from './record.ts';
import { Body, Fields, List, OneOf, OrNull, Text } from './schema.ts';

const tag = 'Records';
const ofType = { type: 'A record type.' };
const ofRecord = { ...ofType, slug: 'Slug of the record.' };

const text = (description: string) => Type.Optional(Type.String({ description }));

/** Rows of a page. */
export const pageRows = { usual: 25, most: 100 } as const;

const narrowed = Type.Object({
  list: text('One of the named lists.'),
  parent: text('Slug of the record that they belong to.'),
  naming: text('Slug of a record that their answers name.'),
  due: Type.Optional(
    OneOf(dueFilters, {
      description: 'Overdue; due within the next working days, until the end of today, or within seven days.',
    }),
  ),
  waits: Type.Optional(
    OneOf(waitFilters, { description: 'Whose turn it is: the caller’s office’s, or that of anybody else.' }),
  ),
  assigned: Type.Optional(
    OneOf(['me', 'nobody'], {
      description: 'On which the caller works, or on which nobody of the caller’s office works yet.',
    }),
  ),
  booked: Type.Optional(Type.String({ format: 'date', description: 'The day of a booking.' })),
  q: text('Words to search for.'),
  sort: text('A column; a minus before it reverses the order.'),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: pageRows.usual,
      description: `Records on a page; more than ${pageRows.most} count as ${pageRows.most}.`,
    }),
  ),
  rows: Type.Optional(
    OneOf(['parts'], {
      description: 'Each row also has the record’s current holder, its missing items and its result.',
    }),
  ),
  cursor: text('The `next` of the page before.'),
});

/** The names of the parameters of every list. */
export const listParameters = Object.keys(narrowed.properties);

/** The configuration decides the further filters of the list. */
export type RecordListInput = Readonly<Static<typeof narrowed> & Record<string, unknown>>;

type ChoiceCountsInput = RecordListInput & { readonly by: string };

/** The parameters of a list, and what to say about wrong ones. */
export const listQuery = {
  query: Type.Unsafe<RecordListInput>({ ...narrowed, additionalProperties: true }),
  messages: {
    assigned: message(requestMessages.assignedExpected),
    due: message(requestMessages.dueExpected),
    waits: message(requestMessages.waitsExpected),
    booked: message(requestMessages.dateExpected, { example: '2026-11-27' }),
    limit: message(requestMessages.limitExpected, { least: 1, most: pageRows.most }),
  },
} as const;

const PrefilledAnswer = Type.Object(
  { data: Fields, from: List(Type.Object({ type: Text, number: OrNull(Text) })) },
  { description: 'Answers, and the records that they come from.' },
);
export type PrefilledAnswers = Static<typeof PrefilledAnswer>;

const TwinAnswer = Type.Object(
  {
    fields: List(Text, {
      description: 'Its own answers that are the same: at the first of them filing would be refused.',
    }),
    twin: OrNull(Type.Object({ slug: Text, number: OrNull(Text) }), {
      description: 'The other record; null: there is none, or this caller may not read it.',
    }),
  },
  { description: 'The record that allows no second one with the same values.' },
);
export type RecordTwin = Static<typeof TwinAnswer>;

/** The response to a form that opens an account: it does not reveal whether the account existed. */
const NoRecord = Type.Unsafe<Readonly<Record<string, never>>>({
  type: 'object',
  properties: {},
  description: 'The same whether or not the address has an account.',
});

/** The endpoints that identify the caller themselves, in the transaction of the change. */
export const recordChanges = {
  'PATCH /records/:type/:slug': {
    id: 'record.change',
    tag,
    summary: 'Change answers. Left-out values do not change.',
    access: 'session',
    params: ofRecord,
    headers: ['idempotency', 'version'],
    body: Body({ data: Fields }),
    messages: { data: message(requestMessages.fieldsExpected) },
    answers: { 200: RecordAnswer },
    refusals: [400, 404, 409, 422, 428],
  },
  'POST /records/:type/:slug/:transition': {
    id: 'record.transition',
    tag,
    summary: 'Take a transition.',
    access: 'session',
    params: { ...ofRecord, transition: 'Name of the transition.' },
    headers: ['idempotency', 'version'],
    body: Body({ input: Type.Optional(OrNull(Fields)) }),
    messages: { input: message(requestMessages.fieldsExpected) },
    answers: { 200: RecordAnswer },
    refusals: [400, 404, 409, 422, 428],
  },
} as const satisfies Contract;

export const records = {
  'GET /records': {
    id: 'records.find',
    tag,
    summary: 'The newest records of every type that contain all words and that the caller may read.',
    access: 'session',
    query: Type.Object({
      q: Type.String({
        minLength: leastLetters,
        maxLength: 200,
        description: 'Numbers, names, or how they begin.',
      }),
    }),
    messages: { q: message(requestMessages.wordsExpected, { least: leastLetters, most: 200 }) },
    answers: { 200: FoundRecordsAnswer },
    refusals: [422],
  },
  'GET /records/:type': {
    id: 'record.list',
    tag,
    summary: 'The records of this type that the caller may see, a page at a time.',
    access: 'optional',
    params: ofType,
    ...listQuery,
    answers: { 200: RecordPageAnswer },
    refusals: [400, 404, 422],
  },
  'GET /records/:type/choices': {
    id: 'record.counts',
    tag,
    summary: 'How many records of a list have each value of one of its filters, under the others.',
    access: 'session',
    params: ofType,
    query: Type.Unsafe<ChoiceCountsInput>({
      ...Type.Object({ ...narrowed.properties, by: Type.String({ description: 'The filter, or `due`.' }) }),
      additionalProperties: true,
    }),
    messages: { ...listQuery.messages, by: message(requestMessages.filterUnknown) },
    answers: { 200: ChoiceCountsAnswer },
    refusals: [404, 422],
  },
  'GET /records/:type/prefill': {
    id: 'record.prefill',
    tag,
    summary: 'Initial answers for a new record of this type, from the caller’s other records.',
    access: 'session',
    params: ofType,
    answers: { 200: PrefilledAnswer },
    refusals: [404],
  },
  'GET /records/:type/:slug': {
    id: 'record.read',
    tag,
    summary: 'One record.',
    access: 'optional',
    params: ofRecord,
    answers: { 200: RecordAnswer },
    refusals: [404],
  },
  'GET /records/:type/:slug/twin': {
    id: 'record.twin',
    tag,
    summary: 'For a draft: the other record of which there may be only one with these values (`unique`).',
    access: 'session',
    params: ofRecord,
    answers: { 200: TwinAnswer },
    refusals: [404],
  },
  'GET /records/:type/:slug/events': {
    id: 'record.events',
    tag,
    summary: 'The changes of the record, oldest first.',
    access: 'session',
    params: ofRecord,
    answers: { 200: List(RecordEventAnswer, { description: 'The history.' }) },
    refusals: [403, 404],
  },
  'POST /records/:type': {
    id: 'record.create',
    tag,
    summary:
      'Create a record. A draft may be incomplete. Whoever is no owner sends it at once, if they may take the step that sends it.',
    access: 'optional',
    params: ofType,
    headers: ['idempotency'],
    body: Body({
      data: Type.Optional(OrNull(Fields)),
      parent: Type.Optional(OrNull(Text, { description: 'Slug of the record that it belongs to.' })),
      kind: Type.Optional(OrNull(Text, { description: 'A requirement kind, as set/kind.' })),
      follow: Type.Optional(
        Type.Unsafe<string>({
          ...Secret,
          description:
            'Only without an account: the secret of a link to the record, 32 random bytes in base64url. Whoever has it reads the record with `POST /followed-records`.',
        }),
      ),
    }),
    messages: {
      body: message(requestMessages.fieldsExpected),
      data: message(requestMessages.fieldsExpected),
    },
    answers: {
      201: RecordAnswer,
      202: NoRecord,
    },
    refusals: [400, 404, 409, 422, 429],
  },
} as const satisfies Contract;
