/** The versions that somebody put in force with a command: who, why, and what was planned. */
import type { Queryable } from '../database/database.ts';
import type { Version } from '../history/event-chain.ts';

export interface AppliedVersion {
  /** The earlier version whose files it has; null: its files are new. */
  readonly again: number | null;
  readonly author: string;
  /** Who else approved it; null: nobody had to. */
  readonly approver: string | null;
  readonly message: string;
  /** JSON: what was planned. */
  readonly plan: unknown;
}

/** @param client of the transaction that entered the version */
export async function noteApplied(
  client: Queryable,
  number: number,
  { again, author, approver, message, plan }: AppliedVersion,
): Promise<void> {
  await client.query(
    `INSERT INTO applied_versions (version, again, author, approver, message, plan)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [number, again, author, approver, message, JSON.stringify(plan)],
  );
}

/** @returns the newest, with the hash of its portal; null: nobody has used the command yet */
export async function newestApplied(client: Queryable): Promise<Pick<Version, 'number' | 'hash'> | null> {
  const [row] = await client.query<Pick<Version, 'number' | 'hash'>>({
    name: 'newest-applied',
    text: `SELECT v.number, v.hash FROM applied_versions a JOIN versions v ON v.number = a.version
      ORDER BY v.number DESC LIMIT 1`,
  });
  return row ?? null;
}

/**
 * Does the command decide what is in force? Once somebody has applied a version, or ordered one that waits, the folder
 * is only what the next version is made of.
 */
export async function isDecidedByCommand(client: Queryable): Promise<boolean> {
  const [row] = await client.query<{ isDecided: boolean }>(
    `SELECT EXISTS (SELECT FROM applied_versions)
       OR EXISTS (SELECT FROM wished_versions WHERE state <> 'preparing') AS "isDecided"`,
  );
  return row?.isDecided === true;
}

/** @returns null for a version that followed a folder, or rows that offices keep, and for one that never was */
export async function readApplied(client: Queryable, number: number): Promise<AppliedVersion | null> {
  const [row] = await client.query<AppliedVersion>(
    'SELECT again, author, approver, message, plan FROM applied_versions WHERE version = $1',
    [number],
  );
  return row ?? null;
}
