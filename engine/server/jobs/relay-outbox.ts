/** Moves enqueued jobs from the outbox into the queue. */
import type { PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import { bossDatabase } from './boss-database.ts';
import type { JobName } from './jobs-part.ts';
import { queues } from './queues.ts';

interface OutboxRow {
  readonly id: string;
  readonly name: JobName;
  readonly data: object;
}

const AT_ONCE = 500;

/**
 * All in one transaction, so that nothing is lost or done twice. Processes share the rows.
 * @returns the kinds of the moved jobs
 */
export async function relayOutbox(database: Database, boss: PgBoss): Promise<readonly JobName[]> {
  // Jobs of a newer version wait for a process of that version.
  const known = Object.keys(queues);
  const waiting = await database.query('SELECT 1 FROM outbox WHERE name = ANY($1) LIMIT 1', [known]);
  if (waiting.length === 0) return [];
  return database.transaction(async (client) => {
    const rows = await client.query<OutboxRow>(
      `DELETE FROM outbox WHERE id IN
         (SELECT id FROM outbox WHERE name = ANY($1) ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id, name, data`,
      [known, AT_ONCE],
    );
    const names = [...new Set(rows.map(({ name }) => name))];
    for (const name of names) {
      const jobs = rows.filter((row) => row.name === name).map(({ id, data }) => ({ id, data }));
      await boss.insert(name, jobs, { db: bossDatabase(client) });
    }
    return names;
  });
}
