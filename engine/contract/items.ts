/** The items of a record's checklist, and their review. */
import { Type } from 'typebox';
import { checklistMessages } from '../locales/checklist.ts';
import { message } from '../locales/message.ts';
import type { Contract } from './endpoint.ts';
import { RecordAnswer } from './record.ts';
import { Body, OneOf, OrNull, Text } from './schema.ts';

export const items = {
  'POST /records/:type/:slug/items/:item': {
    id: 'record.review',
    tag: 'Records',
    summary: 'Accept, return or waive one item of the checklist.',
    access: 'session',
    isForDeputies: true,
    params: { type: 'A record type.', slug: 'Slug of the record.', item: 'Id of the item.' },
    headers: ['idempotency', 'version'],
    body: Body({
      state: OneOf(['accepted', 'returned', 'waived']),
      remark: Type.Optional(
        Type.Unsafe<string | { readonly code?: string } | null>({
          type: ['string', 'object', 'null'],
          maxLength: 2000,
          properties: { code: Text },
          maxProperties: 1,
          description:
            'Text, or a frequent remark as an object with its `code`, which each reader gets in their own language.',
        }),
      ),
      issued_on: Type.Optional(
        OrNull(Text, {
          description:
            'The date printed on the paper (2026-05-31), if the item is `dated` and the date was not given before.',
        }),
      ),
    }),
    messages: {
      state: message(checklistMessages.verdictMissing),
      remark: message(checklistMessages.remarkNotOffered),
      'remark:type': message(checklistMessages.whyMissing),
      'remark:maxLength': message(checklistMessages.remarkTooLong),
    },
    answers: { 200: RecordAnswer },
    refusals: [400, 404, 409, 422, 428],
  },
} as const satisfies Contract;
