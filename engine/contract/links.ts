/** Links that run a step without signing in. */
import { Type, type Static } from 'typebox';
import type { Contract } from './endpoint.ts';
import { OneOf } from './schema.ts';

const Link = Type.Object(
  {
    state: OneOf(['open', 'used', 'over'], {
      description: 'used: the step was taken; over: its time has passed, or the record has moved on.',
    }),
    title: Type.String({ description: 'Title of the step.' }),
    about: Type.String({ description: 'Title of the record’s type.' }),
  },
  { description: 'The link.' },
);
export type WireLink = Static<typeof Link>;

const facts = {
  tag: 'Notifications',
  access: 'everyone',
  params: { token: 'The last part of the address in the mail.' },
  answers: { 200: Link },
} as const;

export const links = {
  'GET /links/:token': {
    ...facts,
    id: 'link',
    summary: 'What a link that was sent is for. Reading does not use it up.',
    refusals: [404],
  },
  'POST /links/:token': {
    ...facts,
    id: 'link.take',
    summary: 'Take the step that the link is for, once, without signing in.',
    refusals: [404, 409],
  },
} as const satisfies Contract;
