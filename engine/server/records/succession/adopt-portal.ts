/** Adopts a configuration for what is stored, or finds what would be left without rules, or lost, under it. */
import type { KeyObject } from 'node:crypto';
import type { FormerName } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { withWayBack } from '../../../portal/succession/way-back.ts';
import { lostNames } from '../../../portal/succession/names-in.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { withRetries } from '../../database/transactions.ts';
import type { Ledger } from '../../history/ledger.ts';
import { enterVersion } from '../../portals/versions.ts';
import { recordAdoption } from '../rows/newest-rules.ts';
import { eraseAnswers } from './erase-answers.ts';
import { moveAround } from './move-around.ts';
import { moveRecords } from './move-records.ts';
import { countMerged, countUses, type MergedAnswers, type NameUse, sayLost, sayMerged } from './name-uses.ts';
import { findStranded, sayStranded, type StrandedRecords } from './stranded.ts';
import { noteSuccessions, readSuccessions } from './succession-log.ts';

export interface Adoption {
  readonly portal: Portal;
  /** The configuration that was in force before, whose names must not be lost; null: it is not known. */
  readonly before: Portal | null;
  readonly key: KeyObject;
  /** It is already the newest version in force: it is adopted whatever it strands. */
  readonly isInForce?: boolean;
}

/** Why a configuration cannot come into force. */
export interface Obstacles {
  readonly stranded: readonly StrandedRecords[];
  /** Names under which something is stored, and of which the configuration says nothing. */
  readonly lost: readonly NameUse[];
  /** Questions of which one answer would take the place of another. */
  readonly merged: readonly MergedAnswers[];
}

/**
 * Moves what is stored under former names to the present ones, and erases what is to be erased. It searches on every
 * call, because a process with another configuration may have written some since this one was adopted.
 * @returns the obstacles; a new configuration with any changes nothing and must not come into force
 */
export async function adoptPortal(database: Database, adoption: Adoption): Promise<Obstacles> {
  const { portal, key } = adoption;
  return withRetries(() =>
    database.transaction(async (client) => {
      await lockAdoptions(client);
      return adoptIn(client, adoption, async () => ({
        key,
        configuration: await enterVersion(client, portal),
      }));
    }),
  );
}

/** One configuration at a time, across all processes. @param client of a transaction, which has the lock until its end */
export async function lockAdoptions(client: Queryable): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('adopt_portal'))`);
}

/**
 * Adopts within a transaction that has locked adoptions.
 * @param ledger called only if there is something to write
 */
export async function adoptIn(
  client: Queryable,
  { portal, before, isInForce = false }: Omit<Adoption, 'key'>,
  ledger: () => Promise<Ledger>,
): Promise<Obstacles> {
  const wished = before === null ? portal : withWayBack(before, portal);
  const obstacles = await findObstacles(client, { portal: wished, before });
  if (!isClear(obstacles) && !isInForce) return obstacles;
  await carryOut(client, wished, ledger);
  await recordAdoption(client, portal);
  return obstacles;
}

export function isClear({ stranded, lost, merged }: Obstacles): boolean {
  return stranded.length + lost.length + merged.length === 0;
}

/** A sentence with a remedy for each, for the author of the configuration. */
export function sayObstacles({ stranded, lost, merged }: Obstacles): readonly string[] {
  return [...stranded.map(sayStranded), ...lost.map(sayLost), ...merged.map(sayMerged)];
}

/** What stands in the way, without changing anything. */
export async function findObstacles(
  client: Queryable,
  { portal, before }: Pick<Adoption, 'portal' | 'before'>,
): Promise<Obstacles> {
  const stranded = await findStranded(client, portal);
  const done = await readSuccessions(client);
  // Later on, what a process with an earlier configuration has written gives way.
  const merged = await countMerged(
    client,
    portal,
    portal.formerNames.filter((name) => done(name) === null),
  );
  if (before === null) return { stranded, lost: [], merged };
  // These are found by what is stored, whatever was in force before.
  const found = new Set(['department', 'type', 'kind']);
  const kept = await keptRows(client);
  const names = lostNames(before, portal).filter(
    ({ kind, name }) => !found.has(kind) && !kept.has(`${kind}\n${name}`),
  );
  return { stranded, lost: await countUses(client, before, names), merged };
}

/** Rows that offices keep lie over every configuration. */
async function keptRows(client: Queryable): Promise<ReadonlySet<string>> {
  const rows = await client.query<{ name: string }>(
    `SELECT DISTINCT lookup || ': ' || value AS name FROM kept_rows`,
  );
  return new Set(rows.map(({ name }) => `row\n${name}`));
}

/** Names without an index of their own are looked for in records that were changed since the last time, and some time before. */
const overlap = 10 * 60 * 1000;

async function carryOut(client: Queryable, portal: Portal, ledger: () => Promise<Ledger>): Promise<void> {
  const done = await readSuccessions(client);
  const since = (name: FormerName): Date | null => {
    const at = done(name);
    return at === null ? null : new Date(at.getTime() - overlap);
  };
  await moveAround(client, portal);
  await moveRecords(client, { portal, ledger, since });
  for (const gone of portal.formerNames) {
    if (gone.kind === 'question' && gone.values === 'erase')
      await eraseAnswers(client, { portal, gone, ledger, isFirst: done(gone) === null });
  }
  const fresh = portal.formerNames.filter((one) => one.values !== 'keep' && done(one) === null);
  if (fresh.length > 0) await noteSuccessions(client, (await ledger()).configuration, fresh);
}
