/** Applies everything that time alone makes due: expired clocks, ended waits, expired documents and warnings. */
import { EndlessTriggersError } from '../../../portal/life/triggers.ts';
import { signedOut } from '../../../portal/model/department.ts';
import type { Application } from '../../kernel/application.ts';
import { withRetries } from '../../database/transactions.ts';
import { ConcurrencyError } from '../store/write-outcome.ts';
import { changeInTransaction, inTransaction } from '../change/change-family.ts';
import { fingerprintOfRules, hasNewestRules } from '../rows/newest-rules.ts';
import { lockFamily } from '../store/lock-family.ts';
import { moveRecords } from '../succession/move-records.ts';
import { requestContextOf, type RecordDesk, type RecordRequest } from '../rows/record-desk.ts';

const atOnce = 100;
/** Batch size for making records due that were last checked under other rules. */
const staleAtOnce = 500;
/** A record with a cycle would have it again a minute later. Another configuration makes it due at once. */
const endlessWaits = 60 * 60 * 1000;
/** How far back a run looks for records that a process with an earlier configuration has written. */
const lookBack = 10 * 60 * 1000;
/** After a month offline there is much to do, but one run must end. */
const mostRounds = 1000;

export interface WakeResult {
  readonly records: number;
  /** The errors, one for each record that was left unchanged. */
  readonly faults: readonly unknown[];
}

/**
 * Processes every due record, and records that were written under other rules than the newest. Several processes may
 * do this at once: each takes the records that no other has locked.
 */
export async function wakeDue(desk: RecordDesk): Promise<WakeResult> {
  const { application } = desk;
  const { database } = application;
  const isNewest = await hasNewestRules(database, application.portal());
  if (isNewest)
    await withRetries(() =>
      database.transaction((client) => {
        const portal = application.portal();
        const ledger = { key: application.auditKey, configuration: application.versionOf(portal) };
        const since = new Date(application.now().getTime() - lookBack);
        return moveRecords(client, { portal, ledger: async () => ledger, since: () => since });
      }),
    );
  const batch: WakeBatch = {
    request: { desk, visitor: signedOut },
    tried: new Set(),
    faults: [],
    records: 0,
  };
  await wakeAll(batch);
  if (!isNewest) return batch;
  while (batch.records < mostRounds * atOnce && (await wakeStale(application)) > 0) await wakeAll(batch);
  return batch;
}

interface WakeBatch {
  readonly request: RecordRequest;
  /** Records that were processed and are still due. */
  readonly tried: Set<string>;
  readonly faults: unknown[];
  records: number;
}

async function wakeAll(batch: WakeBatch): Promise<void> {
  const { request, tried, faults } = batch;
  for (let round = 0; round < mostRounds; round += 1) {
    const due = await dueIds(request.desk.application, tried);
    for (const id of due) {
      await wakeOne(request, id).catch(async (error: unknown) => {
        if (!(error instanceof ConcurrencyError)) faults.push(error);
        if (error instanceof EndlessTriggersError) await putOff(request.desk.application, id);
      });
    }
    batch.records += due.length;
    for (const id of await stillDue(request.desk.application, due)) tried.add(id);
    if (due.length < atOnce) return;
  }
}

async function dueIds({ database, now }: Application, tried: ReadonlySet<string>): Promise<string[]> {
  const rows = await database.query<{ id: string }>({
    name: 'records-due',
    text: `SELECT id FROM records WHERE wake <= $1 AND NOT id = ANY($2::uuid[]) ORDER BY wake, id LIMIT ${atOnce}`,
    values: [now().toISOString(), [...tried]],
  });
  return rows.map(({ id }) => id);
}

async function putOff({ database, now }: Application, id: string): Promise<void> {
  const at = now();
  await database.query({
    name: 'record-put-off',
    text: 'UPDATE records SET wake = $2 WHERE id = $1 AND wake <= $3',
    values: [id, new Date(at.getTime() + endlessWaits).toISOString(), at.toISOString()],
  });
}

/** Records that failed, that somebody else has locked, or that are due again at once. */
async function stillDue({ database, now }: Application, ids: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ id: string }>({
    name: 'records-still-due',
    text: 'SELECT id FROM records WHERE id = ANY($2::uuid[]) AND wake <= $1',
    values: [now().toISOString(), ids],
  });
  return rows.map(({ id }) => id);
}

/**
 * Makes some open records due that were last checked under other rules, because a new clock or trigger also applies
 * to open records. `ARRAY` looks for them once, where `IN` may look again for each record. @returns how many
 */
async function wakeStale(application: Application): Promise<number> {
  const portal = application.portal();
  const open = Object.values(portal.workflows).flatMap(({ of, states }) =>
    Object.values(states)
      .filter(({ isFinal }) => !isFinal)
      .map(({ key }) => [of, key] as const),
  );
  const seenBy = (test: string): string =>
    `(SELECT id FROM records WHERE type = open.type AND state = open.state AND life ${test} $1 LIMIT ${staleAtOnce})`;
  const rows = await application.database.query({
    name: 'records-of-another-life',
    text: `UPDATE records SET wake = $2, life = $1 WHERE id = ANY(ARRAY(
        SELECT id FROM records WHERE id = ANY(ARRAY(
          SELECT stale.id FROM unnest($3::text[], $4::text[]) AS open(type, state)
          CROSS JOIN LATERAL (${seenBy('<')} UNION ALL ${seenBy('>')}) AS stale LIMIT ${staleAtOnce}))
        FOR NO KEY UPDATE SKIP LOCKED))
      RETURNING id`,
    values: [
      fingerprintOfRules(portal),
      application.now().toISOString(),
      open.map(([type]) => type),
      open.map(([, state]) => state),
    ],
  });
  return rows.length;
}

/** Another process has locked its family and handles it. The record remains due and is tried again in a minute. */
async function wakeOne(request: RecordRequest, id: string): Promise<void> {
  await inTransaction(request, async (inside) => {
    const stored = await lockFamily(
      inside.unitOfWork.client,
      requestContextOf(inside),
      { id },
      { waits: false },
    );
    const isDue = (stored?.family.members.get(id)?.wake ?? '~') <= requestContextOf(inside).now.toISOString();
    if (stored === null || !isDue) return;
    await changeInTransaction(inside, stored, { command: { type: 'wake' }, id, idempotencyKey: null });
  });
}
