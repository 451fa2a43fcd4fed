/** The engine's own sentences in a language, as they are shipped with it. */
import { readFileSync } from 'node:fs';
import sentences from '../locales/texts.json' with { type: 'json' };
import type { Words } from '../portal/say.ts';
import { keyOfText } from '../portal/translation.ts';
import { isMapping } from './link/cursor.ts';
import { parseFile } from './parse/parse-file.ts';

/** In which they are written. */
export const engineLanguage = 'en';

/** Each once, as they stand in the code; `scripts/texts.ts` writes the list. */
export const engineTexts: readonly string[] = sentences;

const known = new Map<string, Words>();
/** What is filled into them wants translating, though they do not. */
const itself: Words = Object.fromEntries(engineTexts.map((text) => [text, text]));

/** By their whole text; read once a process, and empty where the engine is shipped without this language. */
export function engineWords(language: string): Words {
  const words = known.get(language) ?? (language === engineLanguage ? itself : wordsFrom(linesOf(read(language))));
  known.set(language, words);
  return words;
}

/** The sentences of the engine that these lines have. */
export function wordsFrom(lines: Readonly<Record<string, string>>): Words {
  return Object.fromEntries(
    engineTexts.flatMap((text) => {
      const key = keyOfText(text);
      return Object.hasOwn(lines, key) ? [[text, lines[key] ?? text]] : [];
    }),
  );
}

/** Text → translation of a file of this kind, what stays as it is included. */
export function linesOf(value: unknown): Record<string, string> {
  const { texts, same } = isMapping(value) ? value : {};
  const kept = Array.isArray(same) ? same.map((text) => [keyOfText(String(text)), String(text)]) : [];
  const translated = isMapping(texts)
    ? Object.entries(texts).map(([text, said]) => [keyOfText(text), String(said)])
    : [];
  return Object.fromEntries([...kept, ...translated]);
}

function read(language: string): unknown {
  if (!/^[A-Za-z0-9-]+$/.test(language)) return null;
  const name = `locales/${language}.yaml`;
  try {
    const text = readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
    return parseFile({ path: `engine/${name}`, name, text }, 'locale').file.value;
  } catch {
    return null;
  }
}
