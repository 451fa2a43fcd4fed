/** Computes a digest of source files from their content. File times are not used, because a checkout changes them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of the engine that compile a portal. */
export const compilerSources = [
  'engine/config',
  'engine/portal',
  'engine/extension',
  'engine/locales',
  'schemas',
  'package-lock.json',
];

/** Tests and stories do not affect the result. */
const NO_SOURCE = /\.(test|stories)\.tsx?$/;

/**
 * @param sources files and folders below the root; missing ones count as empty
 * @returns hexadecimal
 */
export function digestSources(root: string, sources: readonly string[]): string {
  const digest = createHash('sha256');
  for (const file of sources.flatMap((source) => listFiles(root, source)).toSorted()) {
    const content = readFileSync(join(root, file));
    digest.update(`${file}\0${content.length}\0`).update(content);
  }
  return digest.digest('hex');
}

function listFiles(root: string, source: string): string[] {
  const found = statSync(join(root, source), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [source];
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NO_SOURCE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
