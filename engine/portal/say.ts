/** The engine's own sentences in the reader's language, keyed by their English text. */
export type Words = Readonly<Record<string, string>>;

/** What stands for `{name}` in a sentence. */
export type SaidValues = Readonly<Record<string, string | number>>;

/** @returns the sentence in the language of `words`, in English where they lack it; `{name}` is filled from `values` */
export function say(words: Words, english: string, values: SaidValues = {}): string {
  return (words[english] ?? english).replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
