/** Describes the calls for issued documents: the signing keys, the public check, the document itself. */
import type { JsonSchema } from '../../../portal/model/form.ts';
import { inPath, object, reading, ref, writing, type Paths } from './operation.ts';

const tag = 'Documents';
const code = inPath('code', 'The code of the document, as it stands in its address.');
const textOrNull: JsonSchema = { type: ['string', 'null'] };

const key = object({
  kty: { const: 'OKP' },
  crv: { const: 'Ed25519' },
  use: { const: 'sig' },
  alg: { const: 'EdDSA' },
  kid: { type: 'string' },
  x: { type: 'string' },
});

const check = object({
  code: { type: 'string' },
  verdict: { enum: ['valid', 'expired', 'suspended', 'revoked', 'forged', 'unknown'] },
  signed: { type: 'boolean', description: 'A signed statement came along and was checked.' },
  title: textOrNull,
  number: textOrNull,
  subject: { ...textOrNull, description: 'Whom or what it is about; persons are masked.' },
  issued_on: textOrNull,
  valid_until: textOrNull,
  open: { type: 'boolean', description: 'Everybody may open the sheet.' },
});

const sheet = object({
  code: { type: 'string' },
  document: { type: 'string' },
  title: { type: 'string' },
  number: textOrNull,
  verdict: { enum: ['valid', 'expired', 'suspended', 'revoked'] },
  issued_on: { type: 'string' },
  valid_until: textOrNull,
  record: { oneOf: [object({ type: { type: 'string' }, slug: { type: 'string' } }), { type: 'null' }] },
  address: { type: 'string', description: 'What its code says.' },
  content: { type: 'object', description: 'What stands on it, as it was issued.' },
});

export const documentPaths: Paths = {
  '/documents/keys': {
    get: reading({
      id: 'document.keys',
      tag,
      summary: 'The public keys that documents are signed with; also at /.well-known/document-keys.json.',
      security: 'none',
      answer: {
        status: 200,
        description: 'A JWK set.',
        schema: object({ keys: { type: 'array', items: key } }),
      },
    }),
  },
  '/documents/{code}': {
    get: reading({
      id: 'document.check',
      tag,
      summary:
        'How a document stands, for everybody: its number, its validity, whom it is about with names masked.',
      security: 'none',
      parameters: [
        code,
        {
          name: 's',
          in: 'query',
          description: 'The signed statement of its code.',
          schema: { type: 'string' },
        },
      ],
      answer: { status: 200, description: 'The verdict.', schema: check },
      errors: [404],
    }),
  },
  '/documents/{code}/sheet': {
    get: reading({
      id: 'document.sheet',
      tag,
      summary: 'What stands on the document, for who may read its record.',
      parameters: [code],
      answer: { status: 200, description: 'The sheet.', schema: sheet },
      errors: [404],
    }),
  },
  '/documents/{code}/pdf': {
    get: reading({
      id: 'document.pdf',
      tag,
      summary: 'The document as PDF, for who may read its record.',
      parameters: [code],
      answer: { status: 200, description: 'The PDF.', schema: ref('schemas', 'File') },
      answerType: 'application/pdf',
      errors: [404, 503],
    }),
  },
  '/documents/{code}/link': {
    post: writing({
      id: 'document.link',
      tag,
      summary: 'An address that opens the PDF for 60 seconds, for who may read its record.',
      parameters: [code],
      answer: { status: 200, description: 'The address.', schema: object({ url: { type: 'string' } }) },
      errors: [404],
    }),
  },
  '/documents/open/{ticket}': {
    get: reading({
      id: 'document.open',
      tag,
      summary: 'The PDF behind a signed address, as an attachment.',
      security: 'none',
      parameters: [inPath('ticket', 'What `link` answered.')],
      answer: { status: 200, description: 'The PDF.', schema: ref('schemas', 'File') },
      answerType: 'application/pdf',
      errors: [404, 503],
    }),
  },
};
