/** Signs an account in: the last step of every way to sign in. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserRecord } from '../../contract/sessions.ts';
import { inLanguage } from '../../portal/translation/in-language.ts';
import type { Account } from '../accounts/accounts.ts';
import { readUserRecord, type UserRecordParts } from '../accounts/user-record.ts';
import { networkOf } from '../http/network.ts';
import { synchronizeLanguage } from './register-languages.ts';
import { startSession } from './sessions.ts';

/** Starts a session for the caller. @returns the user with the token */
export async function openSession(
  parts: UserRecordParts,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  account: Account,
): Promise<UserRecord> {
  const { application } = parts;
  const origin = { agent: request.headers['user-agent'] ?? null, network: networkOf(request.ip) };
  const token = await startSession(application.database, account.id, origin);
  reply.header('cache-control', 'no-store');
  const language = await synchronizeLanguage(application, { request, reply }, account);
  return readUserRecord(parts, { token, account }, inLanguage(application.portal(), language));
}
