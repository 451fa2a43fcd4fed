/**
 * `/healthz` reports that the process runs, `/readyz` whether it can serve. A database that is away is not queried.
 */
import { access, constants, statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Application } from '../kernel/application.ts';
import { loadMigrations } from '../database/migrate.ts';
import { unavailable } from './errors.ts';

export function registerHealth(server: FastifyInstance, application: Application): void {
  const { database, apiPrefix } = application;
  server.get('/healthz', async () => ({ status: 'ok' }));
  // Frequent calls do not cause more queries.
  let asking: Promise<Readiness> | null = null;
  server.get('/readyz', async (_request, reply) => {
    asking ??= checkReadiness(application).finally(() => (asking = null));
    const checks = await asking;
    const isReady = Object.values(checks).every((said) => said === 'ok');
    if (!isReady) reply.header('Retry-After', '5');
    return reply
      .code(isReady ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({
        checks,
        notes: application.folderRefusal() === null ? {} : { configuration: application.folderRefusal() },
      });
  });
  // Fails at once, because waiting for a connection would only add to the delay.
  server.addHook('onRequest', async (request) => {
    if (request.url.startsWith(`${apiPrefix}/`) && database.isAway()) throw unavailable();
    const switching = application.switching();
    if (switching !== null && !isHealth(request.url))
      await Promise.race([switching, sleep(SWITCH_MS, undefined, { ref: false })]);
  });
}

function isHealth(url: string): boolean {
  return url === '/healthz' || url === '/readyz';
}

/** `ok`, or the parts that are not ready, without internal details. */
type Readiness = Readonly<Record<'database' | 'migrations' | 'configuration' | 'disk' | 'queue', string>>;

type ReadinessCheck = (application: Application) => Promise<string>;

const OK = 'ok';
const LIMIT_MS = 3000;
/** How long a request waits for a version that was just put in force. */
const SWITCH_MS = 10_000;

/** Room for uploads of a few megabytes each and for the database's log. */
const LEAST_FREE_BYTES = 200 * 1024 * 1024;

/** The queue starts work within a second. A delay of a minute means that it has stopped. */
const LONGEST_WAIT_SECONDS = 60;

/** Names of this program's migrations, read once. */
let known: readonly string[] | null = null;

const checks: Readonly<Record<keyof Readiness, ReadinessCheck>> = {
  async database({ database }) {
    if (database.isAway()) return 'away';
    await database.query('SELECT 1');
    return OK;
  },
  async migrations({ database }) {
    const applied = await database.query<{ name: string }>('SELECT name FROM migrations');
    const names = new Set(applied.map(({ name }) => name));
    known ??= (await loadMigrations()).map(({ name }) => name);
    const missing = known.filter((name) => !names.has(name)).length;
    if (missing > 0) return `${missing} not applied`;
    const unknown = names.size - known.length;
    return unknown === 0 ? OK : `${unknown} of a newer version`;
  },
  async configuration({ configurationFault }) {
    return configurationFault() ?? OK;
  },
  async disk({ settings }) {
    const { bavail, bsize } = await statfs(settings.dataDirectory);
    if (bavail * bsize < LEAST_FREE_BYTES) return 'less than 200 MB free in DATA_DIR';
    const isWritable = await access(settings.dataDirectory, constants.W_OK).then(
      () => true,
      () => false,
    );
    return isWritable ? OK : 'DATA_DIR cannot be written to';
  },
  async queue({ database }) {
    const [row] = await database.query<{ late: boolean }>(
      `SELECT count(*) > 0 AS late FROM outbox WHERE at < now() - make_interval(secs => $1)`,
      [LONGEST_WAIT_SECONDS],
    );
    return row?.late === true ? `work has waited for more than ${LONGEST_WAIT_SECONDS} seconds` : OK;
  },
};

/** Runs all checks at the same time. A check without an answer in time counts as not ready. */
async function checkReadiness(application: Application): Promise<Readiness> {
  const asked = Object.entries(checks).map(async ([name, check]): Promise<[string, string]> => {
    const late = sleep(LIMIT_MS, 'no answer in time', { ref: false });
    const said = await Promise.race([check(application).catch(() => 'no answer'), late]);
    return [name, said];
  });
  return Object.fromEntries(await Promise.all(asked)) as Readiness;
}
