/** Who of an office works on a record. */
import { Type } from 'typebox';
import { message } from '../locales/message.ts';
import { recordMessages } from '../locales/records.ts';
import { requestMessages } from '../locales/requests.ts';
import { self } from '../portal/workflow/claims.ts';
import type { Contract } from './endpoint.ts';
import { RecordAnswer } from './record.ts';
import { Body, List, OrNull, Text } from './schema.ts';

const ofRecord = { type: 'A record type.', slug: 'Slug of the record.' };

/** The endpoint identifies the caller itself, in the transaction of the change. */
export const assignmentChanges = {
  'PUT /records/:type/:slug/assignee': {
    id: 'record.assign',
    tag: 'Records',
    summary: 'Claim a record, take it over, assign it to somebody, or release it.',
    access: 'session',
    params: ofRecord,
    headers: ['idempotency', 'version'],
    body: Body({
      assignee: OrNull(Text, {
        description: `Slug of the account that works on it; \`${self}\`: the caller; null: nobody.`,
      }),
    }),
    messages: { assignee: message(recordMessages.assigneeExpected) },
    answers: { 200: RecordAnswer },
    refusals: [400, 404, 409, 422, 428],
  },
} as const satisfies Contract;

export const assignments = {
  'PUT /presences/:type/:slug': {
    id: 'record.presence',
    tag: 'Records',
    summary: 'Tell that the caller is looking at the record, or has left it; and learn who else is looking.',
    access: 'session',
    isForDeputies: true,
    params: ofRecord,
    body: Body({
      here: Type.Boolean({ description: 'True: repeat it every 20 seconds. False: the caller has left.' }),
    }),
    messages: { here: message(requestMessages.flagExpected) },
    answers: {
      200: Type.Object(
        { viewers: List(Type.Object({ slug: Text, name: Text })) },
        { description: 'The others who work on such records and are looking at this one.' },
      ),
    },
    refusals: [404, 422],
  },
  'GET /records/:type/:slug/assignees': {
    id: 'record.assignees',
    tag: 'Records',
    summary: 'The accounts to which this caller may assign the record, those with the fewest records first.',
    access: 'session',
    params: ofRecord,
    answers: {
      200: List(
        Type.Object({
          slug: Text,
          name: Text,
          open: Type.Integer({ minimum: 0, description: 'Records that the account works on.' }),
        }),
        { description: 'The accounts.' },
      ),
    },
    refusals: [404],
  },
} as const satisfies Contract;
