/** Translates a portal into one language: every text is replaced; names, keys, conditions and paths stay. */
import type { Form } from '../model/form.ts';
import { mapTexts, type Replace } from './map-texts.ts';
import type { Portal } from '../model/portal.ts';
import { formTexts, portalTexts } from './texts.ts';
import { type Translation, translationOf } from '../language/translation.ts';

/** Translated portal → original portal. */
const origins = new WeakMap<Portal, Portal>();
const portals = new WeakMap<Portal, Map<string, Portal>>();

/**
 * Created once for each portal and language, on first use.
 * @param given the portal, or one of its translations
 * @param wanted a language that the portal lacks falls back to its first language
 * @returns the portal itself if it is in English, the language of the engine's messages, and English is wanted
 */
export function inLanguage(given: Portal, wanted: string): Portal {
  const portal = origins.get(given) ?? given;
  const language = portal.locales.includes(wanted) ? wanted : (portal.locales[0] ?? wanted);
  const translation = translationTo(portal, language);
  if (translation === null) return portal;
  const own = portals.get(portal) ?? new Map<string, Portal>();
  portals.set(portal, own);
  const known = own.get(language) ?? {
    ...mapTexts(portal, portalTexts, replaceFrom(portal, translation)),
    language,
    words: translation.words,
  };
  own.set(language, known);
  origins.set(known, portal);
  return known;
}

/** For texts without a particular reader: papers, and mails to people without a chosen language. */
export function inFirstLanguage(portal: Portal): Portal {
  return inLanguage(portal, portal.locales[0] ?? portal.language);
}

const forms = new WeakMap<Form, Map<Translation, Form>>();

/**
 * A form in this portal's language, under its own hash. It may come from an earlier portal, or be specialised for one
 * record.
 */
export function formInLanguage(portal: Portal, form: Form): Form {
  const translation = translationTo(portal, portal.language);
  if (translation === null) return form;
  if (Object.hasOwn(portal.forms, form.hash)) return portal.forms[form.hash] ?? form;
  const own = forms.get(form) ?? new Map<Translation, Form>();
  forms.set(form, own);
  const known = own.get(translation) ?? mapTexts(form, formTexts, replaceFrom(portal, translation));
  own.set(translation, known);
  return known;
}

function translationTo({ translations }: Portal, language: string): Translation | null {
  return Object.hasOwn(translations, language) ? (translations[language] ?? null) : null;
}

function replaceFrom({ composed }: Portal, translation: Translation): Replace {
  const translating = { translation, composed };
  return (text, kind) => translationOf(translating, { text, kind }) ?? text;
}
