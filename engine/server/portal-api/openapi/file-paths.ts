/** Describes the calls for files: sent in chunks by the tus protocol, removed, opened by a signed link. */
import { inPath, inQuery, json, object, reading, ref, writing, type Paths } from './operation.ts';

const tag = 'Files';
const id = inPath('id', 'Id of the file.');
const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});
const tus = header('Tus-Resumable', '1.0.0');

const issuedOn = {
  type: 'string',
  format: 'date',
  description: 'The day that stands on it, where the item is `dated` and it was not said before.',
};

const offered = object({
  file: {
    type: 'string',
    description: 'Id of the file, or of the first of several that were sent together.',
  },
  names: { type: 'array', items: { type: 'string' } },
  title: { type: 'string', description: 'What it was sent for.' },
  sent_at: { type: 'string', format: 'date-time' },
  issued_on: {
    type: ['string', 'null'],
    format: 'date',
    description: 'The day that stands on it; null: not said.',
  },
  valid_until: { type: ['string', 'null'], format: 'date', description: 'The last day on which it is good.' },
});

export const filePaths: Paths = {
  '/files': {
    options: reading({
      id: 'file.protocol',
      tag,
      summary: 'What the upload protocol can do here (tus).',
      security: 'none',
      answer: { status: 204, description: 'Said in the headers of tus.', schema: null },
    }),
    post: writing({
      id: 'file.begin',
      tag,
      summary: 'Begin to send a paper for an item of a checklist (tus).',
      parameters: [
        tus,
        header('Upload-Length', 'Bytes of the whole file.'),
        header(
          'Upload-Metadata',
          'tus metadata: record (type/slug), item, filename, filetype; issued_on (2026-05-31) where the item is `dated`.',
        ),
      ],
      answer: { status: 201, description: 'Location says where the pieces go.', schema: null },
      errors: [400, 404, 415, 422, 429],
    }),
  },
  '/files/{id}': {
    head: reading({
      id: 'file.offset',
      tag,
      summary: 'How much of the file has arrived (tus).',
      parameters: [id, tus],
      answer: { status: 200, description: 'Upload-Offset says it.', schema: null },
      errors: [404],
    }),
    patch: writing({
      id: 'file.send',
      tag,
      summary: 'Send the next piece (tus).',
      parameters: [id, tus, header('Upload-Offset', 'Where the piece begins.')],
      body: { 'application/offset+octet-stream': { type: 'string', format: 'binary' } },
      answer: { status: 204, description: 'The piece has arrived.', schema: null },
      errors: [404, 409, 415, 422, 503],
    }),
    delete: writing({
      id: 'file.take-back',
      tag,
      summary: 'Take a paper back, as long as its checklist may be changed.',
      parameters: [id],
      answer: { status: 204, description: 'It is gone.', schema: null },
      errors: [404],
    }),
  },
  '/files/offered': {
    get: reading({
      id: 'file.offered',
      tag,
      summary: 'What the owner has sent for the same papers elsewhere, for the items that lack theirs.',
      parameters: [{ ...inQuery('record', 'The record: type/slug.'), required: true }],
      answer: {
        status: 200,
        description: 'By item, at most three each, the newest first.',
        schema: object({
          items: { type: 'object', additionalProperties: { type: 'array', items: offered } },
        }),
      },
      errors: [404],
    }),
  },
  '/files/{id}/reuse': {
    post: writing({
      id: 'file.reuse',
      tag,
      summary: 'File what was sent elsewhere, with all that was sent along with it, for another item too.',
      parameters: [id, ref('parameters', 'idempotency')],
      body: json(
        object(
          {
            record: { type: 'string', description: 'type/slug' },
            item: { type: 'string' },
            issued_on: issuedOn,
          },
          ['record', 'item'],
        ),
      ),
      answer: { status: 200, description: 'The record of the item.', schema: ref('schemas', 'Record') },
      errors: [400, 404, 409, 422],
    }),
  },
  '/files/{id}/link': {
    post: writing({
      id: 'file.link',
      tag,
      summary: 'An address that opens the file for 60 seconds, for who may read its record.',
      parameters: [id],
      answer: { status: 200, description: 'The address.', schema: object({ url: { type: 'string' } }) },
      errors: [404],
    }),
  },
  '/files/open/{ticket}': {
    get: reading({
      id: 'file.open',
      tag,
      summary: 'The file behind a signed address, as an attachment.',
      security: 'none',
      parameters: [inPath('ticket', 'What `link` answered.')],
      answer: { status: 200, description: 'The file.', schema: ref('schemas', 'File') },
      answerType: 'application/octet-stream',
      errors: [404],
    }),
  },
};
