/** The engine's own sentences, each once, as they stand in the code: what a further language has to translate. */
import list from './texts.json' with { type: 'json' };

/** `scripts/texts.ts` writes the list. */
export const engineTexts: readonly string[] = list;
