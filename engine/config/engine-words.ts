/** The engine's own sentences in a language, as they are shipped with it. */
import { readFileSync } from 'node:fs';
import { keyOfText } from '../portal/translation.ts';
import type { Words } from '../portal/say.ts';
import { isMapping } from './link/cursor.ts';
import { parseFile } from './parse/parse-file.ts';

const known = new Map<string, Words>();

/** Read once a process; empty where the engine is shipped without this language. */
export function engineWords(language: string): Words {
  const words = known.get(language) ?? wordsOf(read(language));
  known.set(language, words);
  return words;
}

/** Text → translation of a file of this kind, what stays as it is included. */
export function wordsOf(value: unknown): Record<string, string> {
  const { texts, same } = isMapping(value) ? value : {};
  const kept = Array.isArray(same) ? same.map((text) => [keyOfText(String(text)), String(text)]) : [];
  const translated = isMapping(texts) ? Object.entries(texts).map(([text, said]) => [keyOfText(text), String(said)]) : [];
  return Object.fromEntries([...kept, ...translated]);
}

let sentences: ReadonlySet<string> | null = null;

/** Every sentence that the engine itself says, as engine/locales lists them. */
export function engineTexts(): ReadonlySet<string> {
  if (sentences === null) {
    const said: unknown = JSON.parse(readFileSync(new URL('../locales/texts.json', import.meta.url), 'utf8'));
    sentences = new Set(Array.isArray(said) ? said.map((text) => keyOfText(String(text))) : []);
  }
  return sentences;
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
