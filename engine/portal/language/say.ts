/** Puts a message of the engine into words: the template's text in one language, with its values. */
import type { English, MessageTemplate } from '../../locales/catalogue.ts';
import type { ValuesFor } from '../../locales/message.ts';

/** The engine's texts in one language. */
export interface Words {
  /** BCP 47. */
  readonly language: string;
  /** Code → text. Missing codes are shown in English. */
  readonly texts: Readonly<Record<string, English>>;
}

export const english: Words = { language: 'en', texts: {} };

/** The value for `{name}` in a text. */
export type SaidValues = Readonly<Record<string, string | number>>;

/**
 * @returns the text in the language of `words`, or in English if they lack it, with `{name}` replaced from `values`
 */
export function say<Text extends English>(
  words: Words,
  template: MessageTemplate<Text>,
  ...values: ValuesFor<Text, string | number>
): string;
export function say(words: Words, template: MessageTemplate, values: SaidValues = {}): string {
  return sayFilled(words, template, values);
}

/** Like `say`, for a template that is known only as data. */
export function sayFilled(words: Words, template: MessageTemplate, values: SaidValues): string {
  return openText(words, template, Number(values['count'])).replace(
    /\{(\w+)\}/g,
    (place, name: string) => shown(words, values[name]) ?? place,
  );
}

/** The text with its places unfilled. @param count decides the plural form */
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

/** Creating a formatter takes far longer than using it. */
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
