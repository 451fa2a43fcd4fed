/** Finds the translation of a text of the configuration by the kind of place where it is written. */
import type { PortalText } from '../../locales/message.ts';
import type { Words } from './say.ts';

/** The names for `contexts` in a language file. */
export const textKinds = [
  'name',
  'page',
  'message',
  'state',
  'step',
  'list',
  'item',
  'question',
  'choice',
  'notice',
  'source',
] as const;
export type TextKind = (typeof textKinds)[number];

export interface Translation {
  /** Text in the configuration → translation. */
  readonly texts: Readonly<Record<string, string>>;
  /** Translations for one kind of place: `state` → text → translation. */
  readonly contexts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The engine's messages. The portal's file may replace them. */
  readonly words: Words;
}

/** A text composed when the configuration was compiled: a title with `{kind.title}` in it. */
export interface ComposedText {
  /** As in the configuration. */
  readonly pattern: string;
  /** Placeholder → the text inserted there. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Line breaks do not matter for the look-up. */
export function keyOfText(text: string): string {
  return /^\s|\s$|\s\s|[\n\t]/.test(text) ? text.trim().replaceAll(/\s+/g, ' ') : text;
}

/** The source of translations: those of a language, and the composed texts of the portal. */
export interface TranslationCatalogue {
  readonly translation: Translation;
  readonly composed: Readonly<Record<string, ComposedText>>;
}

/** The translation of the text, or null. */
export function translationOf(
  { translation, composed }: TranslationCatalogue,
  { text, kind }: PortalText,
): string | null {
  const key = keyOfText(text);
  const { contexts, texts } = translation;
  const found = own(own(contexts, kind) ?? {}, key) ?? own(texts, key);
  if (found !== undefined) return found;
  const parts = own(composed, text);
  if (parts === undefined) return null;
  const pattern = translationOf({ translation, composed: {} }, { text: parts.pattern, kind });
  if (pattern === null && hasWords(parts.pattern)) return null;
  return (pattern ?? parts.pattern).replaceAll(/\{([^{}]*)\}/g, (brace, name: string) => {
    const part = own(parts.parts, name);
    if (part === undefined) return brace;
    return name.endsWith('.title')
      ? (translationOf({ translation, composed: {} }, { text: part, kind: 'name' }) ?? part)
      : part;
  });
}

/** Decides whether there is text to translate outside the placeholders. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\{[^{}]*\}/g, ''));
}

function own<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
