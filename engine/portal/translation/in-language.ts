/** The portal as its readers see it in one language: every text replaced, every name, key, condition and path as it was. */
import type { Form } from '../model/form.ts';
import { mapTexts, type Replace } from './map-texts.ts';
import type { Portal } from '../model/portal.ts';
import { formTexts, portalTexts } from './texts.ts';
import { translationOf, type Translation } from '../language/translation.ts';

/** Translated portal → the one that it was made from. */
const origins = new WeakMap<Portal, Portal>();
const portals = new WeakMap<Portal, Map<string, Portal>>();

/**
 * Made once for a portal and a language, when it is first asked for.
 * @param given the portal, or what this made of it
 * @param wanted the first language stands in for one that the portal does not have
 * @returns the portal itself where it is written in English, as the engine's own sentences are, and that is asked for
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

/** For what is written for everybody: papers, and mails to who has no language of his own. */
export function inFirstLanguage(portal: Portal): Portal {
  return inLanguage(portal, portal.locales[0] ?? portal.language);
}

const forms = new WeakMap<Form, Map<Translation, Form>>();

/** A form as the readers of this portal see it, under its own hash: one of an earlier portal, or made for one record, too. */
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
