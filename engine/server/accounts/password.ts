/** Hashes and verifies passwords. A queue keeps one network from occupying every hash. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit, { type LimitFunction } from 'p-limit';
import { accountMessages } from '../../locales/account.ts';
import { message } from '../../locales/message.ts';
import { tooMany } from '../http/errors.ts';

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

/** The stored value of an account without a password: no password matches it. */
export const NO_PASSWORD = '';

/** @param stored the account's hash, or null if there is no account: the same work is done */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const own = stored === NO_PASSWORD ? null : stored;
  const { parameters, salt, hash } = parse(own ?? (await nobodysHash()));
  const found = await derive('argon2id', { message: password, nonce: salt, ...parameters });
  return timingSafeEqual(found, hash) && own !== null;
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

const AT_ONCE = 4;
const WAITING = 60;

interface Queue {
  readonly limit: LimitFunction;
  callers: number;
}

const queues = new Map<string, Queue>();

/**
 * Runs work that hashes a password once fewer than four for the same caller are running.
 * @param caller a network, or a device
 * @throws HttpError 429 if too many are waiting already
 */
export async function inHashQueue<T>(caller: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(caller) ?? { limit: pLimit(AT_ONCE), callers: 0 };
  if (queue.callers >= AT_ONCE + WAITING) throw tooMany(message(accountMessages.tooManyAtOnce), 1);
  queues.set(caller, queue);
  queue.callers += 1;
  try {
    return await queue.limit(work);
  } finally {
    queue.callers -= 1;
    if (queue.callers === 0) queues.delete(caller);
  }
}
