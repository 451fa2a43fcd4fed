/** Two server processes over one database; one loads a new configuration before the other. */
import { randomUUID } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../engine/command/start/build-browser.ts';
import { openAuditKey } from '../../engine/server/history/audit-key.ts';
import { verifyHistories } from '../../engine/server/audit/verify-histories.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { runParts } from '../../engine/server/database/statements.ts';
import { jobsPart } from '../../engine/server/jobs/jobs-part.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { type Browser, openBrowser, PASSWORD } from './portal-server.ts';
import { makeFolder, ROOT, shareDatabase, startServer, stopServer, type Started } from './server-process.ts';

const LIBRARY = join(ROOT, 'tests/fixtures/library');

let folder: string;
let database: Database;
const running: Started[] = [];

beforeAll(async () => {
  await ensureBuilt({ root: ROOT, say: () => {} });
  folder = await makeFolder();
  for (const name of ['ahead', 'behind']) await cp(LIBRARY, configOf(name), { recursive: true });
}, 120_000);

afterAll(async () => {
  await database.end();
  // The first process runs the database of both.
  for (const started of running.toReversed()) await stopServer(started);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const configOf = (name: string): string => join(folder, `config-${name}`);
const dataOf = (name: string): string => join(folder, name);

async function start(name: string, environment: Readonly<Record<string, string>> = {}): Promise<Started> {
  const common = { CONFIG_DIR: configOf(name), DEMO_PASSWORD: PASSWORD };
  const started = await startServer({
    dataDirectory: dataOf(name),
    environment: { ...common, ...environment },
  });
  running.push(started);
  expect(started.output()).toContain('is served at');
  return started;
}

/** Renames the state `asked` of loans. */
async function rename(name: string): Promise<void> {
  const replace = async (file: string, pattern: RegExp, by: string): Promise<void> => {
    const path = join(configOf(name), file);
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(pattern, by));
  };
  await replace('workflows/loan.yaml', /\basked\b/g, 'requested');
  await replace('workflows/loan.yaml', /requested: \{ title/g, 'requested: { formerly: asked, title');
  await replace('records/loan.yaml', /state: asked/g, 'state: requested');
}

function write(who: Browser, path: string, body: object, version?: number): Promise<Response> {
  const match = version === undefined ? null : String(version);
  const headers = { 'idempotency-key': randomUUID(), 'if-match': match };
  return who.send('POST', `records/loan${path}`, { body, headers });
}

/** @returns its slug; the process has put it into its state `asked` */
async function askForBook(member: Browser): Promise<string> {
  const data = { book: 'Atlas', copies: 1, branch: 'harbour', is_student: false };
  const made = await write(member, '', { data });
  expect(made.status).toBe(201);
  const { slug, version } = (await made.json()) as Loan;
  expect((await write(member, `/${slug}/ask`, {}, version)).status).toBe(200);
  return slug;
}

interface Loan {
  readonly slug: string;
  readonly version: number;
  readonly state: string;
}

async function signIn({ address }: Started, department = 'member'): Promise<Browser> {
  const browser = openBrowser(address);
  expect((await browser.signIn(`${department}@library.example`)).status).toBe(200);
  return browser;
}

async function stateOf(slug: string): Promise<string | undefined> {
  const [row] = await database.query<{ state: string }>('SELECT state FROM records WHERE slug = $1', [slug]);
  return row?.state;
}

const wakeNow = () =>
  database.transaction((client) => runParts(client, jobsPart([{ name: 'wake', data: {} }])));

test(
  'a process that still serves the older configuration writes records, and each of them is moved',
  { timeout: 120_000 },
  async () => {
    const ahead = await start('ahead');
    const shared = await shareDatabase(dataOf('ahead'));
    database = shared.database;
    const { environment } = shared;
    const behind = await start('behind', environment);
    const member = await signIn(behind);
    const before = await askForBook(member);
    await rename('ahead');
    await expect.poll(() => ahead.output(), { timeout: 30_000 }).toContain('changed and is in force');
    expect(await stateOf(before)).toBe('requested');
    // The other process has loaded its configuration and continues with it.
    const after = await askForBook(member);
    const moved = async (): Promise<string | undefined> => {
      // Either process may take the job; the older one skips the records.
      await wakeNow();
      return stateOf(after);
    };
    await expect.poll(moved, { timeout: 60_000 }).toBe('requested');
    const last = await askForBook(member);
    expect(await stopServer(behind)).toBe(0);
    await rename('behind');
    const desk = await signIn(await start('behind', environment), 'desk');
    for (const slug of [before, after, last]) {
      const { version, state } = (await (await desk.send('GET', `records/loan/${slug}`)).json()) as Loan;
      expect(state).toBe('requested');
      // Nothing is blocked: the next step works.
      expect((await write(desk, `/${slug}/lend`, {}, version)).status).toBe(200);
    }
    await expect
      .poll(async () => {
        await wakeNow();
        return database.query(`SELECT slug FROM records
          WHERE life <> (SELECT life FROM adoptions ORDER BY number DESC LIMIT 1)`);
      })
      .toEqual([]);
    const settings = readSettings({ DATA_DIR: dataOf('ahead') });
    const key = await openAuditKey(settings, database);
    expect((await verifyHistories(database, key)).findings).toEqual([]);
  },
);
