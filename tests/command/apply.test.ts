/** `munisipyo apply` and `rollback`, with a portal in production that goes on serving. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder, ROOT, type Started, startServer, stopServer } from '../server/server-process.ts';

let folder: string;
let config: string;
let server: Started;
const production = { NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1:1' };

beforeAll(async () => {
  folder = await makeFolder();
  config = join(folder, 'config');
  cpSync(join(ROOT, 'tests/fixtures/library'), config, { recursive: true });
  server = await start();
});
afterAll(async () => {
  await stopServer(server);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function start(): Promise<Started> {
  return startServer({
    dataDirectory: join(folder, 'data'),
    environment: { CONFIG_DIR: config, ...production },
  });
}

function run(...words: string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, CONFIG_DIR: config, DATA_DIR: join(folder, 'data') };
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'src/cli.ts'), words, {
    encoding: 'utf8',
    env,
    cwd: folder,
  });
  return { status, stdout, stderr };
}

function edit(name: string, from: string, to: string): void {
  const path = join(config, name);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

async function title(): Promise<string> {
  const page = await (await fetch(server.address)).text();
  return /<title>([^<]*)/.exec(page)?.[1] ?? page;
}

test('a change is shown, put in force without a restart, listed, and taken back as a new version', async () => {
  expect(await title()).toContain('City Library');
  edit('portal.yaml', 'City Library', 'Town Library');
  const wished = run('apply', '--message', 'The city is a town.', '--author', 'Ana');
  expect(wished).toMatchObject({ status: 0, stderr: '' });
  expect(wished.stdout).toContain('City Library → Town Library');
  expect(wished.stdout).toContain('Version 2 is in force. To take it back: munisipyo rollback 1');
  expect(await title()).toContain('Town Library');
  expect(run('versions').stdout).toMatch(
    /^2 {2}.* UTC {2}Ana: The city is a town\. {2}~ portal\.yaml\n1 {2}/,
  );
  expect(run('show', '2', '--plan').stdout).toMatch(
    /^Ana: The city is a town\.\n\nPlan from version 1 to .*City Library → Town Library/s,
  );
  expect(run('show', '1', '--plan')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('has no plan'),
  });
  expect(run('apply', '--message', 'Again.').stdout).toContain('does the same as version 2.');
  const planned = run('rollback', '1', '--plan');
  expect(planned).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Town Library → City Library'),
  });
  expect(await title()).toContain('Town Library');
  const back = run('rollback', '1', '--message', 'It is a city after all.', '--author', 'Ben');
  expect(back).toMatchObject({ status: 0, stdout: expect.stringContaining('Version 3 is in force.') });
  expect(await title()).toContain('City Library');
  expect(run('versions').stdout).toMatch(
    /^3 {2}.* UTC {2}Ben: It is a city after all\. \(as 1\) {2}~ portal\.yaml\n/,
  );
});

test('after a restart the version in force is served, whatever the folder says', async () => {
  await stopServer(server);
  server = await start();
  expect(await title()).toContain('City Library');
  expect(server.output()).toContain('Version 3 is in force. The configuration in');
  expect(server.output()).toContain('differs: "munisipyo plan" says how.');
});

test('mistakes, wrong words and an unknown version change nothing', async () => {
  edit('portal.yaml', 'login: sign-in', 'login: nowhere');
  const broken = run('apply', '--message', 'Broken.');
  expect(broken).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('has mistakes, so it cannot be put in force'),
  });
  expect(broken.stdout).toContain('portal/unknown-login');
  expect(run('apply').status).toBe(2);
  expect(run('rollback', '9', '--message', 'No.')).toMatchObject({
    status: 2,
    stderr: 'There are no files of a version 9 of the configuration.\n',
  });
  expect(run('rollback', 'HEAD', '--message', 'No.').status).toBe(2);
  expect(run('versions').stdout.split('\n')).toHaveLength(4);
});
