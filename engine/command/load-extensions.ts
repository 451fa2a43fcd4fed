/** Loads the module that EXTENSIONS names. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../portal/model/form.ts';
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
    for (const { name, input } of additions.effects.values()) requireSchema(name, input);
    return additions;
  } catch (error) {
    throw new SettingsError(`EXTENSIONS=${path} cannot be used: ${(error as Error).message}`);
  }
}

/** @throws TypeError if the input of an effect is not described by a JSON Schema */
function requireSchema(name: string, schema: JsonSchema): void {
  const ajv = addFormats.default(new Ajv2020({ strict: false, logger: false }));
  if (!ajv.validateSchema(schema)) {
    throw new TypeError(`The input of the effect "${name}" is no JSON Schema: ${ajv.errorsText()}.`);
  }
}

function isExtensions(value: unknown): value is readonly Extension[] {
  return Array.isArray(value) && value.every((one) => typeof Object(one).name === 'string');
}
