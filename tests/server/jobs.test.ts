import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database, Queryable } from '../../engine/server/database/database.ts';
import { runParts } from '../../engine/server/database/statements.ts';
import { openTestDatabase } from '../../engine/server/database/testing.ts';
import { readQueueSchema } from '../../engine/server/database/grants.ts';
import { type Job, jobsPart } from '../../engine/server/jobs/jobs-part.ts';
import { type Handlers, type JobAttempt, type Jobs, startJobs } from '../../engine/server/jobs/start-jobs.ts';

let database: Database;
const running: Jobs[] = [];
const problems: unknown[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  problems.length = 0;
});
afterAll(() => database.end());

type Mail = JobAttempt<{ readonly id: string }>;

const quick = { message: { retryLimit: 3, retryDelay: 1, retryBackoff: false, expireInSeconds: 5 } };

const nothing = async (): Promise<void> => {};

async function start(mail: (work: Mail) => Promise<void>, wake = async () => {}): Promise<Jobs> {
  const handlers: Handlers = {
    message: mail,
    'forgotten-password': nothing,
    effect: nothing,
    export: nothing,
    wake,
    release: nothing,
    summaries: nothing,
    anchor: nothing,
    audit: nothing,
    prune: nothing,
  };
  const jobs = startJobs(database, { handlers, rules: quick, log: (error) => problems.push(error) });
  running.push(jobs);
  await jobs.ready;
  return jobs;
}

async function until(isSo: () => boolean, patience = 15_000): Promise<boolean> {
  const end = Date.now() + patience;
  while (!isSo() && Date.now() < end) await sleep(20);
  return isSo();
}

const enqueue = (client: Queryable, ...jobs: Job[]) => runParts(client, jobsPart(jobs));

const mail = (id: string) => ({ name: 'message', data: { id } }) as const;

test('does what a committed change asked for, and nothing of one that was rolled back', async () => {
  const done: string[] = [];
  await start(async ({ data }) => void done.push(data.id));
  await database.transaction((client) => enqueue(client, mail('a'), mail('b')));
  const undone = database.transaction(async (client) => {
    await enqueue(client, mail('never'));
    throw new Error('refused');
  });
  await expect(undone).rejects.toThrow('refused');
  await database.transaction((client) => enqueue(client, mail('c')));
  expect(await until(() => done.length >= 3)).toBe(true);
  expect(done.toSorted()).toEqual(['a', 'b', 'c']);
  expect(await database.query('SELECT 1 FROM outbox')).toEqual([]);
});

test('what was enqueued while no server ran is done when one starts', async () => {
  const done: string[] = [];
  await enqueue(database, mail('early'));
  await start(async ({ data }) => void done.push(data.id));
  expect(await until(() => done.includes('early'))).toBe(true);
});

test('two servers on one database share the work, and each piece is done once', async () => {
  const done: [string, string][] = [];
  const handler =
    (who: string) =>
    async ({ data }: Mail) => {
      await sleep(5);
      done.push([who, data.id]);
    };
  await Promise.all([start(handler('one')), start(handler('two'))]);
  const ids = Array.from({ length: 60 }, (_, index) => `m${index}`);
  for (const id of ids) await enqueue(database, mail(id));
  expect(await until(() => done.length >= ids.length)).toBe(true);
  await sleep(300);
  expect(done.map(([, id]) => id).toSorted()).toEqual(ids.toSorted());
});

test('tries again what failed, and says when it is the last time', async () => {
  const tries: boolean[] = [];
  await start(async ({ isLastTry }) => {
    tries.push(isLastTry);
    throw new Error('not now');
  });
  await enqueue(database, mail('x'));
  expect(await until(() => tries.length >= 4, 30_000)).toBe(true);
  expect(tries).toEqual([false, false, false, true]);
  expect(problems.length).toBe(4);
}, 40_000);

test('wakes what is due at the start', async () => {
  let woken = 0;
  await start(
    async () => {},
    async () => void (woken += 1),
  );
  expect(await until(() => woken === 1)).toBe(true);
});

test('work that a stopping server did not end is done by the next one', async () => {
  const done: string[] = [];
  const never = Promise.withResolvers<void>();
  let isBegun = false;
  const first = await start(async () => {
    isBegun = true;
    await never.promise;
  });
  await enqueue(database, mail('long'));
  expect(await until(() => isBegun)).toBe(true);
  const began = Date.now();
  await first.stop();
  expect(Date.now() - began).toBeLessThan(20_000);
  running.length = 0;
  await start(async ({ data }) => void done.push(data.id));
  expect(await until(() => done.includes('long'))).toBe(true);
  never.resolve();
}, 30_000);

test('work that takes long must show every half minute that its server lives, or another takes it over', async () => {
  await start(nothing);
  const schema = await readQueueSchema(database);
  const beating = await database.query<{ name: string }>(
    `SELECT name FROM "${schema}".queue WHERE heartbeat_seconds = 30 ORDER BY name`,
  );
  expect(beating.map(({ name }) => name)).toEqual(['audit', 'export', 'summaries']);
});
