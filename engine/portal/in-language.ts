/** The portal as its readers see it in one language: every text replaced, every name, key, condition and path as it was. */
import type { Portal } from './portal.ts';

const known = new WeakMap<Portal, Map<string, Portal>>();

/**
 * Made once for a portal and a language, when it is first asked for.
 * @returns the portal itself in its first language, and in one that it does not have
 */
export function inLanguage(portal: Portal, language: string): Portal {
  const translation = portal.translations[language];
  if (language === portal.language || translation === undefined) return portal;
  const own = known.get(portal) ?? new Map<string, Portal>();
  known.set(portal, own);
  const translated = own.get(language) ?? { ...portal, language, words: translation.words };
  own.set(language, translated);
  return translated;
}
