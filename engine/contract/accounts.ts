/** The caller's own account: password, sign-in details, language. */
import { Type } from 'typebox';
import { accountMessages } from '../locales/account.ts';
import { message } from '../locales/message.ts';
import { pageMessages } from '../locales/page.ts';
import { PASSWORD_MINIMUM } from '../portal/access/password-length.ts';
import type { Contract } from './endpoint.ts';
import { Body, Text } from './schema.ts';
import { User } from './sessions.ts';

const tag = 'Account';
// A field that is left out counts as empty: the present password is checked first, and a wrong one counts as a guess.
const current = Type.String({ default: '', description: 'The present password.' });
const password = Type.String({
  default: '',
  description: `The new one: at least ${PASSWORD_MINIMUM} characters.`,
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
    summary: 'Set one’s own e-mail address and password, in place of those that the account was opened with.',
    access: 'session',
    isForm: true,
    body: Body({ current, username: Type.String({ default: '', description: 'E-mail address.' }), password }),
    messages,
    answers: { 200: User },
    refusals: [422, 429],
  },
} as const satisfies Contract;

export const language = {
  'PUT /language': {
    id: 'language',
    tag,
    summary:
      'Choose the language of all answers: kept in a cookie and, when signed in, with the account, whose mails come in it.',
    access: 'everyone',
    isForm: true,
    body: Body({ language: Type.String({ description: 'One of the portal’s `locales`.' }) }),
    messages: { language: message(pageMessages.languageUnknown) },
    answers: { 200: Type.Object({ language: Text }, { description: 'The language chosen.' }) },
    refusals: [422],
  },
} as const satisfies Contract;
