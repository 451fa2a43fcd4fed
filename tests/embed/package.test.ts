/**
 * The package as another application installs it: JavaScript with declarations, and nothing else of the repository.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestCluster, type TestCluster } from '../../engine/server/database/testing.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
let folder: string;
let archive: string;
let cluster: TestCluster;
const name = `package_${process.pid}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'munisipyo-package-'));
  const modules = join(folder, 'node_modules');
  await run(process.execPath, ['scripts/build-package.ts'], { cwd: root });
  const packing = ['pack', '--offline', '--ignore-scripts', '--pack-destination', folder];
  archive = join(folder, (await run('npm', packing, { cwd: root })).stdout.trim());
  await mkdir(modules);
  await run('tar', ['xzf', archive, '-C', modules]);
  await run('mv', ['package', 'munisipyo'], { cwd: modules });
  await symlink(join(root, 'node_modules'), join(modules, 'munisipyo/node_modules'));
  await mkdir(join(modules, '.bin'));
  await symlink('../munisipyo/src/munisipyo.js', join(modules, '.bin/munisipyo'));
  for (const one of ['fastify', '@types']) await symlink(join(root, 'node_modules', one), join(modules, one));
  cluster = await openTestCluster();
  await cluster.admin.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  await cluster.admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
});
afterAll(async () => {
  await cluster.admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await cluster.admin.query(`DROP ROLE ${name}`);
  await cluster.admin.end();
  await rm(folder, { recursive: true });
});

const host = `import { fastify } from 'fastify';
import { collectAdditions } from 'munisipyo/extension';
import { loadPortal, renderDiagnostics } from 'munisipyo/config';
import { signedOut, decide } from 'munisipyo/portal';
import { openDatabase, openPortal, readSettings } from 'munisipyo/server';

const additions = collectAdditions([{ name: 'city', channels: [{ name: 'sms', send: async () => {} }] }]);
const { portal, diagnostics } = await loadPortal(String(process.env['CONFIG']), { additions });
if (portal === null) throw new Error(renderDiagnostics(diagnostics));
const database = await openDatabase(readSettings(process.env));
const hosted = await openPortal({ portal, additions, database, environment: process.env, apiPrefix: '/permits/api' });
const host = fastify();
await hosted.mount(host, false);
const answer = await host.inject('/permits/api/portal');
const { outcome } = decide({ portal, visitor: signedOut }, '/nowhere');
process.stdout.write(JSON.stringify([answer.statusCode, answer.json().title, outcome]));
await host.close();
await database.end();
`;

test('it holds what is built, and no test, configuration or source', async () => {
  const { stdout } = await run('tar', ['tzf', archive]);
  const paths = stdout.trim().split('\n');
  const others = paths.filter((path) => !path.startsWith('package/build/'));
  expect(others.toSorted()).toEqual([
    'package/LICENSE',
    'package/README.md',
    'package/package.json',
    'package/src/compile-cache.js',
    'package/src/munisipyo.js',
    'package/src/require-node.js',
  ]);
  expect(paths.filter((path) => /\.test\.|(?<!\.d)\.tsx?$/.test(path))).toEqual([]);
});

const library = join(root, 'tests/fixtures/library');

function environment(): NodeJS.ProcessEnv {
  const socket = encodeURIComponent(cluster.socket);
  return {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres:///${name}?host=${socket}&user=${name}&password=${name}`,
  };
}

test('a host in plain JavaScript serves a portal', async () => {
  await writeFile(join(folder, 'host.mjs'), host);
  const env = { ...environment(), CONFIG: library };
  const { stdout } = await run(process.execPath, ['host.mjs'], { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual([200, 'City Library', 'not-found']);
});

test('its command checks a configuration', async () => {
  const { stdout } = await run('npx', ['--offline', 'munisipyo', 'check', library, '--format', 'json'], {
    cwd: folder,
  });
  expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [] });
});

test('its command serves a portal with its pages, which it holds built', async () => {
  const env = { ...environment(), CONFIG_DIR: library, PORT: '0' };
  const portal = spawn(process.execPath, ['node_modules/.bin/munisipyo', 'start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(portal, 'exit');
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let printed = '';
      portal.stderr.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const [, served] = /is served at (\S+)\n/.exec(printed) ?? [];
        if (served !== undefined) resolve(served);
      });
      portal.once('exit', () => reject(new Error(printed)));
    });
    const page = await (await fetch(`${address}/`, { headers: { accept: 'text/html' } })).text();
    const script = /\/assets\/[\w-]+\.js/.exec(page)?.[0];
    expect((await fetch(`${address}${script}`)).headers.get('content-type')).toContain('javascript');
  } finally {
    portal.kill();
    await ended;
  }
});

test('its declarations hold the same host in TypeScript', async () => {
  await writeFile(join(folder, 'host.mts'), host);
  await writeFile(
    join(folder, 'wrong.mts'),
    "import { loadPortal } from 'munisipyo/config';\nloadPortal(5);\n",
  );
  const check = (file: string) =>
    run(
      process.execPath,
      [
        join(root, 'node_modules/typescript/bin/tsc'),
        ...'--noEmit --strict --skipLibCheck --module nodenext --target esnext --types node'.split(' '),
        file,
      ],
      { cwd: folder },
    );
  await check('host.mts');
  await expect(check('wrong.mts')).rejects.toMatchObject({ stdout: expect.stringContaining('TS2345') });
});
