/** Accounts: the caller's own password, sign-in details and language, and the accounts that an office manages. */
import { Type, type Static } from 'typebox';
import { accountMessages } from '../locales/account.ts';
import { message } from '../locales/message.ts';
import { pageMessages } from '../locales/page.ts';
import { userMessages } from '../locales/users.ts';
import { PASSWORD_MINIMUM } from '../portal/access/password-length.ts';
import type { Contract } from './endpoint.ts';
import { Body, Count, Dictionary, Flag, List, Moment, OneOf, OrNull, Text } from './schema.ts';
import { Photo } from './photos.ts';
import { User } from './sessions.ts';

const tag = 'Account';
// A field that is left out counts as empty: the present password is checked first, and a wrong one counts as a guess.
const current = Type.String({ default: '', description: 'The present password.' });
const password = Type.String({
  default: '',
  description: `The new password: at least ${PASSWORD_MINIMUM} characters.`,
});
const messages = {
  current: message(accountMessages.presentPasswordMissing),
  username: message(accountMessages.emailMissing),
  password: message(accountMessages.passwordMissing),
};

export const accounts = {
  'POST /password': {
    id: 'password',
    tag,
    summary: 'Change the password; ends the other sessions of the account.',
    access: 'session',
    isForm: true,
    body: Body({ current, password }),
    messages,
    answers: { 200: User },
    refusals: [422, 429],
  },
  'POST /credentials': {
    id: 'credentials',
    tag,
    summary: 'Replace the e-mail address and password that the account was created with by one’s own.',
    access: 'session',
    isForm: true,
    body: Body({ current, username: Type.String({ default: '', description: 'E-mail address.' }), password }),
    messages,
    answers: { 200: User },
    refusals: [422, 429],
  },
  'POST /password/forgotten': {
    id: 'password.forgotten',
    tag,
    summary:
      'Ask for a mail with a link to choose a new password. The answer is the same whether or not the address has an account.',
    access: 'everyone',
    isForm: true,
    body: Body({
      username: Type.String({ pattern: '\\S', format: 'email', description: 'E-mail address.' }),
    }),
    messages: {
      username: message(accountMessages.emailMissing),
      'username:format': message(accountMessages.emailInvalid),
    },
    answers: { 202: Type.Object({}, { description: 'If there is such an account, a mail is sent.' }) },
    refusals: [422, 429],
  },
  'POST /password/new': {
    id: 'password.new',
    tag,
    summary:
      'Set a password with the token of a mailed link. Works once, and ends all sessions of the account.',
    access: 'everyone',
    isForm: true,
    body: Body({
      token: Type.String({ default: '', description: 'The part of the link’s address after #.' }),
      password,
    }),
    messages: { password: message(accountMessages.passwordMissing) },
    answers: {
      200: Type.Object(
        {
          passkeys: List(Text, { description: 'Names of the passkeys that still sign in to the account.' }),
        },
        { description: 'The password is set.' },
      ),
    },
    refusals: [422, 429],
  },
} as const satisfies Contract;

export const language = {
  'PUT /language': {
    id: 'language',
    tag,
    summary:
      'Choose the language of all answers. It is stored in a cookie and, if the caller is signed in, in the account, for its mails.',
    access: 'everyone',
    isForDeputies: true,
    isForm: true,
    body: Body({ language: Type.String({ description: 'One of the portal’s `locales`.' }) }),
    messages: { language: message(pageMessages.languageUnknown) },
    answers: { 200: Type.Object({ language: Text }, { description: 'The chosen language.' }) },
    refusals: [422],
  },
} as const satisfies Contract;

const Choice = Type.Object({ value: OrNull(Text, { description: 'Null: no unit.' }), title: Text });
const AccountFlag = Type.Object({
  name: Text,
  title: Text,
  value: Flag,
  editable: Type.Boolean({ description: 'This caller may change it.' }),
});
export type WireAccountFlag = Static<typeof AccountFlag>;

