/** Moves records out of states that have another name now, with a line in the history of each. */
import type { Portal } from '../../portal/portal.ts';
import type { Queryable } from '../database/database.ts';
import { hashEvent } from './event-chain.ts';

interface Renaming {
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

const atOnce = 500;

/** @param client of a transaction, which holds the records' families until its end */
export async function moveRenamed(client: Queryable, portal: Portal): Promise<void> {
  for (const renaming of renamingsOf(portal)) {
    const found = await client.query<{ id: string; root: string }>(
      `SELECT id, coalesce(ancestors[cardinality(ancestors)], id) AS root FROM records
       WHERE type = $1 AND state = $2 ORDER BY root, id`,
      [renaming.type, renaming.from],
    );
    for (let at = 0; at < found.length; at += atOnce) {
      await moveSome(client, renaming, found.slice(at, at + atOnce));
    }
  }
}

/** The states that records move out of. A name that a state has again is not a former one. */
export function renamingsOf({ recordTypes, workflows }: Portal): Renaming[] {
  return Object.values(workflows)
    .filter(({ of }) => Object.hasOwn(recordTypes, of))
    .flatMap(({ of: type, states }) => {
      const former = Object.values(states).flatMap(({ key, formerly }) =>
        formerly.filter((from) => !Object.hasOwn(states, from)).map((from) => [from, key] as const),
      );
      // The first state that names it takes the records.
      return [...new Map(former.toReversed())].map(([from, to]) => ({ type, from, to }));
    });
}

/** Whoever changes a record holds its family by the row of the first one: so does this, in one order for all. */
async function moveSome(
  client: Queryable,
  { from, to }: Renaming,
  found: readonly { readonly id: string; readonly root: string }[],
): Promise<void> {
  const roots = [...new Set(found.map(({ root }) => root))];
  await client.query('SELECT FROM records WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE', [roots]);
  const rows = await client.query<{ id: string; version: number; head: Buffer | null }>(
    'SELECT id, version, head FROM records WHERE id = ANY($1::uuid[]) AND state = $2',
    [found.map(({ id }) => id), from],
  );
  const at = new Date().toISOString();
  const events = rows.map(({ id, version, head }) => {
    const event = {
      record: id,
      version: version + 1,
      at,
      account: null,
      department: null,
      what: 'renamed',
      state: to,
      detail: { from },
    };
    return { ...event, hash: hashEvent(event, head) };
  });
  await client.query(
    `WITH told AS (
       INSERT INTO events (record, version, at, account, department, what, state, detail, hash)
       SELECT record, version, at, account, department, what, state, detail, decode(hash, 'hex')
       FROM jsonb_to_recordset($1) AS n(record uuid, version integer, at timestamptz, account uuid,
         department text, what text, state text, detail jsonb, hash text)
       RETURNING record, version, state, at, hash)
     UPDATE records r SET state = t.state, version = t.version, head = t.hash, updated_at = t.at
     FROM told t WHERE r.id = t.record`,
    [JSON.stringify(events)],
  );
}
