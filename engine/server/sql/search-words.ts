/** The words that find a record: its number, its texts, and the values that its lists show from ancestors. */
import type { Portal } from '../../portal/model/portal.ts';
import { columnValue, splitPath, type RecordWithAncestors } from './column-value.ts';
import { pathsAbove } from './shown-paths.ts';

const mostWords = 400;
/** The prefix of a word that comes from an ancestor. No word begins with it. */
const fromAbove = '^';

/**
 * Leaves out fields that not every reader may read, because a search would reveal them.
 * @param known cache of the words from ancestors by type and parent, shared with sibling records
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

/** The values that the lists show from ancestors, only for visitors who may see them there. */
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

/**
 * Finds the records in which each word is a prefix of a word of their own. If requested, words from ancestors count
 * too.
 */
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

/** Lower case, without accents, split at everything that is not a letter or digit. A very long word is cut. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, longestWord));
}

/** True if no rule of the field itself hides it from some readers of the record. */
export function isSearched(portal: Portal, type: string, field: string): boolean {
  const { fields = {} } = portal.recordTypes[type] ?? {};
  return !Object.hasOwn(fields, field) || fields[field]?.read.test === 'always';
}