const ManagedAccount = Type.Object(
  {
    slug: Text,
    department: Text,
    unit: OrNull(Text),
    username: Text,
    name: Text,
    photo: Photo,
    position: OrNull(Text),
    state: OneOf(['invited', 'active', 'suspended'], {
      description: '`invited`: the person has not set a password yet.',
    }),
    version: Type.Integer({ minimum: 1 }),
    created_at: Moment,
    updated_at: Moment,
    editable: Type.Boolean({
      description: 'This caller may change it. Others see no flags, sessions or history.',
    }),
    own: Type.Boolean({ description: 'It is the caller’s own account, which only others may change.' }),
    elsewhere: OrNull(Text, {
      description:
        'A department of the account in which this caller may not change it. So they may not change what holds in all of them: its name, its password and whether it may sign in. Null: there is none.',
    }),
    membership: Type.String({ description: 'The membership that the department, unit and position are of.' }),
    memberships: List(
      Type.Object({
        id: Text,
        department: Text,
        unit: OrNull(Text),
        position: OrNull(Text),
        title: Type.String({ description: 'Of the department, with the unit.' }),
        units: List(Choice, { description: 'The units that this caller may choose for it.' }),
        flags: List(AccountFlag, { description: 'The flags that somebody may grant.' }),
        editable: Type.Boolean({ description: 'This caller may change and end it.' }),
      }),
      { description: 'All departments and units of the account, oldest first. Empty for others.' },
    ),
    second_step: Type.Boolean({ description: 'It signs in with a second step. False for others.' }),
    passkeys: Type.Integer({ minimum: 0, description: 'The number of its passkeys. 0 for others.' }),
    identities: Type.Integer({
      minimum: 0,
      description: 'The number of identities at sign-in providers that it is linked to. 0 for others.',
    }),
    sessions: OrNull(Count, { description: 'The number of sessions of the account.' }),
  },
  { description: 'The account.' },
);
export type WireAccount = Static<typeof ManagedAccount>;
export type WireMembership = WireAccount['memberships'][number];

const AccountPlaces = Type.Object(
  {
    places: List(
      Type.Object({
        department: Text,
        title: Text,
        units: List(Choice, { description: 'Empty where the department has no units.' }),
        flags: List(AccountFlag),
      }),
    ),
  },
  { description: 'The departments in which this caller may open accounts; empty: none.' },
);
export type WireAccountPlace = Static<typeof AccountPlaces>['places'][number];

const AccountEvent = Type.Object({
  at: Moment,
  who: Type.String({ description: 'Name of the person.' }),
  department: OrNull(Text),
  what: Text,
  text: Text,
  reason: OrNull(Text),
  minutes: OrNull(Count, { description: 'How long it was, if it has a length.' }),
  changes: List(Type.Object({ title: Text, before: OrNull(Text), after: OrNull(Text) })),
});
export type WireAccountEvent = Static<typeof AccountEvent>;

/**
 * Controls and invisible marks could forge lines in mails and lists. No part of the pattern matches what the next one
 * begins with, so that a long text costs no more than its length.
 */
export const PersonName = Type.String({
  pattern: '^[^\\S\\p{Cc}\\p{Cf}]*[^\\s\\p{Cc}\\p{Cf}][^\\p{Cc}\\p{Cf}]*$',
  maxLength: 200,
  description: 'Name of the person, in one line.',
});
const position = OrNull(Type.String({ maxLength: 200 }), { description: 'Job title.' });
const unit = OrNull(Text, { description: 'A row of the department’s units.' });
const flags = Dictionary(Flag, { description: 'Flags to set, by name.' });
const managing = 'Managing accounts';
const ofAccount = { slug: 'Slug of the account.' };
const changing = {
  tag: managing,
  access: 'session',
  params: ofAccount,
  headers: ['idempotency', 'version'],
  answers: { 200: ManagedAccount },
  refusals: [400, 404, 409, 422, 428],
} as const;

