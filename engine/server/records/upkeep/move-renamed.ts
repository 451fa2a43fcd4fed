/** Moves records out of renamed states, and adds an event to the history of each. */
import type { Portal } from '../../../portal/model/portal.ts';
import { renamingsOf, type StateRename } from '../../../portal/workflow/state-renames.ts';
import type { Queryable } from '../../database/database.ts';
import { runParts } from '../../database/statements.ts';
import { eventParts, type Ledger, nextRows } from '../../history/ledger.ts';
import { type RecordRow, rowJson, toRecord } from '../rows/rows.ts';

const atOnce = 500;

/**
 * @param client of a transaction that locks the records' families until its end
 * @param ledger called only if there is something to write
 */
export async function moveRenamed(
  client: Queryable,
  portal: Portal,
  ledger: () => Promise<Ledger>,
): Promise<void> {
  for (const renaming of renamingsOf(portal)) {
    const found = await client.query<{ id: string; root: string }>(
      `SELECT id, coalesce(ancestors[cardinality(ancestors)], id) AS root FROM records
       WHERE type = $1 AND state = $2 ORDER BY root, id`,
      [renaming.type, renaming.from],
    );
    for (let at = 0; at < found.length; at += atOnce) {
      await moveSome(client, await ledger(), { ...renaming, found: found.slice(at, at + atOnce) });
    }
  }
}

interface StateMove extends StateRename {
  readonly found: readonly { readonly id: string; readonly root: string }[];
}

/** A change of a record locks its family through the row of its root. This does too, in one order for all. */
async function moveSome(client: Queryable, ledger: Ledger, { from, to, found }: StateMove): Promise<void> {
  const roots = [...new Set(found.map(({ root }) => root))];
  await client.query('SELECT FROM records WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE', [roots]);
  const rows = await client.query<{ record: RecordRow; head: Buffer | null }>(
    `SELECT ${rowJson('r')} AS record, r.head FROM records r WHERE r.id = ANY($1::uuid[]) AND r.state = $2`,
    [found.map(({ id }) => id), from],
  );
  const at = new Date().toISOString();
  const events = rows.flatMap(({ record: row, head }) => {
    const record = toRecord(row);
    const { id, version } = record;
    const event = { record: id, version: version + 1, at, account: null, department: null, what: 'renamed' };
    const after = { ...record, state: to };
    return nextRows(ledger, { head, record }, [{ ...event, state: to, detail: { from }, after }]);
  });
  if (events.length === 0) return;
  const values = [JSON.stringify(events)];
  await runParts(client, [...eventParts(events), { name: 'renamed', text: renaming, values }]);
}

const renaming = `UPDATE records r
  SET state = n.state, version = n.version, head = decode(n.hash, 'hex'), updated_at = n.at
  FROM jsonb_to_recordset($1) AS n(record uuid, version integer, state text, at timestamptz, hash text)
  WHERE r.id = n.record`;
