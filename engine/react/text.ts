/** The browser's sentences in the language that the page is shown in; switching the language loads the page anew. */
import { say, type SaidValues, type Words } from '../portal/say.ts';

let words: Words = {};

/** Called once, before the first screen is drawn. */
export function speak(dictionary: Words): void {
  words = dictionary;
}

/** @param english the sentence as a literal, so that the list of what wants translating can be read from the code */
export function text(english: string, values?: SaidValues): string {
  return say(words, english, values);
}
