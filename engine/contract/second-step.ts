/** Two-step sign-in: the second step at sign-in, and setting it up for one's own account. */
import { Type } from 'typebox';
import { accountMessages } from '../locales/account.ts';
import { message } from '../locales/message.ts';
import { secondStepMessages } from '../locales/second-step.ts';
import type { Contract } from './endpoint.ts';
import { Body, Count, Flag, List, Text } from './schema.ts';
import { User } from './sessions.ts';

const tag = 'Account';
const code = Type.String({
  default: '',
  maxLength: 100,
  description: 'Code of the authenticator app: six digits.',
});
const current = Type.String({ default: '', description: 'The present password.' });
const messages = {
  current: message(accountMessages.presentPasswordMissing),
  code: message(secondStepMessages.codeWrong),
};
const RecoveryCodes = Type.Object(
  { codes: List(Text, { description: 'Each works once. They are not answered again.' }) },
  { description: 'The recovery codes; earlier ones no longer work.' },
);
const changing = { tag, access: 'session', isForm: true, messages, refusals: [409, 422, 429] } as const;

export const secondStep = {
  'POST /login/second-step': {
    id: 'login.second-step',
    tag,
    summary:
      'Sign in with the ticket of the first step and a code. Failures count against the same limits as passwords.',
    access: 'everyone',
    isForDeputies: true,
    isForm: true,
    body: Body({
      ticket: Type.String({
        default: '',
        description: 'From the answer of `POST /login`. Works for five minutes.',
      }),
      code: Type.String({ default: '', maxLength: 100, description: 'Code of the app, or a recovery code.' }),
    }),
    messages,
    answers: { 200: User },
    refusals: [422, 429],
  },
  'GET /second-step': {
    id: 'second-step',
    tag,
    summary: 'Whether the caller’s account signs in with a second step.',
    access: 'session',
    isPrivate: true,
    answers: {
      200: Type.Object(
        {
          is_on: Flag,
          is_required: Type.Boolean({ description: 'The department requires it: it cannot be turned off.' }),
          recovery_codes: Count,
        },
        { description: 'The state, with the number of unused recovery codes.' },
      ),
    },
  },
  'POST /second-step': {
    ...changing,
    id: 'second-step.offer',
    summary:
      'Ask for a new secret for an authenticator app. It counts once a code of it is confirmed within an hour.',
    body: Body({ current }),
    answers: {
      200: Type.Object(
        { secret: Text, uri: Type.String({ description: '`otpauth://totp/…`, for a QR code.' }) },
        { description: 'The secret. It is not answered again.' },
      ),
    },
  },
  'POST /second-step/confirm': {
    ...changing,
    id: 'second-step.confirm',
    summary:
      'Turn the second step on with a code of the offered secret; ends the other sessions of the account.',
    body: Body({ code }),
    answers: { 200: RecoveryCodes },
  },
  'POST /second-step/recovery-codes': {
    ...changing,
    id: 'second-step.recovery-codes',
    summary: 'Replace the recovery codes.',
    body: Body({ current }),
    answers: { 200: RecoveryCodes },
  },
  'POST /second-step/off': {
    ...changing,
    id: 'second-step.off',
    summary: 'Turn the second step off.',
    body: Body({ current }),
    answers: { 200: Type.Object({}, { description: 'Signing in needs only the password.' }) },
  },
} as const satisfies Contract;
