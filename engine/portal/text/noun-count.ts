/**
 * English counts for operators and authors: `1 event`, `2 events`. Users of the portal read their own language
 * through `text`.
 */
const plural = new Intl.PluralRules('en');

/** A number with its noun: `counted(2, 'person', 'people')`. */
export function countOfNoun(count: number, one: string, several: string): string {
  return `${count} ${nounForm(count, one, several)}`;
}

/** The form of the word for this number. */
export function nounForm(count: number, one: string, several: string): string {
  return plural.select(count) === 'one' ? one : several;
}
