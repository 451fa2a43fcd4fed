/** A `Database` over a pool of connections: what differs between the embedded and another PostgreSQL is only the address. */
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientConfig, type CustomTypesConfig, Pool, type PoolClient, types } from 'pg';
import type { Database, NamedStatement, Queryable, Transaction } from './database.ts';
import { inOrder } from './in-order.ts';
import { createListening } from './listen.ts';

/** 16 connections carried as much as more did on two cores. */
const CONNECTIONS = 16;

const END_LIMIT_MS = 5000;

const OID = { bigint: 20, date: 1082 };

/** Counts fit a number; a day has no time zone and must not be shifted by one. */
const parsers: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === OID.bigint) return Number;
    if (oid === OID.date) return (text: string) => text;
    return types.getTypeParser(oid, format);
  }) as typeof types.getTypeParser,
};

/**
 * Connects lazily: the first query opens the first connection.
 * @param address of the server; `onEnd` runs after the last connection is closed.
 */
export function createPool(
  address: ClientConfig,
  onEnd: () => Promise<void> = async () => {},
  connections = CONNECTIONS,
): Database {
  const config: ClientConfig = { keepAlive: true, application_name: 'munisipyo', ...address };
  const pool = new Pool({
    ...config,
    pipeline: true,
    max: connections,
    types: parsers,
    idleTimeoutMillis: 600_000,
  });
  // An idle connection that breaks is replaced by the next query; unheard, the event would end the process.
  pool.on('error', () => {});
  const listening = createListening(config);
  return {
    query: (statement, values) => run(pool, statement, values),
    transaction: (work) => transact(pool, work),
    listen: (channel, listener) => listening.listen(channel, listener),
    beside: (few) => createPool(address, async () => {}, few),
    end: async () => {
      await listening.end();
      // A statement that hangs must not keep the database from being stopped in order.
      await Promise.race([pool.end(), sleep(END_LIMIT_MS, undefined, { ref: false })]);
      await onEnd();
    },
  };
}

async function run<Row extends object>(
  client: Pool | PoolClient,
  statement: string | NamedStatement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const query =
    typeof statement === 'string'
      ? { text: statement, values: [...values] }
      : { name: statement.name, text: statement.text, values: [...(statement.values ?? values)] };
  // A text of several statements has as many results.
  const [result, ...more] = [await client.query<Row>(query)].flat();
  const rows = result?.rows ?? [];
  return more.length === 0 ? rows : [rows, ...more.map((one) => one.rows)].flat();
}

async function transact<Result>(pool: Pool, work: (client: Transaction) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let isBroken = false;
  let committing: Promise<void> | null = null;
  const query: Queryable['query'] = async (statement, values) => {
    if (committing !== null) throw new Error('This transaction is committed already.');
    sendTogether(client);
    return run(client, statement, values);
  };
  const commit = (): Promise<void> => {
    committing ??= query('COMMIT').then(() => {});
    return committing;
  };
  try {
    // The work's first statement goes out together with this one.
    const [, result] = await inOrder(query('BEGIN'), work({ query, commit }));
    await commit();
    return result;
  } catch (error) {
    if (committing === null) await client.query('ROLLBACK').catch(() => (isBroken = true));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** Statements that are asked for without waiting in between travel in one packet. */
function sendTogether(client: PoolClient): void {
  const { stream } = (client as PoolClient & { readonly connection: { readonly stream: Writable } })
    .connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
