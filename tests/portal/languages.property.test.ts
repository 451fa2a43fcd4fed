/** Any translation of any texts: translating there and back returns the same portal. */
import { test } from 'vitest';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import { inLanguage } from '../../engine/portal/translation/in-language.ts';
import { mapTexts } from '../../engine/portal/translation/map-texts.ts';
import { portalTexts } from '../../engine/portal/translation/texts.ts';
import { keyOfText } from '../../engine/portal/language/translation.ts';
import { english } from '../../engine/portal/language/say.ts';

const { portal } = await loadPortal('tests/fixtures/library', { proofs: false });
if (portal === null) throw new Error('The library is not sound.');
const first = portal.language;
const found = new Set<string>();
mapTexts(portal, portalTexts, (text) => {
  found.add(text);
  return text;
});
const all = [...found];

test('a portal that is translated and translated back is the same', () => {
  const chosen = fc.uniqueArray(fc.nat(all.length - 1), { maxLength: all.length });
  const marks = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' });
  fc.assert(
    fc.property(chosen, marks, (indices, mark) => {
      // Numbered, so that no two texts become equal.
      const there = Object.fromEntries(indices.map((index) => [keyOfText(all[index]!), `${index}${mark}#`]));
      const back = new Map(indices.map((index) => [`${index}${mark}#`, all[index]!]));
      const made = inLanguage(
        {
          ...portal,
          locales: [first, 'xx'],
          translations: { xx: { texts: there, contexts: {}, words: english } },
        },
        'xx',
      );
      const returned = mapTexts(made, portalTexts, (text) => back.get(text) ?? text);
      expect({ ...returned, locales: portal.locales }).toEqual({
        ...portal,
        language: 'xx',
        translations: made.translations,
      });
    }),
    { numRuns: 40 },
  );
});
