/** What a further language has for the texts of the portal and for the engine's own sentences. */
import type { PortalText } from '../../locales/message.ts';
import type { Words } from './say.ts';

export interface Translation {
  /** Text as it stands in the configuration → what its readers see. */
  readonly texts: Readonly<Record<string, string>>;
  /** What stands in one place only: `state` → text → what is seen there. */
  readonly contexts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The engine's own messages; the portal's file may put others in their place. */
  readonly words: Words;
}

/** A text that was put together when the configuration was compiled: a title with `{kind.title}` in it. */
export interface ComposedText {
  /** As it stands in the configuration. */
  readonly pattern: string;
  /** Brace → the text that was put there. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Texts are looked up however their lines are broken. */
export function keyOfText(text: string): string {
  return /^\s|\s$|\s\s|[\n\t]/.test(text) ? text.trim().replaceAll(/\s+/g, ' ') : text;
}

/** What a text is looked up in: the translation of its language, and how texts of the portal were put together. */
export interface TranslationCatalogue {
  readonly translation: Translation;
  readonly composed: Readonly<Record<string, ComposedText>>;
}

/** What stands for the text in the language, or null where the language has nothing for it. */
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

/** Is there anything to translate besides what stands in braces? */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\{[^{}]*\}/g, ''));
}

function own<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
