/** Keeps compiled configurations by the content of all that they are compiled from: a warm start compiles nothing. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { readKept, writeKept } from '../../config/kept-files.ts';
import { freezeDeeply } from '../../config/link/reading/freeze.ts';
import { type Additions, collectAdditions, vocabularyOf } from '../../extension/extension.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { digestSources } from '../../config/digest-sources.ts';

export interface CompiledCache {
  /** What is compiled against. */
  readonly additions: Additions;
  /**
   * The portal that was made of the same parts before, else the one that is made now.
   * @param parts what it is made of, besides the engine: a value for JSON
   * @param make compiles it; null is not kept
   */
  portal(parts: unknown, make: () => Promise<Portal | null>): Promise<Portal | null>;
  /** Writes what was made since; a folder that cannot be written to is ignored. */
  keep(): void;
}

/** All in the engine that a portal is compiled by. */
const ENGINE = [
  'engine/config',
  'engine/portal',
  'engine/extension',
  'engine/locales',
  'schemas',
  'package-lock.json',
];
/** Compiled configurations in the folder: with and without kept rows, of this version and of the one before. */
const MOST_KEPT = 4;

/**
 * @param root the checkout
 * @param dataDirectory has the folder `compiled`, once something was kept
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
      const known = readKept(join(folder, key));
      if (known !== null) return freezeDeeply(JSON.parse(known.toString()) as Portal);
      const portal = await make();
      if (portal !== null) made.set(key, portal);
      return portal;
    },
    keep() {
      for (const [key, portal] of made) {
        writeKept(join(folder, key), JSON.stringify(portal), MOST_KEPT);
      }
      made.clear();
    },
  };
}
