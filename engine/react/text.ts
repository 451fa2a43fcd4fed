/** The browser's messages in the language that the page is shown in; switching the language loads the page anew. */
import type { English, MessageTemplate } from '../locales/catalogue.ts';
import type { ValuesFor } from '../locales/message.ts';
import { english, openText, say, type Words } from '../portal/language/say.ts';
import type { ReaderLocale } from '../portal/text/tell.ts';

let words: Words = english;
let formats: Pick<ReaderLocale, 'timeZone' | 'constants'> = { timeZone: 'UTC', constants: {} };

/** Called once, before the first screen is drawn. */
export function speak(language: Words): void {
  words = language;
}

/** How the portal writes times and amounts: called with the first slice. */
export function setFormats({ timeZone, constants }: typeof formats): void {
  formats = { timeZone, constants };
}

export function text<Text extends English>(
  template: MessageTemplate<Text>,
  ...values: ValuesFor<Text, string | number>
): string {
  return say(words, template, ...values);
}

/** Who reads the page. The slice has its texts in their language already. */
export function reader(): ReaderLocale {
  return { language: words.language, words, ...formats };
}

/** With its places open. @param count decides the plural */
export function textOf(template: MessageTemplate, count = 1): string {
  return openText(words, template, count);
}

/** For what the pure functions say. */
export function dictionary(): Words {
  return words;
}

/** For dates and numbers; English is that of 21 November 2026. */
export function locale(): string {
  return isEnglish() ? 'en-GB' : words.language;
}

export function isEnglish(): boolean {
  return words.language === 'en';
}

/** The language that is spoken now (BCP 47). */
export function spoken(): string {
  return words.language;
}
