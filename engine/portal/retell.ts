/** Puts sentences that were said in the portal's first language into the one of their reader, where they are answered. */
import { onceForEach } from './once-for-each.ts';
import type { Portal } from './portal.ts';
import { allMessages } from '../locales/all-messages.ts';
import type { English } from '../locales/catalogue.ts';
import type { Words } from './say.ts';
import type { TextKind } from './text-kind.ts';
import { translationOf, type Translation } from './translation.ts';

/**
 * What writes knows the portal in its first language only; what it says of a refusal is told again at the door.
 * @param reader the portal as the reader sees it
 * @param kind of the place where it stands
 * @returns the sentence as it is where the language has nothing for it
 */
export function retell(reader: Portal, sentence: string, kind: TextKind = 'message'): string {
  const translation = translationFor(reader);
  if (translation === null) return sentence;
  const translating = { translation, composed: reader.composed };
  const whole = (text: string) => translationOf(translating, { text, kind });
  return whole(sentence) ?? filled(translation.words, sentence, (text) => whole(text) ?? text) ?? sentence;
}

/** What the reader's language has; null where he reads what is written. */
export function translationFor({ translations, language }: Portal): Translation | null {
  return Object.hasOwn(translations, language) ? (translations[language] ?? null) : null;
}

/** A sentence with places that were filled, and what is said instead. */
export interface Pattern {
  readonly matches: RegExp;
  readonly names: readonly string[];
  readonly said: string;
}

/** Fewer letters than these around what was filled in would fit too many sentences. */
const fewestLetters = 6;
const longestSentence = 1000;

/** The sentence by the pattern that it was filled from, with what was filled in told again too. */
function filled(words: Words, sentence: string, tell: (text: string) => string): string | null {
  if (sentence.length > longestSentence) return null;
  return filledFrom(patternsOf(words), sentence, tell);
}

/** The sentence by the first of the patterns that it was filled from; null where it was filled from none. */
export function filledFrom(
  patterns: readonly Pattern[],
  sentence: string,
  tell: (text: string) => string,
): string | null {
  for (const { matches, names, said } of patterns) {
    const found = matches.exec(sentence);
    if (found === null) continue;
    const values = new Map(names.map((name, index) => [name, tell(found[index + 1] ?? '')]));
    return said.replaceAll(/\{(\w+)\}/g, (brace, name: string) => values.get(name) ?? brace);
  }
  return null;
}

/** Those with most words of their own first. */
const patternsOf = onceForEach((words: Words) =>
  pairsOf(words)
    .filter(([english]) => ownLetters(english) >= fewestLetters || !english.includes('{'))
    .toSorted(([one], [other]) => ownLetters(other) - ownLetters(one))
    .map(([english, said]) => patternOf(english, said)),
);

/** What the engine says in English, with what it says in the language instead. */
function pairsOf({ texts }: Words): [string, string][] {
  return allMessages.flatMap(({ code, english }) => {
    const [one = '', other = ''] = formsOf(texts[code] ?? english);
    return typeof english === 'string'
      ? [[english, other]]
      : [
          [english.one, one],
          [english.other, other],
        ];
  });
}

function formsOf(text: English): string[] {
  return typeof text === 'string' ? [text, text] : [text.one, text.other];
}

/** @param value regular expression of what may stand in a place */
export function patternOf(english: string, said: string, value = '.+?'): Pattern {
  const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const literal = english.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return { matches: new RegExp(`^${literal.join(`(${value})`)}$`, 'su'), names, said };
}

function ownLetters(english: string): number {
  return english.replaceAll(/\{\w+\}/g, '').replaceAll(/\P{L}/gu, '').length;
}
