/** The drafts of people who edit the configuration: one each. */
import type { DraftFiles } from '../../editing/draft-files.ts';
import type { Queryable } from '../database/database.ts';

export interface StoredDraft {
  /** The version that its changes were made against. */
  readonly base: number;
  readonly files: DraftFiles;
  readonly revision: number;
  readonly plannedRevision: number | null;
  readonly plannedVersion: number | null;
}

const columns = `base, files, revision, planned_revision AS "plannedRevision", planned_version AS "plannedVersion"`;

/** @returns null: they have never changed anything */
export async function readDraft(client: Queryable, account: string): Promise<StoredDraft | null> {
  const [row] = await client.query<StoredDraft>(
    `SELECT ${columns} FROM configuration_drafts WHERE account = $1`,
    [account],
  );
  return row ?? null;
}

/**
 * Writes the next revision. A draft without files stays, so that no revision comes twice.
 * @param client of a transaction that has locked the account
 */
export async function writeDraft(
  client: Queryable,
  account: string,
  { base, files, revision }: Pick<StoredDraft, 'base' | 'files' | 'revision'>,
): Promise<void> {
  await client.query(
    `INSERT INTO configuration_drafts (account, base, files, revision) VALUES ($1, $2, $3, $4)
     ON CONFLICT (account) DO UPDATE SET base = $2, files = $3, revision = $4, at = clock_timestamp()`,
    [account, base, JSON.stringify(files), revision + 1],
  );
}

/**
 * Empties a draft that was put in force. What was kept meanwhile stays.
 * @param client of a transaction that has locked the account
 */
export async function emptyDraft(client: Queryable, account: string, revision: number): Promise<void> {
  await client.query(
    `UPDATE configuration_drafts SET files = '{}', revision = revision + 1, at = clock_timestamp()
     WHERE account = $1 AND revision = $2`,
    [account, revision],
  );
}

/** Notes what was planned: only that may be put in force. */
export async function notePlanned(
  client: Queryable,
  account: string,
  { revision, version }: { readonly revision: number; readonly version: number },
): Promise<void> {
  await client.query(
    `UPDATE configuration_drafts SET planned_revision = $2, planned_version = $3
     WHERE account = $1 AND revision = $2`,
    [account, revision, version],
  );
}
