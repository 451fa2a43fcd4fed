/** Caches compiled configurations by the content of all their inputs, so that a warm start compiles nothing. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { keepNewest, readCacheFile, writeCacheFile } from '../../config/cache/cache-files.ts';
import { freezeDeeply } from '../../config/link/input/freeze.ts';
import { type Additions, collectAdditions, vocabularyOf } from '../../extension/extension.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { digestSources } from '../../config/cache/digest-sources.ts';

export interface CompiledCache {
  /** The environment of the compilation. */
  readonly additions: Additions;
  /**
   * The cached portal with these inputs, or a newly compiled one.
   * @param parts its inputs besides the engine, as a JSON value
   * @param make compiles it; null is not cached
   */
  portal(parts: unknown, make: () => Promise<Portal | null>): Promise<Portal | null>;
  /** Writes new entries. A folder that is not writable is ignored. */
  keep(): void;
}

/** The parts of the engine that compile a portal. */
const ENGINE = [
  'engine/config',
  'engine/portal',
  'engine/extension',
  'engine/locales',
  'schemas',
  'package-lock.json',
];
/** Number of cached configurations: with and without edited rows, of this version and the one before. */
const MOST_KEPT = 4;

/**
 * @param root the checkout
 * @param dataDirectory contains the folder `compiled` once something was cached
 */
export function createCompiledCache({
  root,
  dataDirectory,
  additions = collectAdditions([]),
}: {
  readonly root: string;
  readonly dataDirectory: string;
  readonly additions?: Additions;
}): CompiledCache {
  const folder = join(dataDirectory, 'compiled');
  const engine = [process.version, digestSources(root, ENGINE), vocabularyOf(additions)];
  const made = new Map<string, Portal>();
  return {
    additions,
    async portal(parts, make) {
      const key = hash('sha256', JSON.stringify([engine, parts]), 'hex');
      const known = readCacheFile(join(folder, key));
      if (known !== null) return freezeDeeply(JSON.parse(known.toString()) as Portal);
      const portal = await make();
      if (portal !== null) made.set(key, portal);
      return portal;
    },
    keep() {
      for (const [key, portal] of made) {
        writeCacheFile(join(folder, key), JSON.stringify(portal));
      }
      if (made.size > 0) keepNewest(folder, MOST_KEPT);
      made.clear();
    },
  };
}
