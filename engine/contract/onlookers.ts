/** Seeing the portal as somebody else: whom the caller may choose, the beginning and the end, and who did so. */
import { Type, type Static } from 'typebox';
import { message } from '../locales/message.ts';
import { onlookerMessages } from '../locales/onlookers.ts';
import { FEWEST_LETTERS } from '../portal/access/onlookers.ts';
import type { Contract } from './endpoint.ts';
import { Body, List, Moment, OrNull, Text } from './schema.ts';
import { User } from './sessions.ts';

const tag = 'Workbench';

/** Minutes after which the caller is themself again. */
export const ONLOOKING_MINUTES = 30;

/** The fewest letters and signs of a reason. */
export const REASON_LETTERS = 10;

const SeenAccount = Type.Object({
  membership: Type.String({ description: 'The account in one of its departments.' }),
  name: Text,
  username: Text,
  office: Type.String({ description: 'The title of the department, with the unit.' }),
  records: List(Text, {
    description: 'Titles of the record types whose records the caller sees as this person.',
  }),
});
export type WireSeenAccount = Static<typeof SeenAccount>;

const OnlookerVisit = Type.Object({
  at: Moment,
  until: Type.String({ format: 'date-time', description: 'When it ended, or will end at the latest.' }),
  name: Type.String({ description: 'Who saw the portal as the caller.' }),
  department: OrNull(Text),
  reason: Text,
});
export type WireOnlookerVisit = Static<typeof OnlookerVisit>;

/** For whom `workbench.seeAs` of portal.yaml names. */
export const seeing = {
  'GET /seen-accounts': {
    id: 'seen-accounts',
    tag,
    summary:
      'The accounts as which the caller may see the portal, for whom `workbench.seeAs` of portal.yaml names.',
    access: 'session',
    query: Type.Object({
      q: Type.Optional(
        Type.String({
          description: `Part of a name or an e-mail address: at least ${FEWEST_LETTERS} letters.`,
        }),
      ),
      department: Type.Optional(Type.String({ description: 'Key of a department.' })),
    }),
    answers: {
      200: Type.Object(
        {
          departments: List(Type.Object({ key: Text, title: Text })),
          items: List(SeenAccount, { description: 'At most 20.' }),
        },
        { description: 'The departments that may be chosen, and the people who were found.' },
      ),
    },
    refusals: [404],
  },
  'PUT /seen-account': {
    id: 'seen-account',
    tag,
    summary: `See the portal as another account, for at most ${ONLOOKING_MINUTES} minutes. The session goes on under a new token, and only reads. The account’s history records who did so and why.`,
    access: 'session',
    body: Body({
      membership: Text,
      reason: Type.String({
        minLength: REASON_LETTERS,
        maxLength: 500,
        description: `At least ${REASON_LETTERS} letters.`,
      }),
    }),
    messages: {
      membership: message(onlookerMessages.accountUnknown),
      reason: message(onlookerMessages.reasonMissing),
    },
    answers: { 200: User },
    refusals: [404, 422],
  },
} as const satisfies Contract;

export const onlookers = {
  ...seeing,
  'DELETE /seen-account': {
    id: 'seen-account.end',
    tag,
    summary:
      'Be oneself again, also after the time has run out. The session goes on under a new token; one that sees nobody keeps its own.',
    access: 'everyone',
    isForOnlookers: true,
    answers: { 200: User },
    refusals: [401],
  },
  'GET /onlookers': {
    id: 'onlookers',
    tag,
    summary: 'Who has seen the portal as the caller, when, how long and why. The newest first.',
    access: 'session',
    isPrivate: true,
    answers: { 200: Type.Object({ items: List(OnlookerVisit) }, { description: 'All times.' }) },
  },
} as const satisfies Contract;
