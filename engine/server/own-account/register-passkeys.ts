/** The routes of passkeys: signing in with one, and adding, renaming and removing those of one's own account. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { passkeys, type WirePasskey } from '../../contract/passkeys.ts';
import { message } from '../../locales/message.ts';
import { passkeyMessages } from '../../locales/passkeys.ts';
import { visitorOfAccount } from '../accounts/account-flags.ts';
import { mayUsePassword } from '../accounts/memberships.ts';
import { type Account, accountColumns } from '../accounts/accounts.ts';
import { noPassword, requirePasswords } from '../accounts/no-password.ts';
import {
  addPasskey,
  deletePasskey,
  findPasskey,
  mostPasskeys,
  notePasskeyUse,
  type PasskeyRow,
  passkeysOf,
  renamePasskey,
} from '../accounts/passkeys.ts';
import type { UnreadCount } from '../accounts/user-record.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';
import { attempt, attemptOf } from '../sessions/attempts.ts';
import { openSession } from '../sessions/open-session.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { rememberDevice } from '../sessions/sessions.ts';
import { changeOwnAccount, requirePresentPassword } from './change-own-account.ts';
import { createChallenge, takeChallenge } from './challenges.ts';

/** Ed25519, ES256 and RS256, which authenticators have; by their numbers in COSE. */
const algorithms = [-8, -7, -257];

