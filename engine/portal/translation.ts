/** What a further language has for the texts of the portal and for the engine's own sentences. */
import type { Words } from './say.ts';

export interface Translation {
  /** Text as it stands in the configuration → what its readers see. */
  readonly texts: Readonly<Record<string, string>>;
  /** What stands in one place only: `state` → text → what is seen there. */
  readonly contexts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The engine's own sentences; the portal's file may add to them or put others in their place. */
  readonly words: Words;
}

/** A text that was put together when the configuration was compiled: a title with `{kind.title}` in it. */
export interface ComposedText {
  /** As it stands in the configuration. */
  readonly pattern: string;
  /** Brace → the text that was put there. */
  readonly parts: Readonly<Record<string, string>>;
}

export const noTranslation: Translation = { texts: {}, contexts: {}, words: {} };
