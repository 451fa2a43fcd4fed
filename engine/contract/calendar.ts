/** The choices of a transition: free slots, and accounts. */
import { Type, type Static } from 'typebox';
import { message } from '../locales/message.ts';
import { requestMessages } from '../locales/requests.ts';
import { mostOwners } from '../portal/model/workflow.ts';
import type { Contract } from './endpoint.ts';
import { Count, List, Moment, Text } from './schema.ts';

const mostDays = 62;
/** Days of slots, if the query does not name a number. */
export const usualDays = 31;

const Slot = Type.Object({ from: Moment, to: Moment, free: Count });
export type WireSlot = Static<typeof Slot>;

const Choice = Type.Object({ value: Text, label: Text });
export type AccountChoice = Static<typeof Choice>;

const facts = {
  tag: 'Records',
  access: 'session',
  params: { type: 'A record type.', slug: 'Slug of the record.', transition: 'Name of the transition.' },
} as const;

export const calendar = {
  'GET /records/:type/:slug/:transition/slots': {
    ...facts,
    id: 'record.slots',
    summary: 'The times that can still be booked, for callers who may take the transition now.',
    query: Type.Object({
      from: Type.Optional(
        Type.String({
          format: 'date',
          description: 'First day; if left out, the first that can be booked.',
        }),
      ),
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: mostDays,
          default: usualDays,
          description: 'The number of days.',
        }),
      ),
    }),
    messages: {
      from: message(requestMessages.dateExpected, { example: '2026-11-27' }),
      days: message(requestMessages.limitExpected, { least: 1, most: mostDays }),
    },
    answers: {
      200: List(Slot, {
        description: 'The slots in order. `free` is the number of free places; 0: the slot is full.',
      }),
    },
    refusals: [403, 404, 422],
  },
  'GET /records/:type/:slug/:transition/choices': {
    ...facts,
    id: 'record.choices',
    summary: 'The accounts that can be chosen. The answer `pick` is a list of their values.',
    query: Type.Object({ q: Type.Optional(Type.String({ description: 'Part of a name.' })) }),
    answers: { 200: List(Choice, { description: 'By name, at most twenty.' }) },
    refusals: [403, 404],
  },
  'GET /records/:type/:slug/:transition/owners': {
    ...facts,
    id: 'record.owners',
    summary:
      'How many owners of records the answer `pick` would choose. The query has the filters of the list, as the answer does.',
    query: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
    answers: {
      200: Type.Object({
        total: Type.Integer({ minimum: 0, description: `Exact up to ${mostOwners}.` }),
        more: Type.Optional(
          Type.Literal(true, {
            description: `There are more than ${mostOwners}, and the step refuses them.`,
          }),
        ),
        had: Type.Integer({
          minimum: 0,
          description: 'How many of them already have a record that the step would create.',
        }),
      }),
    },
    refusals: [403, 404, 422],
  },
} as const satisfies Contract;
