/** The versions that somebody wants in force: at once, at a time, or once somebody else has approved them. */
import type { KeyObject } from 'node:crypto';
import type { Portal } from '../../portal/model/portal.ts';
import { searchWordsOf } from '../../portal/text/search-words.ts';
import type { Queryable } from '../database/database.ts';
import type { AppliedVersion } from './applied-versions.ts';
import { type ConfigFile, type KeptConfiguration, readSealed, storeSealed } from './config-files.ts';
import { keepPortal } from './versions.ts';

/** What a version waits for. */
export interface WishTerms {
  /** ISO date-time before which it does not come into force; null: at once. */
  readonly due: string | null;
  readonly needsApproval: boolean;
  /** E-mail address that is told what becomes of it. */
  readonly address: string | null;
}

export interface WishedVersion extends AppliedVersion, WishTerms {
  readonly number: number;
  /** Account of the author; null: they did not order it in the workbench. */
  readonly authorAccount: string | null;
  readonly state: 'preparing' | 'waiting' | 'stale';
  /** Why it is not in force although its time has come. */
  readonly reason: string | null;
}

/** As people read and say it: never to be taken for the number of a version that was in force. */
export function waitingName(number: number): string {
  return `w${number}`;
}

/** @returns null: no version that waits can have this name */
export function numberOfWaiting(name: string): number | null {
  const number = /^w([1-9]\d{0,5})$/i.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}

/** Somebody who orders or approves. */
export interface Decider {
  readonly name: string;
  /** Null: they do not come from the workbench. */
  readonly account: string | null;
}

/**
 * Is it who wants the version? Two accounts are compared, because a name can be changed. Of somebody without one only the
 * name is known, however it is written: "Cruz, Ana" is "Ana Cruz".
 */
export function isAuthor(
  { author, authorAccount }: Pick<WishedVersion, 'author' | 'authorAccount'>,
  { name, account }: Decider,
): boolean {
  if (account !== null && authorAccount !== null) return account === authorAccount;
  return wordsOf(author) === wordsOf(name);
}

function wordsOf(name: string): string {
  // A name may have neither letters nor digits.
  return searchWordsOf(name).toSorted().join(' ') || name.trim();
}

/** @returns the number under which it waits, or is prepared */
export async function wishVersion(
  client: Queryable,
  key: KeyObject,
  {
    portal,
    files,
    wish,
  }: {
    /** As it would be today: stored beforehand, because it is large. */
    readonly portal: Portal;
    readonly files: readonly ConfigFile[];
    readonly wish: Omit<WishedVersion, 'number' | 'reason'>;
  },
): Promise<number> {
  await keepPortal(client, portal);
  await client.query(forgotten);
  const [row] = await client.query<{ number: number }>(
    `SELECT nextval(pg_get_serial_sequence('wished_versions', 'number'))::int AS number`,
  );
  const number = row?.number ?? 0;
  const { names, seal } = await storeSealed(client, files, { key, number, portal: WISHED });
  const { state, again, author, authorAccount, message, plan, due, needsApproval, approver, address } = wish;
  await client.query(
    `INSERT INTO wished_versions
       (number, state, again, author, message, plan, files, seal, due, needs_approval, approver, address,
        author_account)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    // prettier-ignore
    [number, state, again, author, message, JSON.stringify(plan), JSON.stringify(names), seal, due, needsApproval,
      approver, address, authorAccount],
  );
  return number;
}

/** A command that was killed while the servers prepared leaves its row, which would keep its files for ever. */
const forgotten = `DELETE FROM wished_versions WHERE state = 'preparing' AND at < now() - interval '1 day'`;

/** In the place of a portal's hash: what waits is sealed before it is known which rows it will be compiled with. */
const WISHED = 'wished';

const columns = `number, state, again, author, author_account AS "authorAccount", message, plan, due, needs_approval AS "needsApproval", approver,
  address, reason`;

/** @returns those that wait, the oldest first */
export async function listWished(client: Queryable): Promise<readonly WishedVersion[]> {
  const rows = await client.query<WishRow>(
    `SELECT ${columns} FROM wished_versions WHERE state <> 'preparing' ORDER BY number`,
  );
  return rows.map(toWished);
}

/** @returns null: there is none, or it came into force */
export async function findWished(client: Queryable, number: number): Promise<WishedVersion | null> {
  const [row] = await client.query<WishRow>(`SELECT ${columns} FROM wished_versions WHERE number = $1`, [
    number,
  ]);
  return row === undefined ? null : toWished(row);
}

/** @returns a sentence if its files were changed in the database */
export async function readWishedFiles(
  client: Queryable,
  key: KeyObject,
  number: number,
): Promise<Pick<KeptConfiguration, 'files'> | string> {
  const [row] = await client.query<{ files: Readonly<Record<string, string>>; seal: Buffer }>(
    'SELECT files, seal FROM wished_versions WHERE number = $1',
    [number],
  );
  if (row === undefined) return `No version waits as ${waitingName(number)}.`;
  const read = await readSealed(client, key, { ...row, number, portal: WISHED });
  return typeof read === 'string'
    ? `What waits as ${waitingName(number)} was changed in the database: ${read}.`
    : { files: read };
}

const applying = `hashtext(current_schema() || ' applies waiting versions')`;

/**
 * Works only if no other process does so now: one at a time puts in force what waited.
 * @param lasting the process's permanent connection
 */
export async function whileAlone(lasting: Queryable, work: () => Promise<void>): Promise<void> {
  const [row] = await lasting.query<{ isMine: boolean }>(
    `SELECT pg_try_advisory_lock(${applying}) AS "isMine"`,
  );
  if (row?.isMine !== true) return;
  try {
    await work();
  } finally {
    await lasting.query(`SELECT pg_advisory_unlock(${applying})`);
  }
}

/** @returns the numbers of those whose time has come and that need nobody's approval any more */
export async function dueWishes(client: Queryable): Promise<readonly number[]> {
  const rows = await client.query<{ number: number }>({
    name: 'due-wishes',
    text: `SELECT number FROM wished_versions
      WHERE state = 'waiting' AND coalesce(due <= now(), true) AND (NOT needs_approval OR approver IS NOT NULL) ORDER BY number`,
  });
  return rows.map(({ number }) => number);
}

/** @returns false: others have approved it or taken it back meanwhile */
export async function approveWish(client: Queryable, number: number, approver: string): Promise<boolean> {
  const approved = await client.query(
    `UPDATE wished_versions SET approver = $2 WHERE number = $1 AND state = 'waiting' AND approver IS NULL
     RETURNING number`,
    [number, approver],
  );
  return approved.length > 0;
}

/** @returns false: it was gone already */
export async function removeWish(client: Queryable, number: number): Promise<boolean> {
  const gone = await client.query('DELETE FROM wished_versions WHERE number = $1 RETURNING number', [number]);
  return gone.length > 0;
}

/**
 * Notes why it is not in force although its time has come.
 * @returns false: this was said before
 */
export async function noteRefusal(
  client: Queryable,
  number: number,
  { state, reason }: Pick<WishedVersion, 'state' | 'reason'>,
): Promise<boolean> {
  const noted = await client.query(
    `UPDATE wished_versions SET state = $2, reason = $3 WHERE number = $1 AND reason IS DISTINCT FROM $3
     RETURNING number`,
    [number, state, reason],
  );
  return noted.length > 0;
}

type WishRow = Omit<WishedVersion, 'due'> & { readonly due: Date | null };

function toWished({ due, ...row }: WishRow): WishedVersion {
  return { ...row, due: due?.toISOString() ?? null };
}
