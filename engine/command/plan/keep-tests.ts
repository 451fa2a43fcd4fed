/** Keeps new tests of a configuration, once they were tried. */
import { existsSync } from 'node:fs';
import { failuresOf } from '../../cases/render-results.ts';
import type { SourceFile } from '../../config/source/source.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { StartError } from '../../server/process/start-error.ts';
import { writeTogether } from '../writing/write-together.ts';

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
    writeTogether([{ before: null, after: { path, text } }]);
    return null;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

/** A sentence if the file exists already: no test is replaced. */
export function whyTaken(path: string): string | null {
  return existsSync(path) ? `The file "${path}" exists already.` : null;
}
