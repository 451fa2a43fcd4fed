/**
 * Links, sent by mail, with which the owner of an account chooses a password. A link works once and for a limited
 * time. Its token is in the fragment of the address, which browsers do not send to servers.
 */
import { digestOfToken } from './digests.ts';
import { randomBytes } from 'node:crypto';
import { accountMessages } from '../../locales/account.ts';
import { accountNoticeMessages } from '../../locales/account-notices.ts';
import { message } from '../../locales/message.ts';
import type { PasswordLinkPurpose } from '../../portal/model/portal.ts';
import { addDuration } from '../../portal/time/days.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import { runParts } from '../database/statements.ts';
import { unprocessable } from '../http/errors.ts';
import type { Application } from '../kernel/application.ts';
import { messagesPart, type NewMessage, originOf } from '../mail/messages.ts';
import { ownVisitor } from './account-flags.ts';
import { accountMail } from './account-mail.ts';
import { type Account, accountColumns, changeSignIn, findAccount } from './accounts.ts';
import { mayUsePassword } from './memberships.ts';
import { type PasswordLinkRequest, providerMail, requirePasswords } from './no-password.ts';

/** Nobody must be flooded with mail that somebody else requests. */
const MOST_LINKS_AN_HOUR = 5;

/**
 * Creates a link and mails it to the account's address, in the account's language. Call it in the transaction that
 * creates the account. Earlier links of the same purpose become worthless. The owner of an account without a password
 * is told how to sign in instead.
 * @returns false if the portal has no page for a new password; nothing is sent then
 */
export async function sendPasswordLink(
  client: Queryable,
  application: Application,
  { account, purpose }: PasswordLinkRequest,
): Promise<boolean> {
  const portal = application.portal();
  const { passwordLinks, days, timeZone, routes } = portal;
  const isPasswordless = !mayUsePassword(portal, account);
  const path = routes.find(({ screen, does }) => screen === 'account' && does === 'new-password')?.path;
  if (path === undefined && !isPasswordless) return false;
  const token = randomBytes(32).toString('base64url');
  const at = application.now().toISOString();
  const until = addDuration(days, timeZone, at, passwordLinks[purpose]);
  await client.query(
    'UPDATE password_links SET used_at = now() WHERE account = $1 AND purpose = $2 AND used_at IS NULL',
    [account.id, purpose],
  );
  await client.query(
    `INSERT INTO password_links (token, account, purpose, address, sent_at, expires_at, used_at)
     VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7 THEN $5::timestamptz END)`,
    // A link that nobody receives counts for the limit on mails.
    [digestOfToken(token), account.id, purpose, account.username, at, until, isPasswordless],
  );
  const mail = isPasswordless
    ? providerMail(application, { account, purpose })
    : passwordMail(application, {
        account,
        purpose,
        href: `${originOf(application.settings)}${path}#${token}`,
        until,
      });
  await runParts(client, messagesPart(application, [mail]));
  return true;
}

/**
 * False after too many links within an hour.
 * @param purpose left out: links of every purpose count
 */
export async function mayMailLink(
  client: Queryable,
  application: Application,
  account: Pick<Account, 'id'>,
  purpose: PasswordLinkPurpose | null = null,
): Promise<boolean> {
  const recent = await client.query(
    `SELECT 1 FROM password_links WHERE account = $1 AND purpose = coalesce($3, purpose)
     AND sent_at > $2::timestamptz - interval '1 hour'`,
    [account.id, application.now().toISOString(), purpose],
  );
  return recent.length < MOST_LINKS_AN_HOUR;
}

/**
 * Sends a link to the owner of this address, or nothing: to an unknown address, a suspended account or a department
 * that is no longer configured, and after five links within an hour.
 */
export async function sendForgottenPassword(application: Application, username: string): Promise<void> {
  const account = await findAccount(application.database, username);
  if (account === null || account.is_suspended || ownVisitor(application.portal(), account) === null) return;
  await application.database.transaction(async (client) => {
    await client.query('SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', [account.id]);
    if (await mayMailLink(client, application, account, 'reset'))
      await sendPasswordLink(client, application, { account, purpose: 'reset' });
  });
}

/**
 * Sets the password of the link's account, ends all its sessions, and makes all its links worthless. An invitation
 * also counts as sign-in details of one's own: the owner has proved the address.
 * @param onSet runs in the same transaction, with the id of the account
 * @returns its result
 * @throws HttpError 422 that names `token`, the same for every link that does not work, or `password`
 */
export async function takePasswordLink<T>(
  application: Application,
  { token, password }: { readonly token: string; readonly password: string },
  onSet: (client: Transaction, account: string) => Promise<T>,
): Promise<T> {
  const portal = application.portal();
  return application.database.transaction(async (client) => {
    const [account] = await client.query<Account & { readonly purpose: PasswordLinkPurpose }>(
      `SELECT ${accountColumns}, l.purpose FROM password_links l JOIN accounts a ON a.id = l.account
       WHERE l.token = $1 AND l.used_at IS NULL AND l.expires_at > $2 AND l.address = a.username
         AND NOT a.is_suspended FOR UPDATE`,
      [digestOfToken(token), application.now().toISOString()],
    );
    if (account === undefined || ownVisitor(portal, account) === null)
      throw unprocessable({ token: [message(accountMessages.passwordLinkSpent)] });
    requirePasswords(portal, account);
    const { credentialsFlag } = portal;
    const isOwn = account.purpose === 'invitation' && credentialsFlag !== null;
    const flags = isOwn ? { [credentialsFlag]: true } : {};
    await changeSignIn(client, account, { password, flags }, portal);
    await client.query('DELETE FROM sessions WHERE account = $1', [account.id]);
    return onSet(client, account.id);
  });
}

/** Deletes expired links, except those of the last hour: the limit on mails counts them. */
export async function forgetOldPasswordLinks(client: Queryable): Promise<void> {
  await client.query(
    "DELETE FROM password_links WHERE expires_at < now() AND sent_at < now() - interval '1 hour'",
  );
}

interface PasswordMail extends PasswordLinkRequest {
  readonly href: string;
  /** When the link expires, as an ISO date-time. */
  readonly until: string;
}

function passwordMail(application: Application, { account, purpose, href, until }: PasswordMail): NewMessage {
  const isReset = purpose === 'reset';
  const explained = isReset
    ? message(accountNoticeMessages.resetExplained)
    : message(accountNoticeMessages.invitationExplained, { username: account.username });
  const notYou = message(
    isReset ? accountNoticeMessages.resetNotYou : accountNoticeMessages.invitationNotYou,
  );
  const end = message(accountNoticeMessages.passwordLinkUntil, { until: { moment: until } });
  const subject = isReset
    ? message(accountNoticeMessages.resetSubject)
    : message(accountNoticeMessages.invitationSubject, {
        portal: { text: application.portal().title, kind: 'name' },
      });
  return accountMail(application, account, {
    subject,
    paragraphs: [explained, href, end, notYou],
    link: href,
  });
}
