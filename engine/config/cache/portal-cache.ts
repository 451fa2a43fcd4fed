/** Caches compiled configurations by the content of all their inputs, so that a warm start compiles nothing. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { keepNewest, readCacheFile, writeCacheFile } from './cache-files.ts';
import { freezeDeeply } from '../../portal/values/freeze.ts';
import { type Additions, collectAdditions, vocabularyOf } from '../../extension/extension.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { compilerSources, digestSources } from './digest-sources.ts';

export interface PortalCache {
  /** The environment of the compilation. */
  readonly additions: Additions;
  /**
   * The cached portal with these inputs, or null.
   * @param parts its inputs besides the engine, as a JSON value
   */
  find(parts: unknown): Portal | null;
  /**
   * The cached portal with these inputs, or a newly compiled one.
   * @param make compiles it; null is not cached
   */
  portal(parts: unknown, make: () => Promise<Portal | null>): Promise<Portal | null>;
  /** Remembers a compiled portal until `keep`. */
  add(parts: unknown, portal: Portal): void;
  /** Writes new entries. A folder that is not writable is ignored. */
  keep(): void;
}

interface CacheOptions {
  /** The checkout. */
  readonly root: string;
  /** Contains the folder `compiled` once something was cached; null for a command that has no such folder. */
  readonly dataDirectory: string | null;
  readonly additions?: Additions;
  /** What all of the checkout share; left out: a folder in it. */
  readonly shared?: string;
}

/** Cached configurations in a data directory: with and without edited rows, of this version and the one before. */
const mostKept = 4;
/** In the checkout: of several portals and of their commands. */
const mostShared = 16;

/** A portal that one start or command has compiled, all others of the checkout find. */
export function createPortalCache({
  root,
  dataDirectory,
  additions = collectAdditions([]),
  shared = join(root, '.cache/portals'),
}: CacheOptions): PortalCache {
  const folders = [
    ...(dataDirectory === null ? [] : [{ folder: join(dataDirectory, 'compiled'), most: mostKept }]),
    { folder: shared, most: mostShared },
  ];
  const engine = [process.version, digestSources(root, compilerSources), vocabularyOf(additions)];
  const keyOf = (parts: unknown) => hash('sha256', JSON.stringify([engine, parts]), 'hex');
  const made = new Map<string, Portal>();
  const cache: PortalCache = {
    additions,
    find(parts) {
      const key = keyOf(parts);
      for (const { folder } of folders) {
        const known = readCacheFile(join(folder, key));
        if (known !== null) return freezeDeeply(JSON.parse(known.toString()) as Portal);
      }
      return null;
    },
    async portal(parts, make) {
      const known = cache.find(parts);
      if (known !== null) return known;
      const portal = await make();
      if (portal !== null) cache.add(parts, portal);
      return portal;
    },
    add(parts, portal) {
      made.set(keyOf(parts), portal);
    },
    keep() {
      for (const [key, portal] of made) {
        const text = JSON.stringify(portal);
        for (const { folder } of folders) writeCacheFile(join(folder, key), text);
      }
      if (made.size > 0) for (const { folder, most } of folders) keepNewest(folder, most);
      made.clear();
    },
  };
  return cache;
}
