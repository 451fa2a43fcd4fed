/** A catalogue of the engine's messages, by subject. Each message has a permanent code and an English text. */

/** `{name}` is filled in. Where a number decides, `one` is for a single thing and `other` for the rest. */
export type English = string | { readonly one: string; readonly other: string };

export interface MessageTemplate<Text extends English = English> {
  /** `subject.in-words`. Translations, clients and stored messages name it, so it never gets another meaning. */
  readonly code: string;
  readonly english: Text;
}

type PlacesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlacesIn<Rest> : never;

/** The names of the values that a text asks for. A text with a plural asks for `count` too. */
export type PlacesOf<Text extends English> = Text extends string
  ? PlacesIn<Text>
  : PlacesIn<Text[keyof Text]> | 'count';

/**
 * @param subject the first part of every code
 * @param texts key → English; the second part of the code is the key, in words joined by hyphens
 */
export function catalogue<const Texts extends Readonly<Record<string, English>>>(
  subject: string,
  texts: Texts,
): { readonly [Key in keyof Texts]: MessageTemplate<Texts[Key]> };
export function catalogue(
  subject: string,
  texts: Readonly<Record<string, English>>,
): Readonly<Record<string, MessageTemplate>> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, english]) => [key, { code: `${subject}.${inWords(key)}`, english }]),
  );
}

function inWords(key: string): string {
  return key.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}
