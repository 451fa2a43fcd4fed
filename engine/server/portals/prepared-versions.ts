/**
 * Lets every server compile a version before it comes into force, so that nobody waits for the compiler. A server says
 * with session locks that it serves, and what it has compiled: they end with its process, whatever ends that.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../database/database.ts';

/** Channel that tells every server of a version to compile, before it comes into force. */
export const wishesChannel = 'configuration_wished';

/** In the place of a version's number: this process serves. */
const SERVES = 0;

const key = `hashtext(current_schema() || ' prepared versions')`;

/** @param lasting the process's permanent connection */
export async function sayServing(lasting: Queryable): Promise<void> {
  await lasting.query(`SELECT pg_advisory_lock_shared(${key}, ${SERVES}) WHERE NOT EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()
      AND classid = ${key}::bit(32)::bigint::oid AND objid = ${SERVES})`);
}

/** Says that this process has compiled what waits under the number. */
export async function sayPrepared(lasting: Queryable, number: number): Promise<void> {
  await lasting.query(`SELECT pg_advisory_lock_shared(${key}, $1)`, [number]);
}

/** Says that this process no longer keeps what it had compiled. */
export async function sayForgotten(lasting: Queryable, number: number): Promise<void> {
  await lasting.query(`SELECT pg_advisory_unlock_shared(${key}, $1)`, [number]);
}

/**
 * Asks every server to compile what waits under the number, and waits until all have, but not for longer than a minute.
 */
export async function prepareEverywhere(client: Queryable, number: number): Promise<void> {
  await client.query(`SELECT pg_notify('${wishesChannel}', $1)`, [String(number)]);
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    const [row] = await client.query<{ waiting: number }>(
      `SELECT count(*) FILTER (WHERE objid = ${SERVES}) - count(*) FILTER (WHERE objid = $1) AS waiting
       FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = ${key}::bit(32)::bigint::oid
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [number],
    );
    if ((row?.waiting ?? 0) <= 0) return;
  }
}
