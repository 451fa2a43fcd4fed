/** Links that run a step without signing in. */
import { Type, type Static } from 'typebox';
import type { Contract } from './endpoint.ts';
import { OneOf } from './schema.ts';

const Link = Type.Object(
  {
    state: OneOf(['open', 'used', 'over'], {
      description: '`used`: the step was taken; `over`: it has expired, or the step is no longer possible.',
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
    summary: 'The purpose of a mailed link. Reading does not use the link.',
    refusals: [404],
  },
  'POST /links/:token': {
    ...facts,
    id: 'link.take',
    summary: 'Take the step of the link, once, without signing in.',
    refusals: [404, 409],
  },
} as const satisfies Contract;
