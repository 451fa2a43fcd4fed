/** The translations of the engine's own messages that come with the engine. */
import { readFileSync } from 'node:fs';
import type { English, MessageTemplate } from '../../../locales/catalogue.ts';
import { allMessages } from '../../../locales/all-messages.ts';
import { isMapping } from '../input/cursor.ts';
import { parseFile } from '../../parse/parse-file.ts';

/** The language of the catalogue. */
export const engineLanguage = 'en';

const byCode: ReadonlyMap<string, MessageTemplate> = new Map(allMessages.map((one) => [one.code, one]));

/** @returns undefined if the engine has no such message */
export function messageOf(code: string): MessageTemplate | undefined {
  return byCode.get(code);
}

const known = new Map<string, Readonly<Record<string, English>>>([[engineLanguage, {}]]);

/** Code → text, read once per process. Empty for the engine's own language and for languages without a file. */
export function engineTexts(language: string): Readonly<Record<string, English>> {
  const texts = known.get(language) ?? textsOf(read(language));
  known.set(language, texts);
  return texts;
}

/** @returns null unless the value is a text with one or two forms */
export function textOfMessage(value: unknown): English | null {
  if (typeof value === 'string') return value;
  if (!isMapping(value)) return null;
  const { one, other } = value;
  return typeof one === 'string' && typeof other === 'string' ? { one, other } : null;
}

function textsOf(file: unknown): Record<string, English> {
  const lines = isMapping(file) ? Object.entries(file) : [];
  return Object.fromEntries(
    lines.flatMap(([code, line]) => {
      const text = isMapping(line) ? textOfMessage(line['text']) : null;
      return text === null ? [] : [[code, text]];
    }),
  );
}

function read(language: string): unknown {
  if (!/^[A-Za-z0-9-]+$/.test(language)) return null;
  const name = `locales/${language}.yaml`;
  try {
    const text = readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
    return parseFile({ path: `engine/${name}`, name, text }, 'locale').file.value;
  } catch {
    return null;
  }
}