export function registerPasskeys(
  server: FastifyInstance,
  application: Application,
  unread: UnreadCount,
): void {
  const { database } = application;
  const own = async (request: FastifyRequest, id: string): Promise<PasskeyRow> => {
    const { account } = requireSession(request);
    const found = (await passkeysOf(database, account.id)).find((one) => one.id === id);
    if (found === undefined) throw notFound();
    return found;
  };
  const list = async (request: FastifyRequest): Promise<{ items: WirePasskey[] }> => {
    const rows = await passkeysOf(database, requireSession(request).account.id);
    return { items: rows.map(toWire) };
  };
  mount(server, passkeys, {
    'POST /login/passkey/options': async (_input, request, reply) => {
      reply.header('cache-control', 'no-store');
      const options = await generateAuthenticationOptions({
        rpID: partyOf(application, request).id,
        challenge: createChallenge(application, null),
        userVerification: 'required',
      });
      return { options };
    },
    'POST /login/passkey': async ({ body }, request, reply) => {
      const answer = body.credential;
      const passkey = typeof answer.id === 'string' ? await findPasskey(database, answer.id) : null;
      const account = passkey && (await accountOf(application, passkey));
      const who = await attemptOf(application, request, {
        username: account?.username ?? String(answer.id),
        account,
      });
      const isRight = await attempt(database, who, async () => {
        const counter = passkey && account && (await countOf(application, request, { passkey, answer }));
        if (counter === null) return false;
        await notePasskeyUse(database, passkey?.id ?? '', counter);
        return true;
      });
      if (!isRight || account === null) throw refused();
      // Only who has the passkey is told.
      if (!mayUsePassword(application.portal(), account))
        throw unprocessable({ credential: [noPassword(application.portal(), account)] });
      if (who.device !== null) await rememberDevice(database, account.id, who.device);
      return openSession({ application, unread }, { request, reply }, account);
    },
    'GET /passkeys': async (_input, request, reply) => {
      reply.header('cache-control', 'no-store');
      return list(request);
    },
    'POST /passkeys/options': async ({ body }, request, reply) => {
      await requirePresentPassword(application, request, body.current);
      reply.header('cache-control', 'no-store');
      const { account } = requireSession(request);
      const rows = await passkeysOf(database, account.id);
      const options = await generateRegistrationOptions({
        rpName: application.portal().title,
        rpID: partyOf(application, request).id,
        userName: account.username,
        userDisplayName: account.name,
        userID: new TextEncoder().encode(account.id),
        challenge: createChallenge(application, account.id),
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: rows.map(credentialOf),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { options };
    },
    'POST /passkeys': async ({ body }, request, reply) => {
      await add(application, request, body);
      reply.code(201).header('cache-control', 'no-store');
      return list(request);
    },
    'PATCH /passkeys/:id': async ({ params, body }, request, reply) => {
      const { id } = await own(request, params.id);
      await renamePasskey(database, id, body.name.trim());
      reply.header('cache-control', 'no-store');
      return list(request);
    },
    'POST /passkeys/:id/remove': async ({ params, body }, request, reply) => {
      const { id } = await own(request, params.id);
      await requirePresentPassword(application, request, body.current);
      const call = { application, request, account: requireSession(request).account.id };
      await changeOwnAccount(call, async (client) => {
        await deletePasskey(client, id);
        return { event: { what: 'passkey-removed' }, answer: undefined };
      });
      reply.header('cache-control', 'no-store');
      return list(request);
    },
  });
}

/** For whom a passkey is: the portal's domain, and the address of its pages. */
interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

function partyOf({ settings }: Application, request: FastifyRequest): RelyingParty {
  const { origin, hostname } = new URL(settings.publicUrl ?? `${request.protocol}://${request.host}`);
  return { id: hostname, origin };
}

/** @returns null: suspended, or of a department that is no longer configured */
async function accountOf(application: Application, { account: id }: PasskeyRow): Promise<Account | null> {
  const [account] = await application.database.query<Account>(
    `SELECT ${accountColumns} FROM accounts a WHERE a.id = $1 AND NOT a.is_suspended`,
    [id],
  );
  const visitor = account && (await visitorOfAccount(application, account));
  return visitor ? account : null;
}

interface PasskeyAnswer {
  readonly passkey: PasskeyRow;
  readonly answer: AuthenticationResponseJSON;
}

/** @returns the authenticator's new count; null: the answer is not one of this passkey to a challenge of ours */
async function countOf(
  application: Application,
  request: FastifyRequest,
  { passkey, answer }: PasskeyAnswer,
): Promise<number | null> {
  const party = partyOf(application, request);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: (challenge) => takeChallenge(application, challenge, null),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        ...credentialOf(passkey),
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for every kind of wrong answer.
    return null;
  }
}

interface NamedCredential {
  readonly name: string;
  readonly credential: RegistrationResponseJSON;
}

async function add(
  application: Application,
  request: FastifyRequest,
  { name, credential }: NamedCredential,
): Promise<void> {
  const { account } = requireSession(request);
  requirePasswords(application.portal(), account);
  const made = await credentialMade(application, request, credential);
  if (made === null) throw refused();
  await changeOwnAccount({ application, request, account: account.id }, async (client) => {
    if ((await passkeysOf(client, account.id)).length >= mostPasskeys)
      throw unprocessable({ name: [message(passkeyMessages.tooMany, { count: mostPasskeys })] });
    const { id, publicKey, counter, transports = [] } = made;
    const passkey = {
      account: account.id,
      credential: id,
      publicKey,
      counter,
      transports,
      name: name.trim(),
    };
    if (!(await addPasskey(client, passkey))) throw refused();
    return { event: { what: 'passkey-added' }, answer: undefined };
  });
}

/** @returns null: the answer is not one to a challenge of this account */
async function credentialMade(
  application: Application,
  request: FastifyRequest,
  answer: RegistrationResponseJSON,
) {
  const party = partyOf(application, request);
  const { account } = requireSession(request);
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: (challenge) => takeChallenge(application, challenge, account.id),
      supportedAlgorithmIDs: algorithms,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
    });
    return registrationInfo?.credential ?? null;
  } catch {
    // The library throws for every kind of wrong answer.
    return null;
  }
}

function credentialOf({ credential, transports }: PasskeyRow) {
  return { id: credential, transports: [...transports] as AuthenticatorTransport[] };
}

function toWire({ id, name, added_at: added, used_at: used }: PasskeyRow): WirePasskey {
  return { id, name, added_at: added.toISOString(), used_at: used?.toISOString() ?? null };
}

function refused() {
  return unprocessable({ credential: [message(passkeyMessages.refused)] });
}
