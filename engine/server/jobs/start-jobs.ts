/** The queue of one process: takes jobs from the outbox, runs each once, retries failed ones, and stops in order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConstructorOptions, type JobResult, type JobWithMetadata, PgBoss, type Queue } from 'pg-boss';
import type { Database, Queryable } from '../database/database.ts';
import { readQueueSchema } from '../database/grants.ts';
import type { JobData, JobName } from './jobs-part.ts';

export interface JobAttempt<Data> {
  /** The same at every attempt. */
  readonly id: string;
  readonly data: Data;
  /** It is not retried if this attempt fails too. */
  readonly isLastTry: boolean;
}

/** One for each kind of job. An error causes a retry. It may run twice for the same job. */
export type Handlers = { readonly [Name in JobName]: (work: JobAttempt<JobData[Name]>) => Promise<void> };

export interface JobOptions {
  readonly handlers: Handlers;
  readonly log: (error: unknown) => void;
  /** The time zone for nightly jobs; UTC if left out. */
  readonly timeZone?: string;
  /** In tests: other queue settings. */
  readonly rules?: Readonly<Partial<Record<JobName, QueueRules>>>;
}

export interface Jobs {
  /** Resolves once jobs are being processed. */
  readonly ready: Promise<void>;
  /** Gives running jobs some seconds to end. The next process repeats the others. */
  stop(): Promise<void>;
}

/** Starts in the background and returns at once: a server must not wait for its queue. */
export function startJobs(database: Database, options: JobOptions): Jobs {
  return new JobQueue(database, options);
}

/** The schedules of recurring jobs. */
const schedules: Readonly<Partial<Record<JobName, string>>> = {
  wake: '* * * * *',
  summaries: '* * * * *',
  anchor: '7 * * * *',
  audit: '37 2 * * *',
  prune: '17 3 * * *',
};

const atStart: readonly JobName[] = ['wake', 'summaries', 'anchor'];

const CONNECTIONS = 4;
const POLL_MS = 1000;
const AGAIN_MS = 5000;
const STOP_LIMIT_MS = 4000;

class JobQueue implements Jobs {
  readonly ready: Promise<void>;
  readonly #options: JobOptions;
  readonly #database: Database;
  #boss: PgBoss | null = null;
  readonly #stopping = new AbortController();
  readonly #life: Promise<void>;

  constructor(database: Database, options: JobOptions) {
    this.#options = options;
    this.#database = database.beside(CONNECTIONS);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#life = this.#live(resolve);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#life;
    await this.#boss?.stop({ graceful: true, timeout: STOP_LIMIT_MS }).catch(this.#options.log);
    await this.#database.end();
  }

  async #live(onReady: () => void): Promise<void> {
    const begun = await this.#begin();
    if (begun === null) return;
    const { boss, workers } = begun;
    onReady();
    while (!this.#stopping.signal.aborted) {
      const moved = await relayOutbox(this.#database, boss).catch(this.#options.log);
      for (const name of moved ?? []) boss.notifyWorker(workers[name]);
      await this.#pause(POLL_MS);
    }
  }

