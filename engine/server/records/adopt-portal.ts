/** Puts a configuration over the records that are there: none is left in a state that its workflow does not have. */
import { createHash } from 'node:crypto';
import type { Portal } from '../../portal/portal.ts';
import type { Database, Queryable } from '../database/database.ts';
import { hashEvent } from './event-chain.ts';

/** Records that the configuration would strand. */
export interface Stranded {
  readonly type: string;
  readonly state: string;
  readonly count: number;
  /** The workflow's name, or null where the record type is gone. */
  readonly workflow: string | null;
}

interface Found {
  readonly type: string;
  readonly state: string;
  readonly count: number;
}

const atOnce = 500;

/**
 * Moves records on from states that are called otherwise now, and lets all that is open be looked at again where what
 * happens by itself has changed.
 * @returns the records that it would strand; then nothing was changed, and it must not come in force
 */
export async function adoptPortal(database: Database, portal: Portal): Promise<readonly Stranded[]> {
  const life = lifeOf(portal);
  const [last] = await database.query<{ life: string }>('SELECT life FROM lives ORDER BY since DESC LIMIT 1');
  // Adopted before, and nothing that could strand a record has changed since.
  if (last?.life === life) return [];
  const found = await database.query<Found>(
    'SELECT type, state, count(*)::integer AS count FROM records GROUP BY type, state ORDER BY type, state',
  );
  const stranded = found.filter((one) => targetOf(portal, one) === null);
  if (stranded.length > 0) {
    return stranded.map((one) => ({ ...one, workflow: portal.workflows[one.type]?.name ?? null }));
  }
  await database.transaction(async (client) => {
    for (const one of found) {
      const to = targetOf(portal, one);
      if (to !== null && to !== one.state) await renameState(client, { ...one, to });
    }
    await keepLife(client, life);
    if (last !== undefined) await wakeOpen(client, portal);
  });
  return [];
}

/** What to say to whoever wrote the configuration. */
export function sayStranded({ type, state, count, workflow }: Stranded): string {
  const are = count === 1 ? 'is 1 record' : `are ${count} records`;
  return workflow === null
    ? `There ${are} of the type "${type}", which the configuration no longer has. Keep the type.`
    : `There ${are} of the type "${type}" in the state "${state}", which the workflow "${workflow}" no longer has. ` +
        'Name it under `formerly` of the state that takes its place, or keep it.';
}

/** The state that the record is in from now on, or null where there is none. */
function targetOf(portal: Portal, { type, state }: Pick<Found, 'type' | 'state'>): string | null {
  if (!Object.hasOwn(portal.recordTypes, type)) return null;
  const workflow = Object.hasOwn(portal.workflows, type) ? portal.workflows[type] : undefined;
  // Without a workflow a record is in no state that could be missed.
  if (workflow === undefined || Object.hasOwn(workflow.states, state)) return state;
  return Object.values(workflow.states).find(({ formerly }) => formerly.includes(state))?.key ?? null;
}

/** Each record says in its history that its state is called otherwise now. */
async function renameState(client: Queryable, { type, state, to }: Found & { to: string }): Promise<void> {
  for (;;) {
    const rows = await client.query<{ id: string; version: number; head: Buffer | null }>(
      'SELECT id, version, head FROM records WHERE type = $1 AND state = $2 ORDER BY id LIMIT $3 FOR UPDATE',
      [type, state, atOnce],
    );
    if (rows.length === 0) return;
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
        detail: { from: state },
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
}

async function keepLife(client: Queryable, life: string): Promise<void> {
  await client.query(
    'INSERT INTO lives (life) VALUES ($1) ON CONFLICT (life) DO UPDATE SET since = clock_timestamp()',
    [life],
  );
}

/** A new clock or trigger holds for what is under way as well: everything open is looked at once. */
async function wakeOpen(client: Queryable, portal: Portal): Promise<void> {
  const open = Object.values(portal.workflows).flatMap(({ of, states }) =>
    Object.values(states)
      .filter(({ isFinal }) => !isFinal)
      .map(({ key }) => `${of}/${key}`),
  );
  await client.query(`UPDATE records SET wake = now() WHERE type || '/' || state = ANY($1::text[])`, [open]);
}

/** Stands for the states that records may be in, and for all that decides what happens by itself. */
function lifeOf({ recordTypes, workflows, days, kinds, documents }: Portal): string {
  const applies = Object.values(kinds).map(({ id, applies: when }) => [id, when]);
  const valid = Object.values(documents).map(({ name, valid: until }) => [name, until]);
  return createHash('sha256')
    .update(JSON.stringify([Object.keys(recordTypes), workflows, days, applies, valid]))
    .digest('base64url');
}
