/** While people work on two server processes, configurations come into force and go: no call fails, nothing is lost. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFiles } from '../../../engine/config/read-files.ts';
import { openAuditKey } from '../../../engine/server/history/audit-key.ts';
import { createAccount } from '../../../engine/server/accounts/accounts.ts';
import { verifyHistories } from '../../../engine/server/audit/verify-histories.ts';
import type { Database } from '../../../engine/server/database/database.ts';
import { readSettings } from '../../../engine/server/kernel/settings.ts';
import { type ConfigFile, listVersions } from '../../../engine/server/portals/config-files.ts';
import { type Browser, PASSWORD } from '../portal-server.ts';
import { makeFolder, ROOT, shareDatabase, type Started, startServer, stopServer } from '../server-process.ts';
import { bringLostBack, presentAnswers } from './edited-library.ts';
import { createRandomEdits, type Edit, type RandomEdits } from './random-edits.ts';
import { openInspectors, recordsWithoutTurn, startWork, type Work } from './work-of-people.ts';

/** `EDITS=200` runs the whole proof. Another `SEED` makes other edits. */
const edits = Number(process.env['EDITS'] ?? 5);
const seed = Number(process.env['SEED'] ?? 1);

const files = readFiles('tests/fixtures/library').files.map(({ name, text }) => ({ name, text }));
let folder: string;
let database: Database;
let servers: readonly Started[];
let inspectors: readonly (readonly Browser[])[];
/** Number of the version with the original files. */
let original: number;

beforeAll(async () => {
  folder = await makeFolder();
  write(files);
  const environment = { CONFIG_DIR: config(), NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1:1' };
  const first = await startServer({ dataDirectory: data(), environment });
  const shared = await shareDatabase(data());
  database = shared.database;
  const other = { ...environment, ...shared.environment };
  servers = [first, await startServer({ dataDirectory: join(folder, 'other'), environment: other })];
  for (const department of ['member', 'desk']) {
    const username = `${department}@library.example`;
    await createAccount(database, { department, username, name: department, password: PASSWORD });
  }
  inspectors = await Promise.all(servers.map(({ address }) => openInspectors(address)));
}, 120_000);
afterAll(async () => {
  await database.end();
  // The first process runs the database of both.
  for (const server of servers.toReversed()) await stopServer(server);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const config = (): string => join(folder, 'config');
const data = (): string => join(folder, 'data');

function write(next: readonly ConfigFile[]): void {
  rmSync(config(), { recursive: true, force: true });
  for (const { name, text } of next) {
    mkdirSync(dirname(join(config(), name)), { recursive: true });
    writeFileSync(join(config(), name), text);
  }
}

interface Ended {
  readonly status: number | string | null | undefined;
  readonly output: string;
}

/** As typed, while the people of this process work on. */
function run(...words: readonly string[]): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, CONFIG_DIR: config(), DATA_DIR: data() };
  return new Promise((resolve) => {
    execFile(join(ROOT, 'src/cli.ts'), [...words], { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : error.code, output: `${stdout}${stderr}` }),
    );
  });
}

interface Entered {
  readonly number: number;
  readonly isLostBack: boolean;
}

/** @returns how it came into force, if need be with the remedy that its refusal says; null: it has mistakes */
async function carryOut(edit: Edit): Promise<Entered | null> {
  const said = ['--message', edit.sort, '--author', 'Ana'];
  if (edit.is === 'rollback') {
    const ended = await run('rollback', String(edit.to), ...said);
    return edit.losesLost && ended.status === 1 ? bringBack(edit.to, ended.output, said) : enteredBy(ended);
  }
  write(edit.files);
  const ended = await run('apply', ...said);
  if (edit.is === 'applied') return enteredBy(ended);
  const expected = edit.is === 'broken' ? 'has mistakes' : 'cannot be put in force';
  expect(ended).toEqual({ status: 1, output: expect.stringContaining(expected) });
  if (edit.is === 'broken') return null;
  expect(ended.output).toMatch(edit.why);
  write(edit.remedied);
  return enteredBy(await run('apply', ...said));
}

