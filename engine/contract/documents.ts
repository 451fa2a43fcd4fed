/** Issued documents: the keys that sign them, the public check, the sheet and the PDF. */
import { Type, type Static } from 'typebox';
import type { DocumentContent } from '../portal/documents/document-content.ts';
import type { Contract } from './endpoint.ts';
import { Described, List, OneOf, OrNull, Text } from './schema.ts';

const standing = ['valid', 'expired', 'suspended', 'revoked'] as const;

const Key = Type.Object({
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  use: Type.Literal('sig'),
  alg: Type.Literal('EdDSA'),
  kid: Text,
  x: Text,
});

const Check = Type.Object(
  {
    code: Text,
    verdict: OneOf([...standing, 'forged', 'unknown'], {
      description: '`unknown`: signed by this portal, but not in its register.',
    }),
    signed: Type.Boolean({ description: 'The request had a signed statement, which was verified.' }),
    title: OrNull(Text),
    number: OrNull(Text),
    subject: OrNull(Text, {
      description: 'The person or thing that it is about. Names of persons are masked.',
    }),
    issued_on: OrNull(Text),
    valid_until: OrNull(Text),
    office: OrNull(Text, { description: 'The office that issued it, as in its letterhead.' }),
    compare: List(Type.Object({ label: Text, text: Text }), {
      description: 'What the reader compares with the paper, as far as it is public.',
    }),
    photo: OrNull(Text, { description: 'Address of the picture of the place, for about a minute.' }),
    reporting: OrNull(Text, { description: 'What to do about a document that is not genuine or not valid.' }),
    open: Type.Boolean({ description: 'Everybody may open the sheet.' }),
  },
  { description: 'The verdict.' },
);
export type WireDocumentCheck = Static<typeof Check>;
export type DocumentVerdict = WireDocumentCheck['verdict'];

const Hashes = List(Type.String({ description: 'The start of the SHA-256 of a code, in base64url.' }));

const Revocations = Type.Object(
  {
    kid: Text,
    issuedAt: Text,
    nextUpdate: Text,
    revoked: Hashes,
    suspended: Hashes,
    signature: Text,
  },
  { description: 'The list. Its signature is over all other values.' },
);

const Sheet = Type.Object(
  {
    code: Text,
    document: Text,
    title: Text,
    number: OrNull(Text),
    verdict: OneOf(standing),
    issued_on: Text,
    valid_until: OrNull(Text),
    record: OrNull(Type.Object({ type: Text, slug: Text }), {
      description: 'The record that it was issued to; null for callers who may not read the record.',
    }),
    address: Type.String({ description: 'The address in its QR code: the public page, with the statement.' }),
    seal: OrNull(Text, { description: 'Address of the seal; null: the default seal.' }),
    pictures: Type.Record(Text, Text, {
      description: 'Id of a photo or signature → its address, which works for about a minute.',
    }),
    content: Described<DocumentContent>('The content at the time of issue.'),
  },
  { description: 'The sheet.' },
);
export type WireSheet = Static<typeof Sheet>;

/** A URL that opens a file or a document for 60 seconds. */
export const OpenLink = Type.Object({ url: Text }, { description: 'The address.' });

const tag = 'Documents';
const params = { code: 'The code of the document, as in its address.' };

export const documents = {
  'GET /documents/keys': {
    id: 'document.keys',
    tag,
    summary: 'The public keys that documents are signed with; also at /.well-known/document-keys.json.',
    access: 'optional',
    answers: { 200: Type.Object({ keys: List(Key) }, { description: 'A JWK set.' }) },
  },
  'GET /documents/revocations': {
    id: 'document.revocations',
    tag,
    summary:
      'The signed list of documents that were revoked or suspended before their last day; also at /.well-known/document-revocations.json.',
    access: 'optional',
    answers: { 200: Revocations },
  },
  'GET /documents/:code': {
    id: 'document.check',
    tag,
    summary:
      'The status of a document, for everybody: its number, its validity, and its subject with masked names.',
    access: 'optional',
    params,
    query: Type.Object({
      s: Type.Optional(Type.String({ description: 'The signed statement of its code.' })),
    }),
    answers: { 200: Check },
    refusals: [404],
  },
  'GET /documents/:code/sheet': {
    id: 'document.sheet',
    tag,
    summary: 'The content of the document, for callers who may read its record.',
    access: 'optional',
    isPrivate: true,
    params,
    answers: { 200: Sheet },
    refusals: [404],
  },
  'GET /documents/:code/pdf': {
    raw: true,
    id: 'document.pdf',
    tag,
    summary: 'The document as PDF, for callers who may read its record.',
    access: 'optional',
    isPrivate: true,
    params,
    status: 200,
    produces: 'application/pdf',
    description: 'The PDF.',
    refusals: [404, 503],
  },
  'POST /documents/:code/link': {
    id: 'document.link',
    tag,
    summary: 'An address that opens the PDF for 60 seconds, for callers who may read its record.',
    access: 'optional',
    isForDeputies: true,
    params,
    answers: { 200: OpenLink },
    refusals: [404],
  },
  'GET /documents/open/:ticket': {
    raw: true,
    id: 'document.open',
    tag,
    summary: 'The PDF behind a signed address, as an attachment.',
    access: 'optional',
    params: { ticket: 'The last part of the address that `link` answered.' },
    status: 200,
    produces: 'application/pdf',
    description: 'The PDF.',
    refusals: [404, 503],
  },
} as const satisfies Contract;
