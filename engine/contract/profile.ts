/** One's own profile. */
import { Type, type Static } from 'typebox';
import { message } from '../locales/message.ts';
import { profileMessages } from '../locales/profile.ts';
import { PersonName } from './accounts.ts';
import type { Contract } from './endpoint.ts';
import { Body, Text } from './schema.ts';

const tag = 'Account';

const OwnProfile = Type.Object(
  {
    name: Text,
    username: Type.String({ description: 'E-mail address.' }),
    may_rename: Type.Boolean({ description: 'The caller may change the name.' }),
  },
  { description: 'The profile as it is now.' },
);
export type WireProfile = Static<typeof OwnProfile>;

export const profile = {
  'GET /profile': {
    id: 'profile',
    tag,
    summary: 'The caller’s own name and address, and whether they may change the name.',
    access: 'session',
    isPrivate: true,
    answers: { 200: OwnProfile },
  },
  'PATCH /profile': {
    id: 'profile.change',
    tag,
    summary: 'Change the caller’s own name, where their departments allow it.',
    access: 'session',
    body: Body({ name: PersonName }),
    messages: { name: message(profileMessages.nameMissing) },
    answers: { 200: OwnProfile },
    refusals: [422],
  },
} as const satisfies Contract;