export const managedAccounts = {
  'GET /accounts/places': {
    id: 'account.places',
    tag: managing,
    summary: 'The departments in which this caller may create accounts.',
    access: 'session',
    answers: { 200: AccountPlaces },
  },
  'GET /accounts/:slug': {
    id: 'account.read',
    tag: managing,
    summary: 'One account, and which parts this caller may change.',
    access: 'session',
    params: ofAccount,
    answers: { 200: ManagedAccount },
    refusals: [404],
  },
  'GET /accounts/:slug/events': {
    id: 'account.events',
    tag: managing,
    summary: 'The changes of the account, oldest first.',
    access: 'session',
    isPrivate: true,
    params: ofAccount,
    answers: { 200: List(AccountEvent, { description: 'The history.' }) },
    refusals: [404],
  },
  'POST /accounts': {
    id: 'account.invite',
    tag: managing,
    summary: 'Open an account: the person receives a mail with a link that sets the password.',
    access: 'session',
    headers: ['idempotency'],
    body: Body({
      department: Type.String({ description: 'Key of the department.' }),
      unit: Type.Optional(unit),
      username: Type.String({ pattern: '\\S', format: 'email', description: 'E-mail address.' }),
      name: PersonName,
      position: Type.Optional(position),
      flags: Type.Optional(flags),
    }),
    messages: {
      username: message(userMessages.emailMissing),
      'username:format': message(accountMessages.emailInvalid),
      name: message(userMessages.nameMissing),
    },
    answers: {
      202: Type.Object({}, { description: 'The same whether or not the address has an account.' }),
    },
    refusals: [400, 409, 422],
  },
  'PATCH /accounts/:slug': {
    ...changing,
    id: 'account.change',
    summary:
      'Change the name, and the position, unit and flags in a membership. Left-out values do not change.',
    body: Body({
      membership: Type.Optional(
        Type.String({ description: 'Its `id` in the account. Left out: the `membership` of the account.' }),
      ),
      name: Type.Optional(PersonName),
      position: Type.Optional(position),
      unit: Type.Optional(unit),
      flags: Type.Optional(flags),
    }),
    messages: { name: message(userMessages.nameMissing) },
  },
  'POST /accounts/:slug/memberships': {
    ...changing,
    id: 'account.add-membership',
    summary: 'Let the account work in another department or unit too.',
    body: Body({
      department: Type.String({ description: 'Key of the department.' }),
      unit: Type.Optional(unit),
      position: Type.Optional(position),
      flags: Type.Optional(flags),
    }),
  },
  'DELETE /accounts/:slug/memberships/:membership': {
    ...changing,
    id: 'account.end-membership',
    summary:
      'End a membership; the last one does not end. Sessions that act in it go on in the oldest one that is left.',
    params: { ...ofAccount, membership: 'Its `id` in the account.' },
  },
  'POST /accounts/:slug/suspend': {
    ...changing,
    id: 'account.suspend',
    summary: 'Suspend the account: it is signed out everywhere, and nobody signs in with it.',
    body: Body({ reason: Type.String({ pattern: '\\S', maxLength: 1000 }) }),
    messages: { reason: message(userMessages.reasonMissing) },
  },
  'POST /accounts/:slug/restore': {
    ...changing,
    id: 'account.restore',
    summary: 'Let a suspended account sign in again.',
  },
  'POST /accounts/:slug/end-sessions': {
    ...changing,
    id: 'account.end-sessions',
    summary: 'Sign the account out everywhere.',
  },
  'POST /accounts/:slug/reset-second-step': {
    ...changing,
    id: 'account.reset-second-step',
    summary:
      'Turn the second step of signing in off, remove the passkeys, and sign the account out everywhere.',
  },
  'POST /accounts/:slug/unlink-identities': {
    ...changing,
    id: 'account.unlink-identities',
    summary:
      'Forget the identities at sign-in providers, and sign the account out everywhere. The next sign-in with the address of the account links it again.',
  },
  'POST /accounts/:slug/send-link': {
    ...changing,
    id: 'account.send-link',
    summary: 'Mail a link for a new password, or the invitation again.',
    refusals: [400, 404, 409, 422, 428, 429],
  },
} as const satisfies Contract;
