/** Keeps compiled configurations by the content of all that they are compiled from: a warm start compiles nothing. */
import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freezeDeeply } from '../../config/link/reading/freeze.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { digestSources } from './digest-sources.ts';

export interface CompiledCache {
  /**
   * The portal that was made of the same parts before, else the one that is made now.
   * @param parts what it is made of, besides the engine: a value for JSON
   * @param make compiles it; null is not kept
   */
  portal(parts: unknown, make: () => Promise<Portal | null>): Promise<Portal | null>;
  /** Writes what was made since; a folder that cannot be written to is ignored. */
  keep(): Promise<void>;
}

/** All in the engine that a portal is compiled by. */
const ENGINE = ['engine/config', 'engine/portal', 'engine/locales', 'schemas', 'package-lock.json'];
/** Compiled configurations in the folder: with and without kept rows, of this version and of the one before. */
const MOST_KEPT = 4;

/**
 * @param root the checkout
 * @param dataDirectory has the folder `compiled`, once something was kept
 */
export function createCompiledCache({
  root,
  dataDirectory,
}: {
  readonly root: string;
  readonly dataDirectory: string;
}): CompiledCache {
  const folder = join(dataDirectory, 'compiled');
  const engine = [process.version, digestSources(root, ENGINE)];
  const made = new Map<string, Portal>();
  return {
    async portal(parts, make) {
      const key = hash('sha256', JSON.stringify([engine, parts]), 'hex');
      const known = await readKept(folder, key);
      if (known !== null) return known;
      const portal = await make();
      if (portal !== null) made.set(key, portal);
      return portal;
    },
    async keep() {
      // The next start compiles again where this fails.
      for (const [key, portal] of made) await writeKept(folder, key, portal).catch(() => {});
      made.clear();
    },
  };
}

/** Null for a file that is missing, incomplete or changed. */
async function readKept(folder: string, key: string): Promise<Portal | null> {
  const content = await readFile(join(folder, key), 'utf8').catch(() => '');
  const end = content.indexOf('\n');
  const body = content.slice(end + 1);
  if (end === -1 || content.slice(0, end) !== seal(key, body)) return null;
  return freezeDeeply(JSON.parse(body) as Portal);
}

/** Whole or not at all, since several processes may write it at once. */
async function writeKept(folder: string, key: string, portal: Portal): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const body = JSON.stringify(portal);
  const fresh = join(folder, `${key}.${process.pid}`);
  await writeFile(fresh, `${seal(key, body)}\n${body}`, { mode: 0o600 });
  await rename(fresh, join(folder, key));
  await removeOldest(folder);
}

function seal(key: string, body: string): string {
  return hash('sha256', `${key}\n${body}`, 'hex');
}

async function removeOldest(folder: string): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      return { path, at: (await stat(path)).mtimeMs };
    }),
  );
  const old = files.toSorted((a, b) => b.at - a.at).slice(MOST_KEPT);
  await Promise.all(old.map(({ path }) => rm(path, { force: true })));
}
