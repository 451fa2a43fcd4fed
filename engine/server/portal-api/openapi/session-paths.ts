/** Describes the calls for sessions: signing in and out, the current user, and their credentials. */
import { PASSWORD_MINIMUM } from '../../../portal/access/password-length.ts';
import { json, object, reading, ref, writing, type Paths } from './operation.ts';

const text = { type: 'string' };
const username = { type: 'string', format: 'email', description: 'E-mail address.' };
const newPassword = { type: 'string', minLength: PASSWORD_MINIMUM };
const user = { status: 200, description: 'The user.', schema: ref('schemas', 'User') };
const tag = 'Account';

export const sessionPaths: Paths = {
  '/login': {
    post: writing({
      id: 'login',
      tag,
      summary:
        'Sign in. Only failures count against the limit: 10 an account and address, 100 an address, in 15 minutes.',
      security: 'none',
      body: {
        'multipart/form-data': object({ _method: { const: 'POST' }, username, password: text }, [
          'username',
          'password',
        ]),
        ...json(object({ username, password: text })),
      },
      answer: { ...user, description: 'The user, with the token of the new session.' },
      errors: [422, 429],
    }),
  },
  '/logout': {
    post: writing({
      id: 'logout',
      tag,
      summary: 'End the session of the token that is sent.',
      security: 'none',
      answer: {
        status: 200,
        description: 'The token is worth nothing now.',
        schema: object({ message: text }),
      },
    }),
  },
  '/user': { get: reading({ id: 'user', tag, summary: 'Who is signed in.', answer: user }) },
  '/password': {
    post: writing({
      id: 'password',
      tag,
      summary: 'Change the password; ends the other sessions of the account.',
      body: json(object({ current: text, password: newPassword })),
      answer: user,
      errors: [422, 429],
    }),
  },
  '/credentials': {
    post: writing({
      id: 'credentials',
      tag,
      summary:
        'Set one’s own e-mail address and password, in place of those that the account was opened with.',
      body: json(object({ current: text, username, password: newPassword })),
      answer: user,
      errors: [422, 429],
    }),
  },
  '/language': {
    put: writing({
      id: 'language',
      tag,
      summary:
        'Choose the language of all answers: kept in a cookie and, when signed in, with the account, whose mails come in it.',
      security: 'none',
      body: json(object({ language: { ...text, description: 'One of the portal’s `locales`.' } })),
      answer: { status: 200, description: 'The language chosen.', schema: object({ language: text }) },
      errors: [422],
    }),
  },
  '/csrf': {
    get: reading({
      id: 'csrf',
      tag,
      summary: 'A fresh token for the header X-CSRF-TOKEN; sets the browser’s cookie where it has none.',
      security: 'none',
      answer: { status: 200, description: 'The token.', schema: object({ token: text }) },
    }),
  },
};
