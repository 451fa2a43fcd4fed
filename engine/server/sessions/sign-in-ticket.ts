/** The ticket between the two steps of signing in: it proves for five minutes that the password was right. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Account, accountColumns } from '../accounts/accounts.ts';
import type { Application } from '../kernel/application.ts';

const LIFETIME_MS = 5 * 60_000;

/** The ticket is worthless once the account has another password. */
export function signInTicket(application: Application, account: Account): string {
  const content = `${account.id}.${application.now().getTime() + LIFETIME_MS}`;
  return `${content}.${sign(application, content, account)}`;
}

/** The account that the ticket belongs to; null: it has expired, or we did not sign it. */
export async function accountOfTicket(application: Application, ticket: string): Promise<Account | null> {
  const [id = '', until = '', signature = '', ...more] = ticket.split('.');
  const isShaped = /^[0-9a-f-]{36}$/.test(id) && /^\d{13}$/.test(until) && more.length === 0;
  if (!isShaped || Number(until) < application.now().getTime()) return null;
  const [account] = await application.database.query<Account>(
    `SELECT ${accountColumns} FROM accounts a WHERE a.id = $1 AND a.has_second_step AND NOT a.is_suspended`,
    [id],
  );
  if (account === undefined) return null;
  const right = Buffer.from(sign(application, `${id}.${until}`, account));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right) ? account : null;
}

function sign(application: Application, content: string, { password }: Account): string {
  return createHmac('sha256', application.secret('sign-in-tickets'))
    .update(`${content}.${password}`)
    .digest('base64url');
}