  /** Retries until it succeeds: a short outage of the database must not stop the queue permanently. */
  async #begin(): Promise<StartedQueue | null> {
    while (!this.#stopping.signal.aborted) {
      try {
        const boss = (this.#boss ??= await this.#create());
        await boss.start();
        const workers = {
          message: await this.#open(boss, 'message'),
          'forgotten-password': await this.#open(boss, 'forgotten-password'),
          effect: await this.#open(boss, 'effect'),
          export: await this.#open(boss, 'export'),
          wake: await this.#open(boss, 'wake'),
          release: await this.#open(boss, 'release'),
          summaries: await this.#open(boss, 'summaries'),
          anchor: await this.#open(boss, 'anchor'),
          audit: await this.#open(boss, 'audit'),
          prune: await this.#open(boss, 'prune'),
        };
        for (const [name, when] of Object.entries(schedules)) {
          await boss.schedule(name, when, {}, { tz: this.#options.timeZone ?? 'UTC' });
        }
        for (const name of atStart) await boss.send(name, {});
        return { boss, workers };
      } catch (error) {
        this.#options.log(error);
        await this.#boss?.stop({ graceful: false }).catch(() => {});
        await this.#pause(AGAIN_MS);
      }
    }
    return null;
  }

  /** Its tables have a separate schema, created with the portal's. The library keeps them up to date. */
  async #create(): Promise<PgBoss> {
    const boss = new PgBoss({
      db: bossDatabase(this.#database),
      schema: nameForBoss(await readQueueSchema(this.#database)),
      createSchema: false,
      // Our jobs do not depend on each other, and a queue this small needs no rebuilt index.
      flowIntervalSeconds: 3600,
      reindex: false,
    });
    boss.on('error', this.#options.log);
    return boss;
  }

  async #open<Name extends JobName>(boss: PgBoss, name: Name): Promise<string> {
    const rules: QueueRules = this.#options.rules?.[name] ?? queues[name];
    await boss.createQueue(name, rules);
    const { policy: _, ...changeable } = rules;
    await boss.updateQueue(name, changeable);
    const how = {
      batchSize: batchSizes[name],
      // While one worker waits for the slowest of its jobs, the other takes new ones.
      localConcurrency: batchSizes[name] > 1 ? 2 : 1,
      burstWhenBatchFull: batchSizes[name] > 1,
      includeMetadata: true,
      perJobResults: true,
    } as const;
    return boss.work(name, how, (jobs: JobWithMetadata<JobData[Name]>[]) =>
      Promise.all(jobs.map((job) => this.#run(name, job))),
    );
  }

  async #run<Name extends JobName>(
    name: Name,
    { id, data, retryCount, retryLimit }: JobWithMetadata<JobData[Name]>,
  ): Promise<JobResult> {
    try {
      await this.#options.handlers[name]({ id, data, isLastTry: retryCount >= retryLimit });
      return { id, status: 'completed' };
    } catch (error) {
      this.#options.log(error);
      return { id, status: 'failed', output: { message: String(error) } };
    }
  }

  async #pause(duration: number): Promise<void> {
    await sleep(duration, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}

interface StartedQueue {
  readonly boss: PgBoss;
  readonly workers: Readonly<Record<JobName, string>>;
}

/** The library keeps the case of a name only in quotation marks. */
function nameForBoss(schema: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(schema) ? schema : `"${schema}"`;
}

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
async function relayOutbox(database: Database, boss: PgBoss): Promise<readonly JobName[]> {
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

type QueueRules = Omit<Queue, 'name' | 'deadLetter' | 'partition' | 'warningQueueSize'>;

/**
 * A server may be down for half a day without losses: retries after half a minute, one minute, two … then every hour.
 */
const outside: QueueRules = {
  retryLimit: 18,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 180,
  deleteAfterSeconds: 86_400,
};

/** Of what takes long: another server takes it over as soon as the one that worked on it no longer says that it lives. */
const long = { heartbeatSeconds: 30 } as const;

const queues: Readonly<Record<JobName, QueueRules>> = {
  message: outside,
  // The typed address is not kept for long.
  'forgotten-password': { retryLimit: 5, retryDelay: 10, expireInSeconds: 180, deleteAfterSeconds: 60 },
  effect: outside,
  // A server that stops leaves its exports to another one.
  export: { ...long, retryLimit: 3, retryDelay: 5, expireInSeconds: 3600, deleteAfterSeconds: 3600 },
  // At most one waits, and none is retried, because the next minute adds another.
  wake: { policy: 'short', retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3600 },
  release: {
    retryLimit: 18,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: 600,
    deleteAfterSeconds: 3600,
  },
  // The first run over many records may take minutes.
  summaries: { ...long, policy: 'short', retryLimit: 0, expireInSeconds: 7200, deleteAfterSeconds: 3600 },
  anchor: { policy: 'short', retryLimit: 2, expireInSeconds: 600, deleteAfterSeconds: 86_400 },
  audit: { ...long, policy: 'short', retryLimit: 2, expireInSeconds: 7200, deleteAfterSeconds: 86_400 },
  prune: { policy: 'short', retryLimit: 2, expireInSeconds: 600, deleteAfterSeconds: 86_400 },
};

/** Number of jobs of a kind that one process fetches at a time. */
const batchSizes: Readonly<Record<JobName, number>> = {
  message: 8,
  'forgotten-password': 8,
  effect: 8,
  // Two may be written at a time: a long one does not delay the others.
  export: 2,
  wake: 1,
  release: 1,
  summaries: 1,
  anchor: 1,
  audit: 1,
  prune: 1,
};

/** Over a pool, or over the client of a transaction that includes the queue's change. */
function bossDatabase(client: Queryable): NonNullable<ConstructorOptions['db']> {
  return { executeSql: async (text, values) => ({ rows: await client.query(text, values) }) };
}
