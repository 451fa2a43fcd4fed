/**
 * The second step of signing in, as it is stored: the secret of an authenticator app, encrypted, and digests of the
 * recovery codes. Each code is accepted once.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Queryable } from '../database/database.ts';
import type { StatementPart } from '../database/statements.ts';
import type { Application } from '../kernel/application.ts';
import type { Account } from './accounts.ts';
import { digestOfToken } from './digests.ts';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** Clocks of phones are wrong by up to half a minute. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** 80 bits: nobody finds such a code from its digest. */
const RECOVERY_BYTES = 10;

type Owner = Pick<Account, 'id' | 'username'>;

/** A secret for an authenticator app, as text and as the address of a QR code. */
export interface OfferedSecret {
  readonly secret: string;
  readonly uri: string;
}

/** Stores a new secret, which counts once `confirmSecret` accepts a code of it. */
export async function offerSecret(
  application: Application,
  client: Queryable,
  account: Owner,
): Promise<OfferedSecret> {
  const secret = new Secret({ size: SECRET_BYTES });
  await client.query(
    `INSERT INTO second_steps (account, offered, offered_at) VALUES ($1, $2, $3)
     ON CONFLICT (account) DO UPDATE SET offered = excluded.offered, offered_at = excluded.offered_at`,
    [account.id, encrypt(application, account, secret.bytes), application.now().toISOString()],
  );
  const issuer = application.portal().title;
  const uri = new TOTP({ issuer, label: account.username, secret, period: PERIOD_SECONDS }).toString();
  return { secret: secret.base32, uri };
}

interface StoredSecret {
  readonly secret: Buffer | null;
  readonly offered: Buffer | null;
}

/** True if a secret was offered to the account within the last hour. */
export async function isSecretOffered(
  application: Application,
  client: Queryable,
  account: Owner,
): Promise<boolean> {
  return (await findOffered(application, client, account)) !== null;
}

async function findOffered(
  application: Application,
  client: Queryable,
  account: Owner,
): Promise<Buffer | null> {
  const [row] = await client.query<StoredSecret>(
    `SELECT secret, offered FROM second_steps
     WHERE account = $1 AND offered_at > $2::timestamptz - interval '1 hour'`,
    [account.id, application.now().toISOString()],
  );
  return row?.offered ?? null;
}

/**
 * Makes the offered secret the account's own if the code is one of its codes.
 * @returns false for a wrong code, or without an offered secret
 */
export async function confirmSecret(
  application: Application,
  client: Queryable,
  account: Owner,
  code: string,
): Promise<boolean> {
  const offered = await findOffered(application, client, account);
  const step = offered === null ? null : stepOf(application, account, offered, code);
  if (step === null) return false;
  const rows = await client.query(
    `UPDATE second_steps SET secret = offered, offered = NULL, offered_at = NULL, used = $3
     WHERE account = $1 AND offered = $2 RETURNING account`,
    [account.id, offered, step],
  );
  if (rows.length === 0) return false;
  await client.query('UPDATE accounts SET has_second_step = true WHERE id = $1', [account.id]);
  return true;
}

/**
 * Uses up a code of the app or a recovery code.
 * @returns the kind of the code; null: it is wrong, or was used before
 */
export async function takeCode(
  application: Application,
  client: Queryable,
  account: Owner,
  code: string,
): Promise<'app' | 'recovery' | null> {
  const [row] = await client.query<StoredSecret>(
    'SELECT secret, offered FROM second_steps WHERE account = $1',
    [account.id],
  );
  if (!row?.secret) return null;
  const step = stepOf(application, account, row.secret, code);
  if (step !== null) {
    const used = await client.query(
      'UPDATE second_steps SET used = $2 WHERE account = $1 AND used < $2 RETURNING account',
      [account.id, step],
    );
    return used.length > 0 ? 'app' : null;
  }
  const taken = await client.query(
    'DELETE FROM recovery_codes WHERE account = $1 AND digest = $2 RETURNING account',
    [account.id, digestOfCode(code)],
  );
  return taken.length > 0 ? 'recovery' : null;
}

/** Creates recovery codes in place of the account's earlier ones. Only their digests are stored. */
export async function replaceRecoveryCodes(client: Queryable, account: Owner): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const letters = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32;
    return (letters.toLowerCase().match(/.{4}/g) ?? []).join('-');
  });
  await client.query('DELETE FROM recovery_codes WHERE account = $1', [account.id]);
  await client.query('INSERT INTO recovery_codes (account, digest) SELECT $1, unnest($2::bytea[])', [
    account.id,
    codes.map(digestOfCode),
  ]);
  return codes;
}

export async function countRecoveryCodes(client: Queryable, account: Owner): Promise<number> {
  const rows = await client.query('SELECT 1 FROM recovery_codes WHERE account = $1', [account.id]);
  return rows.length;
}

/** The statements that turn the second step off. */
export function secondStepRemoval(account: string): StatementPart[] {
  return [
    { name: 'codes', text: 'DELETE FROM recovery_codes WHERE account = $1', values: [account] },
    { name: 'step', text: 'DELETE FROM second_steps WHERE account = $1', values: [account] },
    { name: 'off', text: 'UPDATE accounts SET has_second_step = false WHERE id = $1', values: [account] },
  ];
}

/** People type recovery codes with or without hyphens, and in capitals. */
function digestOfCode(code: string): Buffer {
  return digestOfToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

/** The number of the half-minute whose code this is; null: none of those near now. */
function stepOf(application: Application, account: Owner, stored: Buffer, code: string): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const bytes = decrypt(application, account, stored);
  const totp = new TOTP({
    secret: new Secret({ buffer: new Uint8Array(bytes).buffer }),
    period: PERIOD_SECONDS,
  });
  const timestamp = application.now().getTime();
  const delta = totp.validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Bound to the account, so that a secret is worthless in the row of another one. */
function encrypt(application: Application, { id }: Owner, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, application.secret('second-steps'), nonce);
  cipher.setAAD(Buffer.from(id));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, text, cipher.getAuthTag()]);
}

/** @throws Error if it was encrypted for another account, or with another key */
function decrypt(application: Application, { id }: Owner, stored: Buffer): Buffer {
  const nonce = stored.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, application.secret('second-steps'), nonce);
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(stored.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(stored.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
