/** The words by which a record is found: its number, its texts, and what its lists show from the records above. */
import type { Portal } from '../../../portal/model/portal.ts';
import { columnValue, splitPath, type RecordWithAncestors } from './column-value.ts';
import { pathsAbove } from './shown-paths.ts';

const mostWords = 400;
/** Stands before a word that comes from a record above; no word begins with it. */
const fromAbove = '^';

/**
 * What stands in fields that not every reader may read is left out: a search would give it away.
 * @param known words from above by type and parent of the record, kept for others that stand beside it
 */
export function searchWords(
  portal: Portal,
  context: RecordWithAncestors,
  known: Map<string, readonly string[]> = new Map(),
): string[] {
  const { record } = context;
  const texts = Object.entries(record.data)
    .filter(([name]) => isSearched(portal, record.type, name))
    .flatMap(([, value]) => (typeof value === 'string' && value.length <= 300 ? [value] : []));
  const number = record.number === null || !isSearched(portal, record.type, 'number') ? [] : [record.number];
  const own = [...number, record.slug, ...texts].flatMap(wordsOf);
  const place = `${record.type} ${record.parent}`;
  const above = known.get(place) ?? wordsAbove(portal, context).map((word) => `${fromAbove}${word}`);
  known.set(place, above);
  return [...new Set([...own, ...above])].slice(0, mostWords);
}

/** What the lists of the record show from the records above: only for those who see it there. */
function wordsAbove(portal: Portal, context: RecordWithAncestors): string[] {
  return pathsAbove(portal, context.record.type)
    .filter((path) => {
      const { ancestor, name } = splitPath(context, path);
      return ancestor !== null && isSearched(portal, ancestor, name);
    })
    .map((path) => columnValue(context, path))
    .filter((value) => typeof value === 'string')
    .flatMap(wordsOf);
}

/** Finds the records in which each word begins one of their own, or where it is asked one from above. */
export function searchQuery(
  words: readonly string[],
  { isAboveToo }: { readonly isAboveToo: boolean },
): string {
  return words
    .map((word) => (isAboveToo ? `(${begins(word)} | ${begins(fromAbove + word)})` : begins(word)))
    .join(' & ');
}

function begins(word: string): string {
  return `'${word}':*`;
}

const longestWord = 64;

/** Lower case, without accents, split at everything that is no letter or digit; of a very long word the beginning. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, longestWord));
}

/** Is there no rule of the field's own that keeps it from some of its record's readers? */
export function isSearched(portal: Portal, type: string, field: string): boolean {
  const { fields = {} } = portal.recordTypes[type] ?? {};
  return !Object.hasOwn(fields, field) || fields[field]?.read.test === 'always';
}
