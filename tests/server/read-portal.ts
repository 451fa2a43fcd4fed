/**
 * The portal of a configuration, compiled once in a test run: reading it again takes a fiftieth of the time. A process
 * reads it once, so that what the engine derives from it is kept, too.
 */
import { globSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { hash } from 'node:crypto';
import { loadPortal } from '../../engine/config/load.ts';
import { CLUSTER_VARIABLE } from '../../engine/server/database/testing.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { freezeDeeply } from '../../engine/portal/values/freeze.ts';

/** By the state of its files. A portal never changes. */
const portals = new Map<string, Portal>();

const root = join(import.meta.dirname, '../..');

/** @throws if the configuration is invalid */
export async function readPortal(directory = 'config'): Promise<Portal> {
  const folder = process.env[CLUSTER_VARIABLE];
  if (folder === undefined) return compile(directory);
  const state = stateOf(directory);
  const portal = portals.get(state) ?? (await readShared(join(folder, `portal-${state}`), directory));
  portals.set(state, portal);
  return portal;
}

async function readShared(kept: string, directory: string): Promise<Portal> {
  const known = readKept(kept);
  if (known !== null) return known;
  const portal = await compile(directory);
  writeFileSync(`${kept}.${process.pid}`, serialize(portal));
  renameSync(`${kept}.${process.pid}`, kept);
  return portal;
}

async function compile(directory: string): Promise<Portal> {
  const { portal } = await loadPortal(directory, { proofs: false });
  if (portal === null) throw new Error(`${directory} is not sound.`);
  return portal;
}

function readKept(path: string): Portal | null {
  try {
    return freezeDeeply(deserialize(readFileSync(path)) as Portal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The key changes with every file of the configuration and of the compiler. */
function stateOf(directory: string): string {
  const read = [
    ...globSync('**/*.{yaml,md}', { cwd: directory }).map((path) => resolve(directory, path)),
    ...globSync(['engine/{config,portal}/**/*.ts', 'engine/locales/*', 'schemas/*'], { cwd: root }).map(
      (path) => join(root, path),
    ),
  ];
  const states = read.toSorted().map((path) => {
    const { mtimeMs, size } = statSync(path);
    return `${path} ${mtimeMs} ${size}`;
  });
  return hash('sha256', states.join('\n'), 'hex').slice(0, 16);
}
