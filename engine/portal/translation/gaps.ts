/** Finds what a language lacks: texts of the configuration, and messages of the engine. */
import { allMessages } from '../../locales/all-messages.ts';
import type { English, MessageTemplate } from '../../locales/catalogue.ts';
import { english as engineWords } from '../language/say.ts';
import { hasWords, keyOfText, type Translation, translationOf } from '../language/translation.ts';
import type { Portal } from '../model/portal.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { type CollectedText, textsIn } from './collect-texts.ts';

/** Each text once for each kind of place. Of a text that was built, its template and its parts. */
export const writtenTexts = onceForEach((portal: Portal): readonly CollectedText[] => {
  const found = new Map<string, CollectedText>();
  for (const one of textsIn(portal)) {
    // A citation may be translated, but need not.
    if (one.kind === 'source') continue;
    for (const written of partsOf(one, portal)) {
      const key = `${one.kind}\n${written.key}`;
      if (!found.has(key) && isSaid(written.text)) found.set(key, written);
    }
  }
  return [...found.values()];
});

function partsOf(one: CollectedText, { composed }: Portal): readonly CollectedText[] {
  const built = Object.hasOwn(composed, one.text) ? composed[one.text] : undefined;
  if (built === undefined) return [one];
  return [built.pattern, ...Object.values(built.parts)].map((text) => ({
    ...one,
    text,
    key: keyOfText(text),
  }));
}

/** A missing title is the name of the file, which nobody translates, and an address is the same in every language. */
function isSaid(text: string): boolean {
  return hasWords(text) && !/^[a-z0-9]+(?:[-_/][a-z0-9]+)+$/.test(text) && !/^\S+@\S+$/.test(text);
}

/** The texts without a translation, by the key under which a translation is looked up. */
export function untranslatedIn(portal: Portal, translation: Translation): ReadonlyMap<string, CollectedText> {
  const missing = new Map<string, CollectedText>();
  for (const one of writtenTexts(portal)) {
    if (translationOf({ translation, composed: portal.composed }, one) === null) {
      missing.set(one.key, one);
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
