/** Papers: uploaded in pieces by the tus protocol, removed, opened by a signed link, reused. */
import { Type, type Static } from 'typebox';
import { checklistMessages } from '../locales/checklist.ts';
import { message } from '../locales/message.ts';
import { requestMessages } from '../locales/requests.ts';
import { OpenLink } from './documents.ts';
import type { Contract } from './endpoint.ts';
import { RecordAnswer } from './record.ts';
import { Body, Dictionary, List, Moment, OrNull, Text } from './schema.ts';

const tag = 'Files';
const params = { id: 'Id of the file.' };
const tus = { 'Tus-Resumable': '1.0.0' };

const Offer = Type.Object({
  file: Type.String({ description: 'Id of the file, or of the first of several that were sent together.' }),
  names: List(Text),
  title: Type.String({ description: 'Title of the checklist that it was sent for.' }),
  number: OrNull(Text, {
    description: 'Number of the record that it was sent for, or else of the nearest above it.',
  }),
  sent_at: Moment,
  issued_on: OrNull(Text, { description: 'The date printed on it; null: not given.' }),
  valid_until: OrNull(Text, { description: 'The last day on which it is valid.' }),
});
export type OfferedPaper = Static<typeof Offer>;

const Offers = Type.Object(
  { items: Dictionary(List(Offer)) },
  { description: 'By item, at most three each, the newest first.' },
);
export type OfferedPapers = Static<typeof Offers>;

export const uploadOptions = {
  'OPTIONS /files': {
    raw: true,
    id: 'file.protocol',
    tag,
    summary: 'The supported parts of the upload protocol (tus).',
    access: 'optional',
    status: 204,
    produces: null,
    description: 'See the headers of tus.',
  },
} as const satisfies Contract;

/** The upload protocol (tus). */
export const uploads = {
  'HEAD /files/:id': {
    raw: true,
    id: 'file.offset',
    tag,
    summary: 'The number of bytes received so far (tus).',
    access: 'session',
    params,
    protocol: tus,
    status: 200,
    produces: null,
    description: 'See the header Upload-Offset.',
    refusals: [404, 412],
  },
  'POST /files': {
    raw: true,
    id: 'file.begin',
    tag,
    summary: 'Start the upload of a paper for an item of a checklist, or of a file for a message (tus).',
    access: 'session',
    protocol: {
      ...tus,
      'Upload-Length': 'Bytes of the whole file.',
      'Upload-Metadata':
        'tus metadata: filename, filetype, and where it goes. An item: record (type/slug), item; issued_on (2026-05-31) where it is `dated` and the date is known already. A message: thread; or to, and record if it is about one.',
    },
    status: 201,
    produces: null,
    description: 'The header Location has the address for the pieces.',
    refusals: [400, 404, 412, 415, 422, 429],
  },
  'PATCH /files/:id': {
    raw: true,
    id: 'file.send',
    tag,
    summary: 'Send the next piece (tus).',
    access: 'session',
    params,
    protocol: { ...tus, 'Upload-Offset': 'Where the piece begins.' },
    takes: 'application/offset+octet-stream',
    status: 204,
    produces: null,
    description: 'The piece was received.',
    refusals: [404, 409, 412, 415, 422, 503],
  },
} as const satisfies Contract;

export const openedFiles = {
  'GET /files/open/:ticket': {
    raw: true,
    id: 'file.open',
    tag,
    summary: 'The file behind a signed address, as an attachment.',
    access: 'optional',
    params: { ticket: 'The last part of the address that `link` answered.' },
    status: 200,
    produces: 'application/octet-stream',
    description: 'The file.',
    refusals: [404],
  },
} as const satisfies Contract;

export const files = {
  'DELETE /files/:id': {
    raw: true,
    id: 'file.take-back',
    tag,
    summary: 'Remove a paper while its checklist may be changed, or a file of a message that is not sent.',
    access: 'session',
    params,
    status: 204,
    produces: null,
    description: 'It was removed.',
    refusals: [404],
  },
  'GET /files/offered': {
    id: 'file.offered',
    tag,
    summary: 'Files that the owner has sent for the same papers elsewhere, for items without a file.',
    access: 'session',
    isPrivate: true,
    query: Type.Object({ record: Type.String({ description: 'The record: type/slug.' }) }),
    answers: { 200: Offers },
    refusals: [404, 422],
  },
  'POST /files/:id/reuse': {
    id: 'file.reuse',
    tag,
    summary: 'Use the files that were sent together elsewhere for another item too.',
    access: 'session',
    params,
    headers: ['idempotency'],
    body: Body({
      record: Type.String({ description: 'type/slug' }),
      item: Text,
      issued_on: Type.Optional(
        OrNull(Text, {
          description:
            'The date printed on it (2026-05-31), if the item is `dated` and the date was not given before.',
        }),
      ),
    }),
    messages: { record: message(requestMessages.itemMissing), item: message(requestMessages.itemMissing) },
    answers: { 200: RecordAnswer },
    refusals: [400, 404, 409, 422],
  },
  'PUT /records/:type/:slug/items/:item/date': {
    id: 'record.date',
    tag,
    summary: 'Say or correct the date printed on the paper that was sent for an item.',
    access: 'session',
    params: { type: 'A record type.', slug: 'Slug of the record.', item: 'Id of the item.' },
    headers: ['idempotency'],
    body: Body({ issued_on: Type.String({ description: 'The date: 2026-05-31.' }) }),
    messages: { issued_on: message(checklistMessages.paperDateNotADate) },
    answers: { 200: RecordAnswer },
    refusals: [400, 404, 409, 422],
  },
  'GET /files/:id/content': {
    raw: true,
    id: 'file.content',
    tag,
    summary: 'The file as an attachment, for callers who may read its record or thread.',
    access: 'session',
    isPrivate: true,
    params,
    status: 200,
    produces: 'application/octet-stream',
    description: 'The file.',
    refusals: [404],
  },
  'POST /files/:id/link': {
    id: 'file.link',
    tag,
    summary: 'An address that opens the file for 60 seconds, for callers who may read its record or thread.',
    access: 'session',
    isForDeputies: true,
    params,
    answers: { 200: OpenLink },
    refusals: [404],
  },
} as const satisfies Contract;
