/** Creates the accounts of people who register themselves, and limits how often one network calls without an account. */
import { digestOfName } from './digests.ts';
import { accountMessages } from '../../locales/account.ts';
import { accountNoticeMessages } from '../../locales/account-notices.ts';
import { message, type Message } from '../../locales/message.ts';
import { isEmail } from '../../portal/writing/email.ts';
import type { Queryable } from '../database/database.ts';
import { runParts } from '../database/statements.ts';
import { tooMany, unprocessable } from '../http/errors.ts';
import type { Application } from '../kernel/application.ts';
import { messagesPart, type NewMessage } from '../mail/messages.ts';
import { initialFlags } from './account-flags.ts';
import { accountMail } from './account-mail.ts';
import { type Account, addAccount, emailExpected, findAccount } from './accounts.ts';
import { passwordFaults } from './password-rules.ts';
import { hashPassword, inHashQueue } from './password.ts';

export interface AccountRequest {
  readonly department: string;
  readonly username: string;
  readonly name: string;
  readonly password: string;
  /** The language in which the owner has read the form; null: not known. */
  readonly language: string | null;
}

/** An account whose password has been checked and hashed. */
type PreparedAccount = Omit<AccountRequest, 'password'> & { readonly hash: string };

/** Creates accounts. */
export interface AccountDesk {
  /**
   * Checks and counts a registration, and hashes its password.
   * @param network of the caller, from `networkOf`
   * @throws HttpError 422 that names `username` or `password`, 429 after too many from the network
   */
  prepare(account: AccountRequest, network: string): Promise<PreparedAccount>;
  /** @returns null if the address already has an account */
  open(
    client: Queryable,
    account: PreparedAccount,
  ): Promise<{ readonly id: string; readonly slug: string; readonly name: string } | null>;
  /**
   * Counts a form that is sent without an account, apart from the registrations of its network.
   * @throws HttpError 429 after too many from the network
   */
  countForm(network: string): Promise<void>;
  /** Writes to the owner of an account that somebody tried to register its address again. */
  tellOwner(client: Queryable, username: string): Promise<void>;
  /** The same after an invitation, which is counted for this only. */
  meetOwner(client: Queryable, username: string, network: string): Promise<void>;
}

/** A new account starts with the `initial` value of each flag, not with a demonstration account's value. */
export function createAccountDesk(application: Application): AccountDesk {
  const desk: AccountDesk = {
    async prepare({ password, ...account }, network) {
      const faults = await passwordFaults(password, account, application.portal());
      if (faults.length > 0) throw unprocessable({ password: faults });
      if (!isEmail(account.username.trim())) throw unprocessable({ username: [emailExpected] });
      await countCall(application, {
        network,
        username: account.username,
        most: application.portal().registrationsPerHour,
        refusal: (count) => message(accountMessages.tooManyRegistrations, { count }),
      });
      return { ...account, hash: await inHashQueue(network, () => hashPassword(password)) };
    },
    open: (client, account) =>
      addAccount(client, { ...account, flags: initialFlags(application.portal(), account.department) }),
    countForm: (network) =>
      countCall(application, {
        network,
        username: NOBODY,
        most: application.portal().formsPerHour,
        refusal: (count) => message(accountMessages.tooManyForms, { count }),
      }),
    async tellOwner(client, username) {
      const account = await findAccount(client, username);
      if (account === null || !(await isFirstWithinAnHour(client, username))) return;
      await runParts(client, messagesPart(application, [knownAddressMail(application, account)]));
    },
    async meetOwner(client, username, network) {
      const text = 'INSERT INTO registrations (network, username) VALUES ($1, $2)';
      await client.query(text, [network, digestOfName(username)]);
      await desk.tellOwner(client, username);
    },
  };
  return desk;
}

function knownAddressMail(application: Application, account: Account): NewMessage {
  return accountMail(application, account, {
    subject: message(accountNoticeMessages.knownAddressSubject),
    paragraphs: [
      message(accountNoticeMessages.knownAddressExplained),
      message(accountNoticeMessages.knownAddressNotYou),
    ],
  });
}

const HOUR = "interval '1 hour'";

/** The user name under which forms are counted. No account has it. */
const NOBODY = '';

interface CountedCall {
  /** Network of the caller, from `networkOf`. */
  readonly network: string;
  /** The e-mail address of the new account; `NOBODY` for a form without one. */
  readonly username: string;
  /** How many calls of this kind a network may make within an hour. */
  readonly most: number;
  /** @param count minutes to wait */
  readonly refusal: (count: number) => Message;
}

/**
 * Counts a call of somebody without an account, whether or not it succeeds. It is stored before the check, so parallel
 * attempts get no advantage.
 * @throws HttpError 429 if the network has made the maximum within the hour
 */
async function countCall(
  { database }: Application,
  { network, username, most, refusal }: CountedCall,
): Promise<void> {
  const [row] = await database.query<{ at: string }>(
    'INSERT INTO registrations (network, username) VALUES ($1, $2) RETURNING at::text',
    [network, digestOfName(username)],
  );
  const [limit] = await database.query<{ seconds: number }>(
    `SELECT extract(epoch FROM at + ${HOUR} - now())::float8 AS seconds FROM registrations
     WHERE network = $1 AND at > now() - ${HOUR} AND (username = $3) = $4 ORDER BY at DESC OFFSET $2 LIMIT 1`,
    [network, most, digestOfName(NOBODY), username === NOBODY],
  );
  if (limit === undefined) return;
  await database.query('DELETE FROM registrations WHERE network = $1 AND username = $2 AND at = $3', [
    network,
    digestOfName(username),
    row?.at,
  ]);
  const minutes = Math.max(1, Math.ceil(limit.seconds / 60));
  throw tooMany(refusal(minutes), limit.seconds);
}

/** True if this address had no other registration within the hour before the newest one. */
async function isFirstWithinAnHour(client: Queryable, username: string): Promise<boolean> {
  const rows = await client.query(
    `SELECT 1 FROM registrations WHERE username = $1 AND at > now() - ${HOUR} LIMIT 2`,
    [digestOfName(username)],
  );
  return rows.length < 2;
}

/** Deletes rows that no limit counts any more. */
export async function forgetOldRegistrations(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM registrations WHERE at < now() - ${HOUR}`);
}
