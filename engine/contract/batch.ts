/** Several reads in one request, since each request costs a slow connection a round trip. */
import { Type, type Static } from 'typebox';
import { message } from '../locales/message.ts';
import { requestMessages } from '../locales/requests.ts';
import type { Contract } from './endpoint.ts';
import { Count, Dictionary, List } from './schema.ts';

/** The most reads of one request. */
const mostInBatch = 30;

const BatchPart = Type.Object({
  status: Count,
  headers: Dictionary(Type.String(), {
    description: '`etag`, `retry-after` and `x-request-id`, if it has them.',
  }),
  body: Type.Unknown({ description: 'Its JSON; null if it has none.' }),
});

/** The answer to one of the reads. */
export type BatchPart = Static<typeof BatchPart>;

export const batch = {
  'GET /batch': {
    id: 'batch',
    tag: 'Portal',
    summary:
      'The answers to several `GET` calls, in their order: each is answered as if it had been sent alone. Files, streams and other batches answer 404. A parameter `{/form@records/loan/x1}` is the value at this JSON Pointer in the answer to that path, which is earlier in the batch; without such a text or number the call answers 404.',
    access: 'everyone',
    query: Type.Object({
      paths: Type.Array(Type.String({ pattern: '^[^/]' }), {
        minItems: 1,
        maxItems: mostInBatch,
        description: 'Path and query of each call below the prefix of the API, without a leading slash.',
      }),
    }),
    messages: { paths: message(requestMessages.pathsExpected, { most: mostInBatch }) },
    malformed: 'paths-expected',
    answers: { 200: List(BatchPart, { description: 'The answers.' }) },
    refusals: [400],
  },
} as const satisfies Contract;
