/** Puts a message of the engine into words: the template's text in a language, with its values filled in. */
import type { English, MessageTemplate } from '../../locales/catalogue.ts';
import type { ValuesFor } from '../../locales/message.ts';

/** What the engine says in one language. */
export interface Words {
  /** BCP 47. */
  readonly language: string;
  /** Code → text; English where the language has none. */
  readonly texts: Readonly<Record<string, English>>;
}

export const english: Words = { language: 'en', texts: {} };

/** What stands for `{name}` in a text. */
export type SaidValues = Readonly<Record<string, string | number>>;

/** @returns the text in the language of `words`, in English where they lack it; `{name}` is filled from `values` */
export function say<Text extends English>(
  words: Words,
  template: MessageTemplate<Text>,
  ...values: ValuesFor<Text, string | number>
): string;
export function say(words: Words, template: MessageTemplate, values: SaidValues = {}): string {
  return sayFilled(words, template, values);
}

/** As `say`, where the template is known only as data. */
export function sayFilled(words: Words, template: MessageTemplate, values: SaidValues): string {
  return openText(words, template, Number(values['count'])).replace(
    /\{(\w+)\}/g,
    (place, name: string) => shown(words, values[name]) ?? place,
  );
}

/** With its places open. @param count decides the plural */
export function openText({ language, texts }: Words, template: MessageTemplate, count: number): string {
  const own = texts[template.code];
  const text = own ?? template.english;
  if (typeof text === 'string') return text;
  const rules = pluralRulesOf(own === undefined ? english.language : language);
  return rules.select(count) === 'one' ? text.one : text.other;
}

function shown({ language }: Words, value: string | number | undefined): string | undefined {
  return typeof value === 'number' ? numberFormatOf(language).format(value) : value;
}

/** To make a format takes far longer than to use it. */
const pluralRules = new Map<string, Intl.PluralRules>();
const numberFormats = new Map<string, Intl.NumberFormat>();

function pluralRulesOf(language: string): Intl.PluralRules {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return rules;
}

function numberFormatOf(language: string): Intl.NumberFormat {
  const format =
    numberFormats.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 10 });
  numberFormats.set(language, format);
  return format;
}
