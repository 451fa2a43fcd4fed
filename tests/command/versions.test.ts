/** `munisipyo versions`, and a plan against a version that was in force, with the database of a portal. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder, ROOT, startServer, stopServer } from '../server/server-process.ts';

let folder: string;
let config: string;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = await makeFolder();
  config = join(folder, 'config');
  environment = { CONFIG_DIR: config, DATA_DIR: join(folder, 'data') };
  cpSync(join(ROOT, 'tests/fixtures/library'), config, { recursive: true });
  await serveOnce();
  const path = join(config, 'workflows/loan.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace('title: Lent,', 'title: On loan,'));
  await serveOnce();
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

async function serveOnce(): Promise<void> {
  const { DATA_DIR: dataDirectory = '', ...more } = environment;
  await stopServer(await startServer({ dataDirectory, environment: more }));
}

function run(...words: string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...environment };
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'src/cli.ts'), words, {
    encoding: 'utf8',
    env,
    cwd: folder,
  });
  return { status, stdout, stderr };
}

test('each configuration that came into force is listed with the files that changed, the newest first', () => {
  const { status, stdout } = run('versions');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^2 {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}~ workflows\/loan\.yaml\n1 {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}\d+ files\n$/,
  );
  const found = JSON.parse(run('versions', '--json').stdout);
  expect(found).toMatchObject([
    { number: 2, files: { added: [], changed: ['workflows/loan.yaml'], lost: [] } },
    { number: 1, files: { changed: [], lost: [] } },
  ]);
});

test('the files of a version are shown, and written into an empty folder as they were', () => {
  expect(run('show', '1', 'workflows/loan.yaml').stdout).toContain('title: Lent,');
  expect(run('show', '1').stdout.split('\n')).toContain('workflows/loan.yaml');
  const out = join(folder, 'earlier');
  expect(run('show', '1', '--out', out)).toMatchObject({
    status: 0,
    stderr: expect.stringContaining(' files in '),
  });
  expect(run('plan', out, '--against', '1').stdout).toContain('does the same as version 1.');
  expect(run('show', '1', '--out', out)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('has files already'),
  });
  expect(run('show', '1', 'no.yaml').stderr).toBe('Version 1 has no file "no.yaml".\n');
  expect(run('show', 'HEAD').status).toBe(2);
});

test('a plan compares the files with those of a version', () => {
  const { status, stdout } = run('plan', '--against', '1');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Plan from version 1 to /);
  expect(stdout).toContain('title: Lent → On loan');
  const back = run('diff', '2', '1');
  expect(back.status).toBe(0);
  expect(back.stdout).toMatch(/^Plan from version 2 to version 1\n/);
  expect(back.stdout).toContain('title: On loan → Lent');
  expect(run('plan', '--against', '2').stdout).toMatch(/does the same as version 2\.\n$/);
  expect(run('plan', '--against', '3')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'There are no files of a version 3 of the configuration.\n',
  });
});