/** Follows the refusal of a rollback to a version in which nothing can be lost. */
async function bringBack(to: number, refusal: string, said: readonly string[]): Promise<Entered> {
  expect(refusal).toMatch(/\d+ records? of the type "loan" in the state "lost".* Name it under `formerly`/);
  expect(refusal).toContain(`munisipyo show ${to} --out FOLDER`);
  const earlier = join(folder, `earlier-${to}`);
  rmSync(earlier, { recursive: true, force: true });
  expect(await run('show', String(to), '--out', earlier)).toMatchObject({ status: 0 });
  const workflow = join(earlier, 'workflows/loan.yaml');
  writeFileSync(workflow, bringLostBack(readFileSync(workflow, 'utf8')));
  return { ...enteredBy(await run('apply', earlier, ...said)), isLostBack: true };
}

function enteredBy({ status, output }: Ended): Entered {
  const number = /^Version (\d+) is in force\. /m.exec(output)?.[1];
  if (status !== 0 || number === undefined) throw new Error(output);
  return { number: Number(number), isLostBack: false };
}

/** The versions that the processes say they serve. */
function served(): readonly number[] {
  const said = /Version (\d+) of the configuration is in force\./g;
  return servers.map(({ output }) => Number([...output().matchAll(said)].at(-1)?.[1] ?? original));
}

async function titles(): Promise<readonly string[]> {
  const pages = servers.map(async ({ address }) => (await fetch(address)).text());
  return (await Promise.all(pages)).map(
    (page) => / · ([^<]*)<\/title>|<title>([^<]*)/.exec(page)?.slice(1).join('') ?? page,
  );
}

/** Everybody can be served after the edit as before, and was so during it. */
async function checkAfter(walk: RandomEdits, work: Work, before: readonly number[]): Promise<void> {
  expect(await titles()).toEqual(Array(2).fill(walk.library().title));
  await expect.poll(served).toEqual(Array(2).fill(walk.number()));
  inspectors = inspectors.toReversed();
  expect(await recordsWithoutTurn(database, inspectors[0] ?? [])).toEqual([]);
  const answered = work.answered();
  for (const [at, count] of answered.entries()) expect(count).toBeGreaterThan(before[at] ?? 0);
  expect(work.failures).toEqual([]);
}

test(
  'both servers change together, and everything that people wrote is there',
  async () => {
    const work = await startWork(servers.map(({ address }) => address));
    original = (await listVersions(database))[0]?.number ?? 0;
    const walk = createRandomEdits(seed, files, original);
    const done = new Map<string, number>();
    try {
      await expect.poll(() => work.filed.length, { timeout: 30_000 }).toBeGreaterThan(8);
      for (let at = 0; at < edits; at += 1) {
        const edit = walk.next();
        const before = work.answered();
        try {
          const entered = await carryOut(edit);
          if (entered !== null) walk.entered(entered);
          await checkAfter(walk, work, before);
        } catch (error) {
          throw new Error(`Edit ${at + 1} of seed ${seed}, ${edit.sort}: ${String(error)}`, { cause: error });
        }
        done.set(edit.sort, (done.get(edit.sort) ?? 0) + 1);
      }
    } finally {
      await work.stop();
    }
    process.stdout.write(`${JSON.stringify({ seed, edits: Object.fromEntries(done), ...work.figures() })}\n`);
    expect(work.failures).toEqual([]);
    // Every answer that people gave is there, under its present name. Nobody else answered but a migration, with no.
    const rows = await database.query<{ slug: string; answers: object }>(
      `SELECT slug, CASE WHEN data @> '{"is_student": false}' THEN data - 'is_student' ELSE data END AS answers
       FROM records WHERE type = 'loan'`,
    );
    const stored = new Map(rows.map(({ slug, answers }) => [slug, answers]));
    const expected = new Map(
      work.filed.map(({ slug, answers }) => [slug, presentAnswers(walk.library(), answers)]),
    );
    expect(stored).toEqual(expected);
    // Every record, and not only those that were looked at, is at an end or can go on.
    expect(await run('audit', 'stuck')).toEqual({
      status: 0,
      output: expect.stringContaining('none is stuck'),
    });
    const key = await openAuditKey(readSettings({ DATA_DIR: data() }), database);
    expect((await verifyHistories(database, key)).findings).toEqual([]);
    // No event was written under a version that had been left.
    const late = await database.query(
      `SELECT configuration FROM (SELECT configuration, max(configuration) OVER (ORDER BY seq) AS newest FROM events) e
       WHERE configuration < newest LIMIT 5`,
    );
    expect(late).toEqual([]);
    for (const { output } of servers) expect(output()).not.toMatch(/cannot be served|"level":50/);
  },
  180_000 + edits * 30_000,
);
