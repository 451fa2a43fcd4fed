/** Adopts a configuration for what is stored, or finds what would be left without rules, or lost, under it. */
import type { KeyObject } from 'node:crypto';
import type { FormerName } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { withWayBack } from '../../../portal/succession/way-back.ts';
import { lostNames } from '../../../portal/succession/names-in.ts';
import type { Database, Queryable, Transaction } from '../../database/database.ts';
import { withRetries } from '../../database/transactions.ts';
import type { Ledger } from '../../history/ledger.ts';
import { enterVersion } from '../../portals/versions.ts';
import { recordAdoption } from '../rows/newest-rules.ts';
import { eraseAnswers } from './erase-answers.ts';
import { type DueMigrations, findDue } from './migration-runs.ts';
import { moveAround } from './move-around.ts';
import {
  type ChangedCurrency,
  findChangedCurrencies,
  findMistyped,
  type MistypedAnswers,
  sayChangedCurrency,
  sayMistyped,
} from './mistyped.ts';
import { moveRecords } from './move-records.ts';
import { countMerged, countUses, type MergedAnswers, type NameUse, sayLost, sayMerged } from './name-uses.ts';
import { type MigrationWork, runDue, takeBackDue } from './run-due.ts';
import type { MigrationOutcome } from './run-migration.ts';
import { findStranded, sayStranded, type StrandedRecords } from './stranded.ts';
import { noteSuccessions, readSuccessions } from './succession-log.ts';

export interface Adoption {
  readonly portal: Portal;
  /** The configuration that was in force before, whose names must not be lost; null: it is not known. */
  readonly before: Portal | null;
  readonly key: KeyObject;
  /** It is already the newest version in force: it is adopted whatever it strands. */
  readonly isInForce?: boolean;
  /** The earlier version that is put in force again; left out: the configuration is new. */
  readonly again?: number | null;
}

/** Why a configuration cannot come into force. */
export interface Obstacles {
  readonly stranded: readonly StrandedRecords[];
  /** Names under which something is stored, and of which the configuration says nothing. */
  readonly lost: readonly NameUse[];
  /** Questions of which one answer would take the place of another. */
  readonly merged: readonly MergedAnswers[];
  readonly mistyped: readonly MistypedAnswers[];
  /** Amounts that would mean another currency. */
  readonly exchanged: readonly ChangedCurrency[];
  /** Why migrations cannot run. */
  readonly unmigrated: readonly string[];
}

export interface AdoptionResult {
  readonly obstacles: Obstacles;
  /** What migrations did, or what they would have done before the first obstacle. */
  readonly migrations: readonly MigrationOutcome[];
}

/**
 * Moves what is stored under former names to the present ones, and erases what is to be erased. It searches on every
 * call, because a process with another configuration may have written some since this one was adopted.
 * @returns the obstacles; a new configuration with any changes nothing and must not come into force
 */
export function adoptPortal(database: Database, adoption: Adoption): Promise<Obstacles> {
  return whileAdopting(database, (client) => adoptNow(client, adoption));
}

/** Does the work in a transaction during which no other configuration is adopted. */
export function whileAdopting<T>(database: Database, work: (client: Transaction) => Promise<T>): Promise<T> {
  return withRetries(() =>
    database.transaction(async (client) => {
      await lockAdoptions(client);
      return work(client);
    }),
  );
}

/** `adoptPortal` as a part of the work of `whileAdopting`. */
export async function adoptNow(client: Transaction, adoption: Adoption): Promise<Obstacles> {
  const { portal, key } = adoption;
  const { obstacles } = await adoptIn(client, adoption, async () => ({
    key,
    configuration: await enterVersion(client, portal),
  }));
  return obstacles;
}

