/** Officers name deputies, who act for them from one day to another. */
import { Type, type Static } from 'typebox';
import { delegationMessages } from '../locales/delegations.ts';
import { message } from '../locales/message.ts';
import type { Contract } from './endpoint.ts';
import { Body, Day, List, OneOf, OrNull, Text } from './schema.ts';
import { User } from './sessions.ts';

const tag = 'Account';

const Choice = Type.Object({ value: Text, label: Text });

const DelegationAnswer = Type.Object({
  id: Text,
  name: Type.String({ description: 'Of the deputy; of the officer where the caller is the deputy.' }),
  first_day: Day,
  last_day: Day,
  state: OneOf(['upcoming', 'present', 'over', 'ended'], { description: '`ended`: before its last day.' }),
  steps: OrNull(List(Text), { description: 'Their titles. Null: every step that may be delegated.' }),
  flags: List(Text, { description: 'Titles of the permissions that the officer passed on.' }),
  reason: Text,
});
export type WireDelegation = Static<typeof DelegationAnswer>;

export const delegations = {
  'GET /delegations': {
    id: 'delegations',
    tag,
    summary:
      'The caller’s deputies and the officers whose deputy they are, newest first, and what they may delegate.',
    access: 'session',
    isPrivate: true,
    answers: {
      200: Type.Object(
        {
          longest: OrNull(Type.Integer(), {
            description: 'The most days of one delegation. Null: the department names no deputies.',
          }),
          today: Day,
          people: List(Choice, { description: 'Who may become a deputy.' }),
          steps: List(Choice, { description: 'The steps that the caller may delegate.' }),
          given: List(DelegationAnswer),
          received: List(DelegationAnswer),
        },
        { description: 'The delegations.' },
      ),
    },
  },
  'POST /delegations': {
    id: 'delegation.name',
    tag,
    summary: 'Name a deputy.',
    access: 'session',
    body: Body({
      deputy: Type.String({ minLength: 1, description: 'Slug of the account.' }),
      first_day: Day,
      last_day: Day,
      steps: OrNull(Type.Array(Text, { minItems: 1, maxItems: 200 }), {
        description: 'Values of the list. Null: every step that may be delegated.',
      }),
      flags: Type.Optional(
        Type.Array(Text, { maxItems: 50, description: 'Permissions to pass on. Default: all that may be.' }),
      ),
      reason: Type.String({ pattern: '\\S', maxLength: 500 }),
    }),
    messages: {
      deputy: message(delegationMessages.deputyUnknown),
      first_day: message(delegationMessages.tooEarly),
      last_day: message(delegationMessages.lastDayEarly),
      reason: message(delegationMessages.reasonMissing),
      steps: message(delegationMessages.stepUnknown),
    },
    answers: { 200: DelegationAnswer },
    refusals: [422],
  },
  'DELETE /delegations/:id': {
    id: 'delegation.end',
    tag,
    summary: 'End a delegation before its last day. The officer and the deputy may.',
    access: 'session',
    params: { id: 'Its `id` in the list.' },
    answers: { 200: Type.Object({}, { description: 'Nobody acts under it any more.' }) },
    refusals: [404],
  },
  'PUT /acts-for': {
    id: 'acts-for',
    tag,
    summary: 'Act for an officer in this session, or for oneself again.',
    access: 'session',
    isForDeputies: true,
    body: Body({ delegation: OrNull(Text, { description: 'Null: for oneself.' }) }),
    answers: { 200: User },
    refusals: [422],
  },
} as const satisfies Contract;
