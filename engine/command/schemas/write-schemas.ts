/** Writes the schemas with the names in force beside a configuration, where editors find them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredNames } from '../../config/grammar/declared-names.ts';
import { schemasWithNames } from '../../config/grammar/schemas-with-names.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { writeTogether } from '../writing/write-together.ts';
import { schemasFolder } from './schemas-folder.ts';

/**
 * Writes the schemas of which the text has changed. An editor that reads one meanwhile reads the text before.
 * @param directory the folder of the configuration
 * @throws StartError if a file cannot be written
 */
export function writeSchemas(directory: string, portal: Portal): void {
  const folder = schemasFolder(directory);
  const schemas = [...schemasWithNames(declaredNames(portal))].map(
    ([name, schema]) => [join(folder, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`] as const,
  );
  // What is generated stays out of the version control of every configuration.
  const files = [[join(folder, '..', '.gitignore'), '*\n'] as const, ...schemas];
  writeTogether(
    files.flatMap(([path, text]) => {
      const before = textOf(path);
      return before === text ? [] : [{ before: before === null ? null : { path }, after: { path, text } }];
    }),
  );
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