/** One configuration at a time, across all processes. @param client of a transaction, which has the lock until its end */
export async function lockAdoptions(client: Queryable): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('adopt_portal'))`);
}

/**
 * Adopts within a transaction that has locked adoptions. With obstacles, everything that it wrote is taken back.
 * @param ledger called only if there is something to write
 */
export async function adoptIn(
  client: Queryable,
  adoption: Omit<Adoption, 'key'>,
  ledger: () => Promise<Ledger>,
): Promise<AdoptionResult> {
  const { portal, before, isInForce = false } = adoption;
  await client.query('SAVEPOINT adoption');
  const result = await adoptRecords(client, adoption, ledger);
  if (!isClear(result.obstacles) && !isInForce) {
    await client.query('ROLLBACK TO SAVEPOINT adoption');
    return result;
  }
  await moveAround(client, wayInto(portal, before));
  await recordAdoption(client, portal);
  return result;
}

/** `adoptIn` for records alone. With obstacles, what it wrote is to be taken back. */
export async function adoptRecords(
  client: Queryable,
  { portal, before, isInForce = false, again = null }: Omit<Adoption, 'key'>,
  ledger: () => Promise<Ledger>,
): Promise<AdoptionResult> {
  const adoption = { portal: wayInto(portal, before), before, isInForce };
  // A configuration that is in force has run its own.
  const due = isInForce ? noneDue : await findDue(client, { ...adoption, again });
  return adoptWith(client, adoption, { due, ledger });
}

const noneDue: DueMigrations = { pending: [], undone: [], isFirst: false };

function wayInto(portal: Portal, before: Portal | null): Portal {
  return before === null ? portal : withWayBack(before, portal);
}

async function adoptWith(
  client: Queryable,
  adoption: Pick<Adoption, 'portal' | 'before' | 'isInForce'>,
  { due, ledger }: MigrationWork,
): Promise<AdoptionResult> {
  const { portal, isInForce = false } = adoption;
  const taken = await takeBackDue(client, adoption, { due, ledger });
  const kept = taken.flatMap(({ faults }) => faults);
  // What a migration moves, splits or clears is no obstacle once it has run.
  const changes = due.pending.length > 0 && !due.isFirst;
  const merged = await findMerged(client, portal);
  const early = {
    ...(changes ? noObstacles : await findUnfit(client, adoption)),
    merged,
    unmigrated: kept,
  };
  if (!isClear(early) && !isInForce) return { obstacles: early, migrations: taken };
  const run = await carryOut(client, portal, { due, ledger });
  const unmigrated = [...kept, ...run.flatMap(({ faults }) => faults)];
  const late = changes && unmigrated.length === 0 ? await findUnfit(client, adoption) : early;
  return { obstacles: { ...late, merged, unmigrated }, migrations: [...taken, ...run] };
}

const noObstacles: Obstacles = {
  stranded: [],
  lost: [],
  merged: [],
  mistyped: [],
  exchanged: [],
  unmigrated: [],
};

export function isClear(obstacles: Obstacles): boolean {
  return Object.values(obstacles).every(({ length }) => length === 0);
}

/** A sentence with a remedy for each, for the author of the configuration. */
export function sayObstacles(obstacles: Obstacles): readonly string[] {
  const { stranded, lost, merged, mistyped, exchanged, unmigrated } = obstacles;
  return [
    ...stranded.map(sayStranded),
    ...lost.map(sayLost),
    ...merged.map(sayMerged),
    ...mistyped.map(sayMistyped),
    ...exchanged.map(sayChangedCurrency),
    ...unmigrated,
  ];
}

/** The obstacles of a configuration without migrations, without changing anything. */
export async function findObstacles(
  client: Queryable,
  adoption: Pick<Adoption, 'portal' | 'before'>,
): Promise<Obstacles> {
  return { ...(await findUnfit(client, adoption)), merged: await findMerged(client, adoption.portal) };
}

/** Records, names and answers that do not fit. Questions that are merged are left out. */
async function findUnfit(
  client: Queryable,
  { portal, before }: Pick<Adoption, 'portal' | 'before'>,
): Promise<Obstacles> {
  const stranded = await findStranded(client, portal);
  if (before === null) return { ...noObstacles, stranded };
  // These are found by what is stored, whatever was in force before.
  const found = new Set(['department', 'type', 'kind']);
  const kept = await keptRows(client);
  const names = lostNames(before, portal).filter(
    ({ kind, name }) => !found.has(kind) && !kept.has(`${kind}\n${name}`),
  );
  const lost = await countUses(client, before, names);
  const mistyped = await findMistyped(client, { portal, before });
  const exchanged = await findChangedCurrencies(client, { portal, before });
  return { ...noObstacles, stranded, lost, mistyped, exchanged };
}

async function findMerged(client: Queryable, portal: Portal): Promise<readonly MergedAnswers[]> {
  const done = await readSuccessions(client);
  // Later on, what a process with an earlier configuration has written gives way.
  return countMerged(
    client,
    portal,
    portal.formerNames.filter((name) => done(name) === null),
  );
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

/** Names first, then migrations, which use the present names, then what is erased, which migrations may read. */
async function carryOut(
  client: Queryable,
  portal: Portal,
  { due, ledger }: MigrationWork,
): Promise<readonly MigrationOutcome[]> {
  const done = await readSuccessions(client);
  const since = (name: FormerName): Date | null => {
    const at = done(name);
    return at === null ? null : new Date(at.getTime() - overlap);
  };
  await moveRecords(client, { portal, ledger, since });
  const run = await runDue(client, portal, { due, ledger });
  for (const gone of portal.formerNames) {
    if (gone.kind === 'question' && gone.values === 'erase')
      await eraseAnswers(client, { portal, gone, ledger, isFirst: done(gone) === null });
  }
  const fresh = portal.formerNames.filter((one) => one.values !== 'keep' && done(one) === null);
  if (fresh.length > 0) await noteSuccessions(client, (await ledger()).configuration, fresh);
  return run;
}
