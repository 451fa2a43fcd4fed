/** One's own photo, as others see it beside the name. */
import { Type } from 'typebox';
import { accountMessages } from '../locales/account.ts';
import { message } from '../locales/message.ts';
import type { Contract } from './endpoint.ts';
import { Body, OrNull, Text } from './schema.ts';

const tag = 'Account';

/** The signed address of a photo, in an answer that names its person. */
export const Photo = OrNull(Text, {
  description: 'Address of the person’s photo for about an hour; null: none.',
});

const OwnPhoto = Type.Object({ photo: Photo }, { description: 'The photo as it is now.' });

export const photos = {
  'GET /photo': {
    id: 'photo',
    tag,
    summary: 'The caller’s own photo.',
    access: 'session',
    answers: { 200: OwnPhoto },
  },
  'PUT /photo': {
    id: 'photo.change',
    tag,
    summary: 'Replace the caller’s own photo. It is stored as a small square without hidden data.',
    access: 'session',
    body: Body({
      picture: Type.String({
        minLength: 1,
        maxLength: 900_000,
        description: 'A JPEG, PNG or WebP picture in base64.',
      }),
    }),
    messages: { picture: message(accountMessages.photoUnreadable) },
    answers: { 200: OwnPhoto },
    refusals: [422, 503],
  },
  'DELETE /photo': {
    id: 'photo.remove',
    tag,
    summary: 'Remove the caller’s own photo.',
    access: 'session',
    answers: { 200: OwnPhoto },
  },
} as const satisfies Contract;

export const openedPhotos = {
  'GET /photos/open/:ticket': {
    raw: true,
    id: 'photo.open',
    tag,
    summary: 'The photo behind a signed address.',
    access: 'optional',
    params: { ticket: 'The last part of the address in an answer that names the person.' },
    status: 200,
    produces: 'image/jpeg',
    description: 'The photo.',
    refusals: [404],
  },
} as const satisfies Contract;
