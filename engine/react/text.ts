/** The browser's sentences in the language that the page is shown in; switching the language loads the page anew. */
import { say, type SaidValues, type Words } from '../portal/say.ts';

let words: Words = {};
let language = 'en';

/** Called once, before the first screen is drawn. */
export function speak(itsLanguage: string, itsWords: Words): void {
  language = itsLanguage;
  words = itsWords;
}

/** @param english the sentence as a literal, so that the list of what wants translating can be read from the code */
export function text(english: string, values?: SaidValues): string {
  return say(words, english, values);
}

/**
 * A sentence about a number: one for a single thing, one for all else, both as literals.
 * @returns with `{count}` filled in, grouped as the language does it
 */
export function textFor(count: number, one: string, many: string, values?: SaidValues): string {
  return say(words, count === 1 ? one : many, {
    ...values,
    count: new Intl.NumberFormat(locale()).format(count),
  });
}

/** For what the pure functions say. */
export function dictionary(): Words {
  return words;
}

/** For dates and numbers; English is that of 21 November 2026. */
export function locale(): string {
  return isEnglish() ? 'en-GB' : language;
}

export function isEnglish(): boolean {
  return language === 'en';
}

/** The language that is spoken now (BCP 47). */
export function spoken(): string {
  return language;
}
