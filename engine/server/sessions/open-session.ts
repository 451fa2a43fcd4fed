/** Signs an account in: the last step of every way to sign in. */
import type { SecondStepTicket, UserRecord } from '../../contract/sessions.ts';
import { inLanguage } from '../../portal/translation/in-language.ts';
import type { Account } from '../accounts/accounts.ts';
import { readUserRecord, type UserRecordParts } from '../accounts/user-record.ts';
import { unauthenticated } from '../http/errors.ts';
import type { Exchange } from '../http/language.ts';
import { networkOf } from '../http/network.ts';
import { synchronizeLanguage } from './register-languages.ts';
import { findSession, startSession } from './sessions.ts';
import { signInTicket } from './sign-in-ticket.ts';

/** Starts a session for the caller. @returns the user with the token */
export async function openSession(
  parts: UserRecordParts,
  { request, reply }: Exchange,
  account: Account,
): Promise<UserRecord> {
  const { application } = parts;
  const origin = { agent: request.headers['user-agent'] ?? null, network: networkOf(request.ip) };
  const token = await startSession(application.database, account.id, origin);
  const member = await findSession(application.database, token);
  if (member === null) throw unauthenticated();
  reply.header('cache-control', 'no-store');
  const language = await synchronizeLanguage(application, { request, reply }, account);
  return readUserRecord(parts, { token, account: member }, inLanguage(application.portal(), language));
}

/** Starts a session, or returns a ticket (202) if the account needs a second step. */
export async function finishFirstStep(
  parts: UserRecordParts,
  exchange: Exchange,
  account: Account,
): Promise<UserRecord | SecondStepTicket> {
  if (!account.has_second_step) return openSession(parts, exchange, account);
  exchange.reply.code(202).header('cache-control', 'no-store');
  return { ticket: signInTicket(parts.application, account) };
}
