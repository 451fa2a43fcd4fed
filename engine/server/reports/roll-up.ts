/**
 * Keeps the summaries of reports: adds all records once, and then, from the events, those that changed. Writers do no
 * more than before. A report reads the events after the summary's watermark itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable, Transaction } from '../database/database.ts';
import type { Application } from '../kernel/application.ts';
import { type SummaryDesign, summaryDesigns } from './summary-design.ts';

interface RollUpSize {
  /** Records, or events, of one transaction. */
  readonly atOnce: number;
  /** Transactions for each summary. */
  readonly most: number;
}

const usualSize: RollUpSize = { atOnce: 2000, most: Infinity };

/**
 * Brings the summary of each record type up to date, and deletes those that no process has used for a day. Several
 * processes may do this at once: one of them works on a summary.
 */
export async function rollUp(application: Application, { atOnce, most } = usualSize): Promise<void> {
  const { database } = application;
  const settled = await settledEvents(database);
  if (settled === null) return;
  for (const design of summaryDesigns(application.portal()).values()) {
    await database.query(
      `INSERT INTO report_summaries (type, design, watermark, rolled_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      [design.type, design.hash, settled, application.now()],
    );
    for (let batch = 0; batch < most; batch += 1) {
      const now = application.now();
      const isDone = await database.transaction((client) =>
        rollOne(client, design, { atOnce, settled, now }),
      );
      if (isDone) break;
    }
  }
  await deleteUnused(database, application.now());
}

/**
 * A sequence number below which every event is committed. Events get their numbers before they are committed: the
 * function waits for the transactions that write events now, and keeps nobody waiting.
 * @returns null if one of them takes too long
 */
async function settledEvents(database: Queryable): Promise<number | null> {
  const [row] = await database.query<{ last: number | null }>(
    `SELECT pg_sequence_last_value(pg_get_serial_sequence('events', 'seq')) AS last`,
  );
  let writers = await writersOfEvents(database);
  for (let tries = 0; writers.length > 0 && tries < 40; tries += 1) {
    await sleep(50);
    const now = new Set(await writersOfEvents(database));
    writers = writers.filter((one) => now.has(one));
  }
  return writers.length === 0 ? (row?.last ?? 0) : null;
}

/** A statement locks the table before it takes a number. The lock lasts until its transaction ends. */
async function writersOfEvents(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT virtualtransaction AS name FROM pg_locks WHERE locktype = 'relation' AND mode = 'RowExclusiveLock'
       AND relation = 'events'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.map(({ name }) => name);
}

interface RollUp {
  readonly atOnce: number;
  readonly settled: number;
  readonly now: Date;
}

interface SummaryRow {
  readonly id: number;
  readonly watermark: number;
  readonly added: string | null;
  readonly is_complete: boolean;
}

/** @returns whether the summary is up to date, or another process works on it */
async function rollOne(client: Transaction, design: SummaryDesign, run: RollUp): Promise<boolean> {
  const { atOnce, settled, now } = run;
  const [summary] = await client.query<SummaryRow>(
    `SELECT id, watermark, added, is_complete FROM report_summaries WHERE type = $1 AND design = $2
     FOR UPDATE SKIP LOCKED`,
    [design.type, design.hash],
  );
  if (summary === undefined) return true;
  const { id } = summary;
  if (!summary.is_complete) {
    const ids = await idsAfter(client, design.type, { added: summary.added, atOnce });
    await countRecords(client, design, { id, ids, now });
    await client.query(
      `UPDATE report_summaries SET added = coalesce($2, added), is_complete = $3, rolled_at = $4 WHERE id = $1`,
      [id, ids.at(-1) ?? null, ids.length < atOnce, now],
    );
    return false;
  }
  const upto = Math.min(settled, summary.watermark + atOnce);
  const ids = await idsChanged(client, design.type, { ...summary, ...run, upto });
  await countRecords(client, design, { id, ids, now });
  await client.query(
    'UPDATE report_summaries SET watermark = greatest(watermark, $2), rolled_at = $3 WHERE id = $1',
    [id, upto, now],
  );
  return upto >= settled && ids.length < atOnce;
}

async function idsAfter(
  client: Queryable,
  type: string,
  { added, atOnce }: Pick<SummaryRow, 'added'> & Pick<RollUp, 'atOnce'>,
): Promise<string[]> {
  const rows = await client.query<{ id: string }>(
    `SELECT id FROM records WHERE type = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [type, added, atOnce],
  );
  return rows.map(({ id }) => id);
}

/** Records with events since, and some of those that the passing of time changes. */
async function idsChanged(
  client: Queryable,
  type: string,
  { id, watermark, upto, now, atOnce }: SummaryRow & RollUp & { readonly upto: number },
): Promise<string[]> {
  const rows = await client.query<{ id: string }>(
    `SELECT r.id FROM records r WHERE r.type = $1 AND r.id IN (
       SELECT record FROM events WHERE seq > $2 AND seq <= $3
       UNION (SELECT record FROM report_places WHERE summary = $4 AND until < $5 LIMIT $6))`,
    [type, watermark, upto, id, now, atOnce],
  );
  return rows.map((row) => row.id);
}

interface CountedRecords {
  /** Of the summary. */
  readonly id: number;
  readonly ids: readonly string[];
  readonly now: Date;
}

/** Takes the records out of the cells that counted them, and counts them as they are now. */
async function countRecords(
  client: Queryable,
  design: SummaryDesign,
  { id, ids, now }: CountedRecords,
): Promise<void> {
  if (ids.length === 0) return;
  const drained = await client.query<{ id: number }>(countingSql(design), [ids, now, id]);
  if (drained.length > 0)
    await client.query('DELETE FROM report_cells WHERE id = ANY($1)', [drained.map((row) => row.id)]);
}

/**
 * `$1` ids of records, `$2` the moment, `$3` id of the summary. The moment is always read, because PostgreSQL refuses a
 * value without a type and not every design needs it. Returns the ids of cells that count nothing any
 * more.
 */
function countingSql({ parts }: SummaryDesign): string {
  const rows = parts.map(
    ({ day, key, amount, until, where }, part) =>
      `(${part}::smallint, ${day}, ARRAY[${key.join(', ')}]::text[], (${amount})::numeric, ${until}, ${where})`,
  );
  const lengths = `(VALUES ('day'), ('month'), ('year')) l(length)`;
  return `WITH fresh AS MATERIALIZED (
      SELECT r.id AS record, p.part, p.day, p.key, p.amount, p.until FROM records r
      CROSS JOIN LATERAL (VALUES ${rows.join(',\n')}) p(part, day, key, amount, until, counts)
      WHERE r.id = ANY($1::uuid[]) AND p.counts AND $2::timestamptz IS NOT NULL
    ), delta AS (
      SELECT part, day, key, 1 AS number, amount FROM fresh
      UNION ALL
      SELECT c.part, c.day, c.key, -1, -u.amount FROM report_places p
        CROSS JOIN unnest(p.cells, p.amounts) AS u(id, amount) JOIN report_cells c ON c.id = u.id
        WHERE p.summary = $3::integer AND p.record = ANY($1::uuid[])
    ), written AS (
      INSERT INTO report_cells AS c (summary, part, length, day, key, number, amount)
      SELECT $3::integer, part, length, date_trunc(length, day)::date, key, sum(number), sum(amount)
        FROM delta CROSS JOIN ${lengths} GROUP BY 2, 3, 4, 5
      ON CONFLICT (summary, part, length, day, key)
        DO UPDATE SET number = c.number + excluded.number, amount = c.amount + excluded.amount
      RETURNING c.id, c.part, c.length, c.day, c.key, c.number
    ), placed AS (
      INSERT INTO report_places AS p (summary, record, cells, amounts, until)
      SELECT $3::integer, i.record, coalesce(array_agg(w.id ORDER BY f.part) FILTER (WHERE w.id IS NOT NULL), '{}'),
          coalesce(array_agg(f.amount ORDER BY f.part) FILTER (WHERE w.id IS NOT NULL), '{}'), min(f.until)
        FROM unnest($1::uuid[]) AS i(record) LEFT JOIN fresh f ON f.record = i.record
        LEFT JOIN written w ON w.length = 'day' AND w.part = f.part AND coalesce(w.day, '-infinity') = coalesce(f.day, '-infinity')
          AND w.key = f.key
        GROUP BY i.record
      ON CONFLICT (record, summary)
        DO UPDATE SET cells = excluded.cells, amounts = excluded.amounts, until = excluded.until
    )
    SELECT id FROM written WHERE number = 0`;
}

/** A process with another configuration may use its own summaries for a while. */
async function deleteUnused(database: Queryable, now: Date): Promise<void> {
  const [unused] = await database.query<{ ids: number[] | null }>(
    `SELECT array_agg(id) AS ids FROM report_summaries WHERE rolled_at < $1::timestamptz - interval '1 day'`,
    [now],
  );
  const ids = unused?.ids ?? [];
  if (ids.length === 0) return;
  await database.query('DELETE FROM report_summaries WHERE id = ANY($1)', [ids]);
  await database.query('DELETE FROM report_cells WHERE summary = ANY($1)', [ids]);
  await database.query('DELETE FROM report_places WHERE summary = ANY($1)', [ids]);
}
