/** The browser's messages in the language of the page. */
import type { English, MessageTemplate } from '../../locales/catalogue.ts';
import type { ValuesFor } from '../../locales/message.ts';
import { english, openText, say, type Words } from '../../portal/language/say.ts';
import type { ReaderLocale } from '../../portal/text/tell.ts';

let words: Words = english;
let formats: Pick<ReaderLocale, 'timeZone' | 'constants'> = { timeZone: 'UTC', constants: {} };

/** Called before the first screen renders, and before every screen renders again in another language. */
export function setLanguage(language: Words): void {
  words = language;
}

/** The portal's formats for times and amounts: called with the first slice. */
export function setFormats({ timeZone, constants }: typeof formats): void {
  formats = { timeZone, constants };
}

export function text<Text extends English>(
  template: MessageTemplate<Text>,
  ...values: ValuesFor<Text, string | number>
): string {
  return say(words, template, ...values);
}

/** The reader of the page. The slice has its texts in their language already. */
export function reader(): ReaderLocale {
  return { language: words.language, words, ...formats };
}

/** Keeps its placeholders. @param count selects the plural */
export function textOf(template: MessageTemplate, count = 1): string {
  return openText(words, template, count);
}

/** For messages from pure functions. */
export function dictionary(): Words {
  return words;
}

/** For dates and numbers; the English format is 21 November 2026. */
export function locale(): string {
  return words.language === 'en' ? 'en-GB' : words.language;
}

/** For times: their hours are 12 or 24, as in the portal's region. */
export function timeLocale(): string {
  const { region } = formats.constants;
  return typeof region === 'string' ? `${words.language}-${region}` : locale();
}

/** The current language (BCP 47). */
export function currentLanguage(): string {
  return words.language;
}
