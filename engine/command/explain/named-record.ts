/** Finds the one record that somebody names on the command line. */
import { suggestion } from '../../config/diagnostics/nearest.ts';
import type { Queryable } from '../../server/database/database.ts';
import { findRecords, type NamedRecord, numbersLike } from '../../server/records/read/find-record.ts';

/**
 * @param word a number, an id, a slug, or `type/slug`
 * @returns a sentence if no record, or more than one, has this name
 */
export async function findNamedRecord(client: Queryable, word: string): Promise<NamedRecord | string> {
  const found = await findRecords(client, word);
  const [only, ...more] = found;
  if (only === undefined)
    return `There is no record "${word}".${suggestion(word, await numbersLike(client, word))}`;
  if (more.length === 0) return only;
  const names = found.map(({ type, slug }) => `${type}/${slug}`).join(', ');
  return `Several records are called "${word}": ${names}. Say which.`;
}
