/** Secret links to records that people sent without an account. */
import { Type, type Static } from 'typebox';
import type { Contract } from './endpoint.ts';
import { RecordAnswer } from './record.ts';
import { Body, Moment, OrNull } from './schema.ts';

/** Made by the browser of who sends the record: 32 random bytes in base64url. */
export const Secret = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: 'The secret of the link: 32 random bytes in base64url.',
});

const Followed = Type.Object(
  {
    record: OrNull(RecordAnswer, {
      description: 'In the fields that the link shows; null: the link has expired.',
    }),
    until: Type.Unsafe<Static<typeof Moment>>({ ...Moment, description: 'When the link expires.' }),
  },
  { description: 'The record of the link.' },
);
export type FollowedRecord = Static<typeof Followed>;

export const followedRecords = {
  'POST /followed-records': {
    id: 'follow',
    tag: 'Records',
    access: 'everyone',
    summary: 'Open the secret link to a record that was sent without an account. It changes nothing.',
    body: Body({ secret: Secret }),
    answers: { 200: Followed },
    refusals: [404, 422],
  },
} as const satisfies Contract;
