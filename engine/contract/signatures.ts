/** One's own signature, as it is printed on the documents that one signs. */
import { Type } from 'typebox';
import { accountMessages } from '../locales/account.ts';
import { message } from '../locales/message.ts';
import type { Contract } from './endpoint.ts';
import { Body, OrNull, Text } from './schema.ts';

const tag = 'Account';

const OwnSignature = Type.Object(
  { signature: OrNull(Text, { description: 'Address of the picture for about a minute; null: none.' }) },
  { description: 'The signature as it is now.' },
);

export const signatures = {
  'GET /signature': {
    id: 'signature',
    tag,
    summary: 'The picture of the caller’s own signature.',
    access: 'session',
    isPrivate: true,
    answers: { 200: OwnSignature },
  },
  'PUT /signature': {
    id: 'signature.change',
    tag,
    summary:
      'Replace the picture of the caller’s own signature, for the documents that they sign from now on. It is stored as dark strokes on a transparent ground.',
    access: 'session',
    body: Body({
      picture: Type.String({
        minLength: 1,
        maxLength: 900_000,
        description: 'A JPEG, PNG or WebP picture in base64: dark strokes on white paper.',
      }),
    }),
    messages: { picture: message(accountMessages.photoUnreadable) },
    answers: { 200: OwnSignature },
    refusals: [422, 503],
  },
  'DELETE /signature': {
    id: 'signature.remove',
    tag,
    summary: 'Remove the caller’s own signature. Documents that were issued with it keep it.',
    access: 'session',
    answers: { 200: OwnSignature },
  },
} as const satisfies Contract;

export const openedSignatures = {
  'GET /signatures/open/:ticket': {
    raw: true,
    id: 'signature.open',
    tag,
    summary: 'The signature behind a signed address.',
    access: 'optional',
    params: { ticket: 'The last part of the address in an answer that shows the signature.' },
    status: 200,
    produces: 'image/png',
    description: 'The signature.',
    refusals: [404],
  },
} as const satisfies Contract;
