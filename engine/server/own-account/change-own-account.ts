/** Changes that people make to their own account. Each is stored with its event in the account's history, or not at all. */
import type { FastifyRequest } from 'fastify';
import { accountMessages } from '../../locales/account.ts';
import { message } from '../../locales/message.ts';
import { visitorOfAccount } from '../accounts/account-flags.ts';
import { type Account, accountColumns } from '../accounts/accounts.ts';
import { requirePasswords } from '../accounts/no-password.ts';
import { verifyPassword } from '../accounts/password.ts';
import type { Transaction } from '../database/database.ts';
import { runParts } from '../database/statements.ts';
import { unauthenticated, unprocessable } from '../http/errors.ts';
import type { Application } from '../kernel/application.ts';
import { messagesPart } from '../mail/messages.ts';
import { attempt, attemptOf } from '../sessions/attempts.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { readUser } from '../users/user-calls.ts';
import { type UserEvent, userEventParts } from '../users/user-history.ts';
import { stateOf } from '../users/wire-user.ts';
import { securityMails } from './security-mails.ts';

export type OwnEvent = Omit<UserEvent, 'state'>;

export interface OwnCall {
  readonly application: Application;
  readonly request: FastifyRequest;
  /** Id of the caller's account. */
  readonly account: string;
}

/**
 * Runs the work in a transaction in which nobody else changes the account, and mails the owner where the event asks for it.
 * @param work returns the event of the change; null: nothing to store
 * @throws HttpError 401 if the account was suspended meanwhile
 */
export async function changeOwnAccount<T>(
  call: OwnCall,
  work: (
    client: Transaction,
    account: Account,
  ) => Promise<{ readonly event: OwnEvent | null; readonly answer: T }>,
): Promise<T> {
  return call.application.database.transaction(async (client) => {
    const [account] = await client.query<Account>(
      `SELECT ${accountColumns} FROM accounts a WHERE a.id = $1 AND NOT a.is_suspended FOR NO KEY UPDATE`,
      [call.account],
    );
    if (account === undefined) throw unauthenticated();
    const { event, answer } = await work(client, account);
    if (event === null) return answer;
    await writeOwnEvent(call, client, event);
    const mails = securityMails(call.application, account, event);
    if (mails.length > 0) await runParts(client, messagesPart(call.application, mails));
    return answer;
  });
}

/** Appends an event to the history of the account, which the transaction has locked. */
export async function writeOwnEvent(
  { application, request, account: id }: OwnCall,
  client: Transaction,
  event: OwnEvent,
): Promise<void> {
  const [account] = await client.query<Account>(`SELECT ${accountColumns} FROM accounts a WHERE a.id = $1`, [
    id,
  ]);
  // In the membership of the session; without one, in the oldest.
  const acting = request.session?.account.id === id ? request.session.account : account;
  const visitor = acting && (await visitorOfAccount(application, acting, client));
  if (!account || !visitor) throw unauthenticated();
  const scope = { portal: application.portal(), visitor };
  const user = await readUser({ application, request, client }, scope, account.slug);
  // A portal whose configuration has no accounts as records keeps no history of them.
  if (user === null) return;
  await runParts(client, userEventParts(application, user, { ...event, state: stateOf(account) }));
}

/**
 * A person at an open session must not take over the account, so guesses are limited as at sign-in.
 * @throws HttpError 403 if the accounts of the department have no passwords, 422 that names `current`, 429
 */
export async function requirePresentPassword(
  application: Application,
  request: FastifyRequest,
  present: string,
): Promise<void> {
  const { account } = requireSession(request);
  requirePasswords(application.portal(), account);
  const who = await attemptOf(application, request, { username: account.username, account });
  if (await attempt(application.database, who, () => verifyPassword(present, account.password))) return;
  throw unprocessable({ current: [message(accountMessages.wrongPresentPassword)] });
}
