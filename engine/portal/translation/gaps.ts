/** Finds what a language lacks: texts of the configuration, and messages of the engine. */
import { allMessages } from '../../locales/all-messages.ts';
import type { English, MessageTemplate } from '../../locales/catalogue.ts';
import { english as engineWords } from '../language/say.ts';
import {
  hasWords,
  keyOfText,
  type TextKind,
  type Translation,
  translationOf,
} from '../language/translation.ts';
import type { Place } from '../model/place.ts';
import type { Portal } from '../model/portal.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { mapTexts } from './map-texts.ts';
import { portalTexts } from './texts.ts';

interface WrittenText {
  readonly text: string;
  readonly kind: TextKind;
  readonly place: Place | null;
}

/** Each text once for each kind of place. Of a text that was built, its template and its parts. */
export const writtenTexts = onceForEach((portal: Portal): readonly WrittenText[] => {
  const found = new Map<string, WrittenText>();
  mapTexts(portal, portalTexts, (text, kind, place) => {
    const built = Object.hasOwn(portal.composed, text) ? portal.composed[text] : undefined;
    for (const written of built === undefined ? [text] : [built.pattern, ...Object.values(built.parts)]) {
      const key = `${kind}\n${keyOfText(written)}`;
      // A citation may be translated, but need not.
      if (kind !== 'source' && isSaid(written) && !found.has(key))
        found.set(key, { text: written, kind, place });
    }
    return text;
  });
  return [...found.values()];
});

/** A missing title is the name of the file, which nobody translates, and an address is the same in every language. */
function isSaid(text: string): boolean {
  return hasWords(text) && !/^[a-z0-9]+(?:[-_/][a-z0-9]+)+$/.test(text) && !/^\S+@\S+$/.test(text);
}

/** The texts without a translation, by the key under which a translation is looked up. */
export function untranslatedIn(portal: Portal, translation: Translation): ReadonlyMap<string, WrittenText> {
  const missing = new Map<string, WrittenText>();
  for (const one of writtenTexts(portal)) {
    if (translationOf({ translation, composed: portal.composed }, one) === null) {
      missing.set(keyOfText(one.text), one);
    }
  }
  return missing;
}

/** The messages of the engine that a reader of this language reads in English. */
export function untranslatedMessagesIn({ words }: Translation): readonly MessageTemplate[] {
  if (words.language === engineWords.language) return [];
  return allMessages.filter(
    ({ code, english }) => hasWords(longest(english)) && !Object.hasOwn(words.texts, code),
  );
}

/** The form for several things says the most. */
export function longest(text: English): string {
  return typeof text === 'string' ? text : text.other;
}
