/** A saved configuration takes effect while the server runs; after a temporary failure it is retried. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CompilerThread, createCompilerThread } from '../../engine/command/start/compiler-thread.ts';
import { filesWithRows } from '../../engine/command/start/files-with-rows.ts';
import { lockAdoptions } from '../../engine/server/records/succession/adopt-portal.ts';
import { noteApplied } from '../../engine/server/portals/applied-versions.ts';
import { retryFolder } from '../../engine/command/start/retry-folder.ts';
import { followConfiguration } from '../../engine/command/start/follow-configuration.ts';
import { loadPortal } from '../../engine/config/load.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { createServer } from '../../engine/server/bootstrap/server.ts';
import { createApplication, type LiveApplication } from '../../engine/server/kernel/create-application.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { openTestDatabase, testAuditKey } from '../../engine/server/database/testing.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { TINY } from './server-process.ts';

const said: string[] = [];
const say = (line: string) => void said.push(line);
let directory: string;
let database: Database;
let application: LiveApplication;
let compiler: CompilerThread;
let end: () => Promise<void>;
/** The number of transactions that will fail. */
let failing = 0;

beforeAll(async () => {
  directory = join(mkdtempSync(join(tmpdir(), 'followed-')), 'config');
  cpSync(TINY, directory, { recursive: true });
  const sound = await openTestDatabase();
  database = {
    ...sound,
    transaction: (work) => {
      failing -= 1;
      return failing >= 0 ? Promise.reject(new Error('The connection broke.')) : sound.transaction(work);
    },
  };
  const { portal } = await loadPortal(directory);
  if (portal === null) throw new Error('The tiny portal is not sound.');
  const settings = readSettings({ CONFIG_DIR: directory });
  const files = filesWithRows(directory);
  compiler = createCompilerThread(slowCompiler());
  application = await createApplication({
    settings,
    database,
    portal,
    auditKey: testAuditKey,
    files: files.current,
  });
  end = followConfiguration(application, { files, compiler, current: portal.hash, say, waits: [10, 20] });
});

afterAll(async () => {
  await end();
  await compiler.close();
  await database.end();
  rmSync(join(directory, '..'), { recursive: true });
});

/** An extension with which the first order takes two seconds longer. */
function slowCompiler(): string {
  const path = join(directory, '../slow-compiler.ts');
  writeFileSync(
    path,
    `import { isMainThread } from 'node:worker_threads';
    if (!isMainThread) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
    export const extensions = [];`,
  );
  return path;
}

function save(title: string): void {
  const text = readFileSync(join(TINY, 'portal.yaml'), 'utf8');
  writeFileSync(join(directory, 'portal.yaml'), text.replace('Reading Room & Desk', title));
}

test('the server answers while a saved configuration is compiled', async () => {
  const server = await createServer(application, { isLogging: false });
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const saved = performance.now();
  save('Letter Room');
  let answers = 0;
  while (application.portal().title !== 'Letter Room') {
    expect((await fetch(origin)).status).toBe(200);
    answers += 1;
  }
  expect(performance.now() - saved).toBeGreaterThan(2000);
  expect(answers).toBeGreaterThan(10);
  await server.close();
}, 30_000);

test('a configuration that the database could not take is put in force once it can', async () => {
  failing = 3;
  save('Map Room');
  await expect.poll(() => application.portal().title).toBe('Map Room');
  expect(failing).toBeLessThan(0);
  const failures = said.filter((line) => line.includes('The connection broke.'));
  expect(failures).toEqual([expect.stringContaining('the one before stays')]);
});

test('a department with accounts keeps a configuration out with their number, and it comes into force once they are gone', async () => {
  const username = 'clerk@room.example';
  await createAccount(database, {
    department: 'archive',
    username,
    name: 'A clerk',
    password: 'kettle ladder cloud',
  });
  save('Chart Room');
  const refusal = 'There is 1 account of the department "archive", which the configuration no longer has.';
  await expect.poll(() => said.some((line) => line.includes(refusal))).toBe(true);
  expect(application.portal().title).toBe('Map Room');
  await database.query('DELETE FROM accounts WHERE username = $1', [username]);
  await expect.poll(() => application.portal().title).toBe('Chart Room');
  expect(said.filter((line) => line.includes(refusal))).toHaveLength(1);
});

