/** A `Database` over a pool of connections. The embedded and an external PostgreSQL differ only in the address. */
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, type CustomTypesConfig, Pool, type PoolClient, types } from 'pg';
import {
  type Availability,
  createAvailability,
  DatabaseAwayError,
  isConnectionLost,
  translateError,
} from './availability.ts';
import type { Database, NamedStatement, Queryable, Transaction } from './database.ts';
import {
  breakConnection,
  connectionOf,
  createListening,
  STATEMENT_LIMIT_MS,
  streamOf,
} from './connection.ts';
import { inOrder } from './transactions.ts';

/** On two cores 16 connections had the same throughput as more. */
const CONNECTIONS = 16;
const OWNER_CONNECTIONS = 2;

const END_LIMIT_MS = 5000;
const PROBE_LIMIT_MS = 5000;
/** How long a call waits for a free or a new connection. */
const WAIT_LIMIT_MS = 30_000;

export interface PoolOptions {
  readonly connections?: number;
  /** The same database under the role that may change the schema; the pool's own role if left out. */
  readonly owner?: ClientConfig;
  /** Restarts the server if this process owns it; called until it is back. */
  readonly revive?: (signal: AbortSignal) => Promise<void>;
  /** Receives a line for the operator: the database is lost, or back. */
  readonly say?: (line: string) => void;
  /** Runs after the last connection is closed. */
  readonly onEnd?: () => Promise<void>;
}

const OID = { bigint: 20, date: 1082 };

/** Counts fit into a number. A date has no time zone and must not be shifted by one. */
const parsers: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === OID.bigint) return Number;
    if (oid === OID.date) return (text: string) => text;
    return types.getTypeParser(oid, format);
  }) as typeof types.getTypeParser,
};

/** Connects lazily: the first query opens the first connection. */
export function createPool(address: ClientConfig, options: PoolOptions = {}): Database {
  const clients = new Set<Client>();
  const availability = createAvailability({
    probe: () => probe(address),
    revive: options.revive,
    onAway: () => clients.forEach(breakConnection),
    say: options.say ?? (() => {}),
  });
  const shared: PoolState = { address, owner: options.owner ?? address, clients, availability };
  const { connections = CONNECTIONS, onEnd = async () => {} } = options;
  return openPool(shared, { connections, limit: STATEMENT_LIMIT_MS }, async () => {
    await availability.end();
    // A pending one would keep the process from ending.
    clients.forEach(breakConnection);
    await onEnd();
  });
}

/** What the pools over one database share. */
interface PoolState {
  readonly address: ClientConfig;
  readonly owner: ClientConfig;
  readonly clients: Set<Client>;
  readonly availability: Availability;
}

interface PoolSize {
  readonly connections: number;
  /** Time limit of a statement in milliseconds; 0: none. */
  readonly limit: number;
}

function openPool(shared: PoolState, { connections, limit }: PoolSize, onEnd = async () => {}): Database {
  const { address, owner, availability } = shared;
  const config = connectionOf(address, limit);
  const pool = new Pool({
    ...config,
    max: connections,
    types: parsers,
    idleTimeoutMillis: 600_000,
    connectionTimeoutMillis: WAIT_LIMIT_MS,
    Client: watchedClient(shared),
  });
  // The next query replaces an idle connection that broke.
  pool.on('error', () => {});
  const listening = createListening(config, availability.doubt);
  const translate = (error: unknown): never => {
    if (isConnectionLost(error)) availability.doubt();
    throw translateError(error);
  };
  return {
    isAway: availability.isAway,
    doubt: availability.doubt,
    query: async <Row extends object>(statement: string | NamedStatement, values?: readonly unknown[]) => {
      if (availability.isAway()) await refuse();
      return run<Row>(pool, statement, values).catch(translate);
    },
    transaction: async (work) => {
      if (availability.isAway()) await refuse();
      return transact(pool, work).catch(translate);
    },
    listen: (channel, listener) => listening.listen(channel, listener).catch(translate),
    lasting: {
      query: async <Row extends object>(statement: string | NamedStatement, values?: readonly unknown[]) => {
        if (availability.isAway()) await refuse();
        return listening
          .client()
          .then((client) => run<Row>(client, statement, values))
          .catch(translate);
      },
    },
    beside: (few) => openPool(shared, { connections: few, limit: 0 }),
    async changeSchema(work) {
      const pools = openPool({ ...shared, address: owner }, { connections: OWNER_CONNECTIONS, limit: 0 });
      return work(pools).finally(() => pools.end());
    },
    end: async () => {
      // A hanging statement must not keep the database from an orderly stop.
      const closed = Promise.all([listening.end(), pool.end()]);
      await Promise.race([closed, sleep(END_LIMIT_MS, undefined, { ref: false })]);
      await onEnd();
    },
  };
}

/**
 * A client that always has an error listener: without one, a connection that breaks in use would end the process.
 * The client is known as soon as it begins to connect.
 */
function watchedClient({ clients, availability }: PoolState): typeof Client {
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      clients.add(this);
      this.on('error', availability.doubt);
      this.once('end', () => clients.delete(this));
    }
  };
}

/** Fails at once, because waiting for a connection would only add to the delay. */
async function refuse(): Promise<never> {
  // A caller that retries immediately must not block the process.
  await immediate();
  throw new DatabaseAwayError('no connection');
}

async function probe(address: ClientConfig): Promise<void> {
  const client = new Client({
    ...connectionOf(address, PROBE_LIMIT_MS),
    connectionTimeoutMillis: PROBE_LIMIT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end().catch(() => {});
  }
}

async function run<Row extends object>(
  client: Pool | PoolClient | Client,
  statement: string | NamedStatement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const query =
    typeof statement === 'string'
      ? { text: statement, values: [...values] }
      : { name: statement.name, text: statement.text, values: [...(statement.values ?? values)] };
  // A text of several statements has several results.
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
    // The work's first statement is sent together with this one.
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

/** Statements that are sent without waiting in between share one packet. */
function sendTogether(client: PoolClient): void {
  const stream = streamOf(client);
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
