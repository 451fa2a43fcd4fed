/**
 * Opens an account by invitation: it has no password until the person uses the link in the mail. The answer does not
 * tell whether the address has an account already.
 */
import type { FastifyRequest } from 'fastify';
import type { ApiBody } from '../../contract/contract.ts';
import { accountMessages } from '../../locales/account.ts';
import { message } from '../../locales/message.ts';
import { userMessages } from '../../locales/users.ts';
import { accountPlaces, mayAddAccount, newAccount } from '../../portal/access/accounts.ts';
import { viewOf } from '../../portal/access/access.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import type { AccountDesk } from '../accounts/account-desk.ts';
import { initialFlags } from '../accounts/account-flags.ts';
import { addAccount, findAccount } from '../accounts/accounts.ts';
import { sendPasswordLink } from '../accounts/password-links.ts';
import { NO_PASSWORD } from '../accounts/password.ts';
import type { Transaction } from '../database/database.ts';
import { runParts } from '../database/statements.ts';
import { forbidden, notFound, unprocessable } from '../http/errors.ts';
import { networkOf } from '../http/network.ts';
import type { Application } from '../kernel/application.ts';
import type { HttpAnswer, IdempotencyKey } from '../records/read/answer.ts';
import { answerPart } from '../records/store/write-record.ts';
import { changedFlags, noPasswordPage } from './change-user.ts';
import { readUser, withLockedCaller } from './user-calls.ts';
import { userEventParts } from './user-history.ts';

type Invitation = ApiBody<'POST /accounts'>;

export interface InvitationCall {
  readonly request: FastifyRequest;
  readonly wish: Invitation;
  readonly idempotencyKey: IdempotencyKey;
}

/** @throws HttpError 401, 403 for another department or a flag that the caller may not grant, 409, 422 */
export async function inviteUser(
  application: Application,
  desk: AccountDesk,
  { request, wish, idempotencyKey }: InvitationCall,
): Promise<HttpAnswer> {
  return withLockedCaller(application, { request, slug: null }, async (client, scope) => {
    requirePlace(scope, wish);
    const opened = await openInvited(client, scope, wish);
    const lookup = { application, request, client };
    if (opened === null) await meetOwner(lookup, scope, { desk, username: wish.username });
    else {
      const user = await readUser(lookup, scope, opened.slug);
      if (user === null) throw notFound();
      const { account } = user;
      if (!(await sendPasswordLink(client, application, { account, purpose: 'invitation' })))
        throw noPasswordPage();
      const { changes } = opened;
      await runParts(
        client,
        userEventParts(application, user, { what: 'invited', state: 'invited', changes }),
      );
    }
    const answer = { status: 202, headers: {}, text: '{}' };
    await runParts(client, [answerPart(idempotencyKey, answer)]);
    return answer;
  });
}

/** @throws HttpError 403 if the caller may not add accounts to the department, 422 for the unit */
export function requirePlace(
  scope: Scope,
  { department, unit = null }: Pick<Invitation, 'department' | 'unit'>,
): void {
  if (mayAddAccount(scope, department, unit)) return;
  const isOpen = accountPlaces(scope).some((place) => place.department === department);
  if (isOpen) throw unprocessable({ unit: [message(userMessages.unitNotChoosable)] });
  throw forbidden();
}

/** @returns null if the address has an account */
async function openInvited(client: Transaction, scope: Scope, wish: Invitation) {
  const { department, unit = null, username } = wish;
  const { portal } = scope;
  const initial = initialFlags(portal, department);
  const context = newAccount(scope, department, unit);
  const granted = changedFlags({ ...scope, context }, initial, wish.flags ?? {});
  const flags = { ...initial, ...Object.fromEntries(granted.map(({ name, value }) => [name, value])) };
  const name = wish.name.trim();
  const position = wish.position?.trim() || null;
  const added = await addAccount(client, { department, unit, username, name, flags, hash: NO_PASSWORD });
  if (added === null) return null;
  await client.query('UPDATE accounts SET position = $2 WHERE id = $1', [added.id, position]);
  const fields = Object.entries({ name, position, unit }).filter(([, after]) => after !== null);
  const changes = Object.fromEntries([
    ...fields.map(([field, after]) => [field, { before: null, after }] as const),
    ...granted.map((flag) => [`flags.${flag.name}`, { before: !flag.value, after: flag.value }] as const),
  ]);
  return { slug: added.slug, changes };
}

/**
 * The address has an account. Its owner receives a mail, unless the caller sees the account anyway.
 * @throws HttpError 422 then
 */
async function meetOwner(
  lookup: Parameters<typeof readUser>[0],
  scope: Scope,
  { desk, username }: { readonly desk: AccountDesk; readonly username: string },
): Promise<void> {
  const { client, request } = lookup;
  const found = await findAccount(client, username);
  const user = found === null ? null : await readUser(lookup, scope, found.slug);
  if (user !== null && viewOf(user.scope)?.level === 'read') {
    throw unprocessable({ username: [message(accountMessages.emailTaken)] });
  }
  await desk.meetOwner(client, username, networkOf(request.ip));
}
