/** The words of a text as a search compares them. */

const longestWord = 64;

/** Lower case, without accents, split at everything that is not a letter or digit. A very long word is cut. */
export function searchWordsOf(text: string): string[] {
  return plainOf(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, longestWord));
}

export interface TextPart {
  readonly text: string;
  readonly isFound: boolean;
}

/**
 * The text in parts: a word is found if one of the searched words begins it.
 * @param words as `searchWordsOf` gives them
 */
export function foundParts(text: string, words: readonly string[]): readonly TextPart[] {
  return text
    .split(/([\p{L}\p{N}\p{M}]+)/u)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, isFound: words.some((word) => plainOf(part).startsWith(word)) }));
}

function plainOf(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
