/**
 * The package as another application installs it: JavaScript with declarations, and nothing else of the repository.
 */
import { execFile } from 'node:child_process';
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
    'package/src/munisipyo.js',
  ]);
  expect(paths.filter((path) => /\.test\.|(?<!\.d)\.tsx?$/.test(path))).toEqual([]);
});

test('a host in plain JavaScript serves a portal', async () => {
  await writeFile(join(folder, 'host.mjs'), host);
  const socket = encodeURIComponent(cluster.socket);
  const env = {
    ...process.env,
    CONFIG: join(root, 'tests/fixtures/library'),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres:///${name}?host=${socket}&user=${name}&password=${name}`,
  };
  const { stdout } = await run(process.execPath, ['host.mjs'], { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual([200, 'City Library', 'not-found']);
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
