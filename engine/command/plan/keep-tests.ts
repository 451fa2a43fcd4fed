/** Keeps new tests of a configuration, once they were tried. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { failuresOf } from '../../cases/render-results.ts';
import type { SourceFile } from '../../config/source/source.ts';
import type { Portal } from '../../portal/model/portal.ts';

/**
 * @param path the file to write; null: the tests are only tried
 * @returns why they are not kept; null: they hold, and are kept
 */
export function keepTests(
  portal: Portal,
  { name, path, text }: Pick<SourceFile, 'name' | 'text'> & { readonly path: string | null },
): string | null {
  const failures = failuresOf([{ name, path: path ?? name, text }], portal);
  if (failures !== '')
    return `${failures}\nA test asks every rule, and this does not hold, so it is not written.`;
  if (path === null) return null;
  const taken = whyTaken(path);
  if (taken !== null) return taken;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
    return null;
  } catch (error) {
    return `The file "${path}" cannot be written: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** A sentence if the file exists already: no test is replaced. */
export function whyTaken(path: string): string | null {
  return existsSync(path) ? `The file "${path}" exists already.` : null;
}