test('a configuration that waits is given up for the next one that is saved', async () => {
  said.length = 0;
  const failures = () => said.filter((line) => line.includes('The connection broke.')).length;
  failing = Number.MAX_SAFE_INTEGER;
  save('Print Room');
  await expect.poll(failures).toBe(1);
  save('Reading Room & Desk');
  await expect.poll(failures).toBe(2);
  failing = 0;
  await expect.poll(() => application.portal().title).toBe('Reading Room & Desk');
  const versions = await database.query<{ number: number }>('SELECT number FROM versions ORDER BY number');
  expect(versions.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
});

test('schemas for editors that somebody asked for follow what is saved', async () => {
  const schemas = join(directory, '../.munisipyo/schemas');
  expect(existsSync(schemas)).toBe(false);
  mkdirSync(schemas, { recursive: true });
  save('Globe Room');
  await expect.poll(() => application.portal().title).toBe('Globe Room');
  await expect.poll(() => existsSync(join(schemas, 'workflow.json'))).toBe(true);
  expect(JSON.parse(readFileSync(join(schemas, 'names.json'), 'utf8')).$defs.department.enum).toEqual([
    'desk',
  ]);
});

test('in production a folder that was refused comes into force once nothing is in its way', async () => {
  await end();
  said.length = 0;
  await createAccount(database, {
    department: 'archive',
    username: 'clerk@room.example',
    name: 'A clerk',
    password: 'kettle ladder cloud',
  });
  save('Print Room');
  const { portal } = await loadPortal(directory);
  const reasons = 'There is 1 account of the department "archive", which the configuration no longer has.';
  const files = filesWithRows(directory);
  const instead = { number: 1, reasons };
  const stop = retryFolder(application, { files, compiler, say, portal, instead, waits: [10, 20] });
  await expect.poll(() => said.length).toBe(1);
  expect(application.folderRefusal()).toContain('version 1 is served');
  expect(application.configurationFault()).toBe(null);
  await database.query(`DELETE FROM accounts WHERE username = 'clerk@room.example'`);
  await expect.poll(() => application.portal().title).toBe('Print Room');
  expect(application.folderRefusal()).toBe(null);
  expect(said).toEqual([
    expect.stringContaining(reasons),
    expect.stringContaining('changed and is in force'),
  ]);
  // It is no longer followed.
  save('Letter Room');
  await sleep(300);
  expect(application.portal().title).toBe('Print Room');
  await stop();
  end = async () => {};
});

test('a refused folder is tried again after the database was away, and gives way to a version that was applied meanwhile', async () => {
  said.length = 0;
  await createAccount(database, {
    department: 'archive',
    username: 'keeper@room.example',
    name: 'A keeper',
    password: 'kettle ladder cloud',
  });
  save('Coin Room');
  const { portal } = await loadPortal(directory);
  const files = filesWithRows(directory);
  const instead = { number: 1, reasons: 'Refused.' };
  // While the database is away, every question fails.
  const { query } = database;
  Object.assign(database, { query: () => Promise.reject(new Error('The connection broke.')) });
  failing = 3;
  const stop = retryFolder(application, { files, compiler, say, portal, instead, waits: [10, 20] });
  await expect.poll(() => failing).toBeLessThanOrEqual(0);
  Object.assign(database, { query });
  const broken = said.filter((line) => line.includes('The connection broke.'));
  expect(broken).toHaveLength(1);
  await expect.poll(() => said.some((line) => line.includes('1 account of the department'))).toBe(true);
  // Somebody applies a version while an attempt waits for the lock, and removes what was in the way of the folder.
  const before = application.portal().title;
  await database.transaction(async (client) => {
    await lockAdoptions(client);
    await sleep(100);
    await client.query("DELETE FROM accounts WHERE username = 'keeper@room.example'");
    await noteApplied(client, 1, { again: null, author: 'a', approver: null, message: 'm', plan: {} });
  });
  await expect.poll(() => application.folderRefusal()).toBe(null);
  await sleep(100);
  expect(application.portal().title).toBe(before);
  await stop();
});
