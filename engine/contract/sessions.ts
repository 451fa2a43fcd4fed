/** Signing in and out, the current user, and the token that writes need. */
import { Type, type Static } from 'typebox';
import { accountMessages } from '../locales/account.ts';
import { message } from '../locales/message.ts';
import type { Contract } from './endpoint.ts';
import { Body, Count, Day, Fields, Flag, List, Moment, OrNull, Text } from './schema.ts';

const DeputyChoice = Type.Object({
  id: Type.String({ description: 'Of the delegation.' }),
  name: Type.String({ description: 'Of the officer in whose place the caller may act.' }),
  last_day: Day,
});
export type WireDeputyChoice = Static<typeof DeputyChoice>;

export interface WireOnlooker {
  readonly name: string;
  /** ISO time. */
  readonly until: string;
  /** Titles of the record types whose records they see. */
  readonly records: readonly string[];
}

const fixed = Type.Object(
  {
    token: Text,
    department: Text,
    name: Text,
    slug: Text,
    office: OrNull(Text),
    unread_messages: Count,
    memberships: Type.Array(
      Type.Object({
        id: Text,
        department: Text,
        title: Type.String({ description: 'Of the department.' }),
        unit: OrNull(Type.String({ description: 'Its label.' })),
        position: OrNull(Type.String({ description: 'Job title.' })),
        chosen: Flag,
      }),
      {
        description:
          'The departments and units in which the account works. The session acts in the chosen one.',
      },
    ),
    acts_for: OrNull(Text, { description: 'The delegation under which this session acts.' }),
    deputy_of: List(DeputyChoice, { description: 'The delegations under which the caller may act today.' }),
    seen_by: Type.Unsafe<WireOnlooker | null>({
      type: ['object', 'null'],
      description: 'Who sees the portal as this user, and until when; null: the session is the user’s own.',
      properties: { name: Text, until: Moment, records: List(Text) },
      required: ['name', 'until', 'records'],
    }),
    can: Fields,
  },
  { additionalProperties: true, description: 'The user.' },
);

/** The current user: fixed facts, and the department's flags at the places that the configuration chooses. */
export type UserRecord = Static<typeof fixed> & Readonly<Record<string, unknown>>;

export const User = Type.Unsafe<UserRecord>(fixed);

export const TicketOfFirstStep = Type.Object(
  { ticket: Text },
  { description: 'The account needs a second step: send the ticket to `POST /login/second-step`.' },
);
export type SecondStepTicket = Static<typeof TicketOfFirstStep>;

const tag = 'Account';

export const sessions = {
  'POST /login': {
    id: 'login',
    tag,
    summary:
      'Sign in. Only failures count against the limit: 10 an account and address, 100 an address, in 15 minutes.',
    access: 'everyone',
    isForDeputies: true,
    isForm: true,
    body: Body({
      _method: Type.Optional(Type.Literal('POST')),
      username: Type.String({ pattern: '\\S', format: 'email', description: 'E-mail address.' }),
      password: Type.String({ minLength: 1 }),
    }),
    messages: {
      username: message(accountMessages.emailMissing),
      'username:format': message(accountMessages.emailInvalid),
      password: message(accountMessages.passwordMissing),
    },
    answers: {
      200: User,
      202: TicketOfFirstStep,
    },
    refusals: [422, 429],
  },
  'POST /logout': {
    id: 'logout',
    tag,
    summary: 'End the session of the token that is sent.',
    access: 'everyone',
    isForOnlookers: true,
    isForDeputies: true,
    answers: { 200: Type.Object({ message: Text }, { description: 'The token is no longer valid.' }) },
  },
  'GET /user': {
    id: 'user',
    tag,
    summary: 'Who is signed in.',
    access: 'session',
    answers: { 200: User },
  },
  'PUT /membership': {
    id: 'membership',
    tag,
    summary:
      'Act in another department or unit of the account, as oneself. The session goes on under a new token.',
    access: 'session',
    isForDeputies: true,
    body: Body({ membership: Type.String({ description: 'One of the `memberships` of the user.' }) }),
    messages: { membership: message(accountMessages.membershipUnknown) },
    answers: { 200: User },
    refusals: [422],
  },
  'GET /csrf': {
    id: 'csrf',
    tag,
    summary: 'A fresh token for the header X-CSRF-TOKEN; sets the browser’s cookie where it has none.',
    access: 'everyone',
    answers: { 200: Type.Object({ token: Text }, { description: 'The token.' }) },
  },
} as const satisfies Contract;

const OwnSession = Type.Object({
  id: Type.String({ description: 'Names the session; it is not its token.' }),
  browser: OrNull(Type.String({ description: 'Name of the browser that signed in, such as Firefox.' })),
  system: OrNull(Type.String({ description: 'Name of its operating system, such as Android.' })),
  network: OrNull(Type.String({ description: 'IPv4 address or IPv6 /64 of the last use.' })),
  started_at: Moment,
  seen_at: Moment,
  is_present: Type.Boolean({ description: 'It is the session of this call.' }),
});
export type WireSession = Static<typeof OwnSession>;

const ended = Type.Object({}, { description: 'Its token is no longer valid.' });

export const ownSessions = {
  'GET /sessions': {
    id: 'sessions',
    tag,
    summary: 'The caller’s sessions: the current one, then those used last.',
    access: 'session',
    isPrivate: true,
    answers: { 200: Type.Object({ items: Type.Array(OwnSession) }, { description: 'The sessions.' }) },
  },
  'DELETE /sessions/:id': {
    id: 'session.end',
    tag,
    summary: 'End one of the caller’s sessions.',
    access: 'session',
    isForDeputies: true,
    params: { id: 'Its `id` in the list.' },
    answers: { 200: ended },
    refusals: [404],
  },
  'DELETE /sessions': {
    id: 'sessions.end',
    tag,
    summary: 'End all of the caller’s sessions, including the current one.',
    access: 'session',
    isForDeputies: true,
    answers: { 200: ended },
  },
} as const satisfies Contract;
