/** Passkeys: signing in with one, and the passkeys of one's own account. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { Type, type Static } from 'typebox';
import { accountMessages } from '../locales/account.ts';
import { message } from '../locales/message.ts';
import { passkeyMessages } from '../locales/passkeys.ts';
import type { Contract } from './endpoint.ts';
import { Body, Described, List, Moment, OrNull, Text } from './schema.ts';
import { User } from './sessions.ts';

const tag = 'Account';

const Passkey = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Text,
  added_at: Moment,
  used_at: OrNull(Moment, { description: 'The last sign-in with it; null: none yet.' }),
});
export type WirePasskey = Static<typeof Passkey>;

const Passkeys = Type.Object({ items: List(Passkey) }, { description: 'The passkeys of the account.' });
function optionsOf<T>() {
  return Type.Object(
    { options: Described<T>('What the browser asks the authenticator, as WebAuthn defines it.') },
    { description: 'The options, which work for five minutes.' },
  );
}

const current = Type.String({ default: '', description: 'The present password.' });
const name = Type.String({ pattern: '\\S', maxLength: 80 });
const answered = 'The answer of the authenticator, as WebAuthn defines it.';
const messages = {
  current: message(accountMessages.presentPasswordMissing),
  name: message(passkeyMessages.nameExpected),
  credential: message(passkeyMessages.refused),
};

export const passkeys = {
  'POST /login/passkey/options': {
    id: 'login.passkey.options',
    tag,
    summary: 'Begin to sign in with a passkey.',
    access: 'everyone',
    answers: { 200: optionsOf<PublicKeyCredentialRequestOptionsJSON>() },
  },
  'POST /login/passkey': {
    id: 'login.passkey',
    tag,
    summary:
      'Sign in with a passkey. It counts as both steps. Failures count against the same limits as passwords.',
    access: 'everyone',
    body: Body({ credential: Described<AuthenticationResponseJSON>(answered) }),
    messages,
    answers: { 200: User },
    refusals: [422, 429],
  },
  'GET /passkeys': {
    id: 'passkeys',
    tag,
    summary: 'The passkeys of the caller.',
    access: 'session',
    isPrivate: true,
    answers: { 200: Passkeys },
  },
  'POST /passkeys/options': {
    id: 'passkey.options',
    tag,
    summary: 'Begin to add a passkey.',
    access: 'session',
    body: Body({ current }),
    messages,
    answers: { 200: optionsOf<PublicKeyCredentialCreationOptionsJSON>() },
    refusals: [403, 422, 429],
  },
  'POST /passkeys': {
    id: 'passkey.add',
    tag,
    summary: 'Add a passkey.',
    access: 'session',
    body: Body({ name, credential: Described<RegistrationResponseJSON>(answered) }),
    messages,
    answers: { 201: Passkeys },
    refusals: [422],
  },
  'PATCH /passkeys/:id': {
    id: 'passkey.rename',
    tag,
    summary: 'Rename a passkey.',
    access: 'session',
    params: { id: 'The passkey.' },
    body: Body({ name }),
    messages,
    answers: { 200: Passkeys },
    refusals: [404, 422],
  },
  'POST /passkeys/:id/remove': {
    id: 'passkey.remove',
    tag,
    summary: 'Remove a passkey: nobody can sign in with it any more.',
    access: 'session',
    params: { id: 'The passkey.' },
    body: Body({ current }),
    messages,
    answers: { 200: Passkeys },
    refusals: [403, 404, 422, 429],
  },
} as const satisfies Contract;
