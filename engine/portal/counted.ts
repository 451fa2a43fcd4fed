/** English counts for operators and authors: `1 event`, `2 events`. People read their own language through `text`. */
const plural = new Intl.PluralRules('en');

/**
 * A number with its noun.
 * @param noun of one
 * @param nouns of several, where it is more than the noun with an s
 */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${numbered(count, noun, nouns)}`;
}

/** The word that goes with so many. */
export function numbered(count: number, one: string, several: string): string {
  return plural.select(count) === 'one' ? one : several;
}
