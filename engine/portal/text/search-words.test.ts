/** Found words are marked in the text as it was typed, whatever their accents and capitals. */
import { expect, test } from 'vitest';
import { foundParts, searchWordsOf } from './search-words.ts';

const marked = (text: string, search: string): string =>
  foundParts(text, searchWordsOf(search))
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Café Niño, 2nd floor', 'nino caf', '[Café] [Niño], 2nd floor'],
  ['MAL-2027-000123', '000123', 'MAL-2027-[000123]'],
  ['Beach bar', 'each', 'Beach bar'],
  ['Beach bar', '', 'Beach bar'],
  ['de la Cruz', 'CRU', 'de la [Cruz]'],
])('%s, searched for %s', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected);
});
