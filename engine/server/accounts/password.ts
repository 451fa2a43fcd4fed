/** Hashes passwords with argon2id in the PHC format. A check takes the same time with and without an account. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's smallest recommended cost: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** @returns `$argon2id$v=19$m=…,t=…,p=…$salt$hash` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive('argon2id', { message: password, nonce: salt, ...cost });
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${encode(salt)}$${encode(hash)}`;
}

/** @param stored the account's hash, or null if there is no account: the same work is done */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const { parameters, salt, hash } = parse(stored ?? (await nobodysHash()));
  const found = await derive('argon2id', { message: password, nonce: salt, ...parameters });
  return timingSafeEqual(found, hash) && stored !== null;
}

let nobodys: Promise<string> | undefined;

function nobodysHash(): Promise<string> {
  nobodys ??= hashPassword(randomBytes(16).toString('hex'));
  return nobodys;
}

function parse(stored: string) {
  const [, , , costs = '', salt = '', hash = ''] = stored.split('$');
  const cell = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(costs)?.[1]);
  const bytes = Buffer.from(hash, 'base64');
  return {
    parameters: { memory: cell('m'), passes: cell('t'), parallelism: cell('p'), tagLength: bytes.length },
    salt: Buffer.from(salt, 'base64'),
    hash: bytes,
  };
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
