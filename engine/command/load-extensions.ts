/** Loads the module that EXTENSIONS names. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireInputSchemas } from '../config/link/workflows/effect-extension.ts';
import { type Additions, collectAdditions, type Extension } from '../extension/extension.ts';
import { SettingsError } from '../server/kernel/settings.ts';

/**
 * @param path of a module that exports the list `extensions`, relative to the current folder; null: none
 * @throws SettingsError if it cannot be loaded or exports something else
 */
export async function loadExtensions(
  path: string | null = process.env['EXTENSIONS'] ?? null,
): Promise<Additions> {
  if (path === null || path.trim() === '') return collectAdditions([]);
  try {
    const module = (await import(pathToFileURL(resolve(path)).href)) as { readonly extensions?: unknown };
    if (!isExtensions(module.extensions)) {
      throw new TypeError('It must export `extensions`, a list of objects that each have a `name`.');
    }
    const additions = collectAdditions(module.extensions);
    requireInputSchemas(additions);
    return additions;
  } catch (error) {
    throw new SettingsError(
      `EXTENSIONS=${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function isExtensions(value: unknown): value is readonly Extension[] {
  return Array.isArray(value) && value.every((one) => typeof Object(one).name === 'string');
}
