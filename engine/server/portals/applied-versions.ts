/** The versions that somebody put in force with a command: who, why, and what was planned. */
import type { Queryable } from '../database/database.ts';

export interface AppliedVersion {
  /** The earlier version whose files it has; null: its files are new. */
  readonly again: number | null;
  readonly author: string;
  readonly message: string;
  /** JSON: what was planned. */
  readonly plan: unknown;
}

/** @param client of the transaction that entered the version */
export async function noteApplied(
  client: Queryable,
  number: number,
  { again, author, message, plan }: AppliedVersion,
): Promise<void> {
  await client.query(
    'INSERT INTO applied_versions (version, again, author, message, plan) VALUES ($1, $2, $3, $4, $5)',
    [number, again, author, message, JSON.stringify(plan)],
  );
}

/** @returns the number of the newest; null: nobody has used the command yet */
export async function newestApplied(client: Queryable): Promise<number | null> {
  const [row] = await client.query<{ number: number | null }>({
    name: 'newest-applied',
    text: 'SELECT max(version) AS number FROM applied_versions',
  });
  return row?.number ?? null;
}

/** @returns null for a version that followed a folder, or rows that offices keep, and for one that never was */
export async function readApplied(client: Queryable, number: number): Promise<AppliedVersion | null> {
  const [row] = await client.query<AppliedVersion>(
    'SELECT again, author, message, plan FROM applied_versions WHERE version = $1',
    [number],
  );
  return row ?? null;
}
