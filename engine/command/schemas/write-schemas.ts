/** Writes the schemas with the names in force beside a configuration, where editors find them. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredNames } from '../../config/grammar/declared-names.ts';
import { schemasWithNames } from '../../config/grammar/schemas-with-names.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { schemasFolder } from './schemas-folder.ts';

/**
 * Writes the schemas of which the text has changed.
 * @param directory the folder of the configuration
 * @throws if a file cannot be written
 */
export function writeSchemas(directory: string, portal: Portal): void {
  const folder = schemasFolder(directory);
  mkdirSync(folder, { recursive: true });
  // What is generated stays out of the version control of every configuration.
  replaceFile(join(folder, '..', '.gitignore'), '*\n');
  for (const [name, schema] of schemasWithNames(declaredNames(portal))) {
    replaceFile(join(folder, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
}

/** An editor that reads the file meanwhile reads the text before. */
function replaceFile(path: string, text: string): void {
  if (textOf(path) === text) return;
  const next = `${path}.${process.pid}`;
  writeFileSync(next, text);
  renameSync(next, path);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
