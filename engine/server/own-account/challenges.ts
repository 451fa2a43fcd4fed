/**
 * Challenges for passkeys: signed, so that asking for one stores nothing; good once, for five minutes, and only for
 * the account that asked.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Application } from '../kernel/application.ts';

const lifetime = 5 * 60_000;
const lengths = { random: 16, until: 8, signature: 32 } as const;

/** @param account null: nobody has signed in yet */
export function createChallenge(application: Application, account: string | null): Uint8Array<ArrayBuffer> {
  const until = Buffer.alloc(lengths.until);
  until.writeBigUInt64BE(BigInt(application.now().getTime() + lifetime));
  const content = Buffer.concat([randomBytes(lengths.random), until]);
  return new Uint8Array(Buffer.concat([content, sign(application, content, account)]));
}

/**
 * Uses the challenge up.
 * @param challenge as base64url
 * @returns false: it was used, has expired, or is not one of this account
 */
export async function takeChallenge(
  application: Application,
  challenge: string,
  account: string | null,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== lengths.random + lengths.until + lengths.signature) return false;
  const content = bytes.subarray(0, lengths.random + lengths.until);
  const isOurs = timingSafeEqual(bytes.subarray(content.length), sign(application, content, account));
  const now = application.now();
  if (!isOurs || content.readBigUInt64BE(lengths.random) < BigInt(now.getTime())) return false;
  const [taken] = await application.database.query(
    `WITH old AS (DELETE FROM used_challenges WHERE at < $2::timestamptz - interval '${lifetime} milliseconds')
     INSERT INTO used_challenges (challenge, at) VALUES ($1, $2) ON CONFLICT (challenge) DO NOTHING RETURNING at`,
    [bytes.toString('base64url'), now],
  );
  return taken !== undefined;
}

function sign(application: Application, content: Buffer, account: string | null): Buffer {
  return createHmac('sha256', application.secret('passkeys'))
    .update(content)
    .update(account ?? '')
    .digest();
}
