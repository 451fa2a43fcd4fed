/** Describes what each further language of the portal lacks. */
import type { TranslationsModel } from '../contract/workbench.ts';
import { nameOfLanguage } from '../portal/language/language-name.ts';
import type { Portal } from '../portal/model/portal.ts';
import { untranslatedIn, untranslatedMessagesIn, writtenTexts } from '../portal/translation/gaps.ts';

/** @param portal in its own language */
export function describeTranslations(portal: Portal): TranslationsModel {
  return {
    languages: portal.locales.flatMap((language, at) => {
      const translation = portal.translations[language];
      if (translation === undefined) return [];
      // The texts of the first language are the configuration's own.
      const missing = at === 0 ? [] : [...untranslatedIn(portal, translation).values()];
      return [
        {
          language,
          title: nameOfLanguage(language),
          texts: writtenTexts(portal).length,
          missing: missing.map(({ text, place }) => ({
            text,
            place: place === null ? null : `${place.file}:${place.line}`,
          })),
          messages: untranslatedMessagesIn(translation).map(({ code }) => code),
        },
      ];
    }),
  };
}
