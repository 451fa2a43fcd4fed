/** Formats values in a text: a date, an amount, a number, a list, in the reader's language. */
import type { Portal } from '../model/portal.ts';
import { english, say, type Words } from '../language/say.ts';
import { documentMessages } from '../../locales/documents.ts';
import { formMessages } from '../../locales/forms.ts';
import { usualMessages } from '../../locales/usual.ts';
import { isDate } from '../time/working-days.ts';
import { type Currency, currencyIn, currencyOf } from '../values/currency.ts';

/** The language and formats of the portal. */
export interface Speech {
  /** BCP 47. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Of the portal (ISO 4217); absent: amounts have no sign. */
  readonly currency?: string;
  /** ISO 3166, decides whether times have 12 or 24 hours; absent: 24 in English. */
  readonly region?: string;
  /** The engine's messages in that language. */
  readonly words: Words;
}

/** How this portal formats dates and amounts. */
export function speechOf({
  language,
  words,
  timeZone,
  constants,
}: Pick<Portal, 'language' | 'words' | 'timeZone' | 'constants'>): Speech {
  const { region } = constants;
  const currency = currencyIn(constants);
  return {
    locale: language,
    timeZone,
    ...(currency !== undefined && { currency }),
    ...(typeof region === 'string' && { region }),
    words,
  };
}

export const textFormats = [
  'date',
  'longDate',
  'time',
  'moment',
  'money',
  'number',
  'ordinal',
  'upper',
  'list',
  'label',
] as const;
/**
 * date 21 Nov 2026 · longDate 21 November 2026 · time 15:04 or 3:04 PM · moment 21 November 2026, 15:04 · money ₱1,320.10 ·
 * number 1,320 · ordinal 2nd · upper IN CAPITALS · list one line for each element · label the titles of a closed list
 */
export type TextFormat = (typeof textFormats)[number];

export function isTextFormat(text: string): text is TextFormat {
  return textFormats.some((format) => format === text);
}

interface FormatContext {
  readonly format: TextFormat | null;
  readonly speech: Speech;
  readonly label: (value: unknown) => string | null;
  /** Of an amount; absent: that of the portal. */
  readonly currency?: string | undefined;
}

/**
 * The text of a value, or its lines if the format is `list`. A value that does not fit the format is shown unchanged.
 */
export function formatValue(value: unknown, saying: FormatContext): string | readonly string[] {
  const { format, speech } = saying;
  if (format === 'list') return [value].flat().map((one) => plain(one, saying));
  if (Array.isArray(value))
    return enumerate(
      value.map((one) => sayOne(one, saying)),
      speech,
    );
  return sayOne(value, saying);
}

function sayOne(value: unknown, saying: FormatContext): string {
  const { format, speech } = saying;
  switch (format) {
    case 'money':
      return sayAmount(value, currencyOf(saying.currency, speech.currency)) ?? plain(value, saying);
    case 'number':
      return sayAmount(value, null) ?? plain(value, saying);
    case 'ordinal':
      return sayOrdinal(value, speech) ?? plain(value, saying);
    case 'date':
      return sayDay(value, speech, 'date') ?? plain(value, saying);
    case 'longDate':
      return sayDay(value, speech, 'longDate') ?? plain(value, saying);
    case 'time':
      return sayDay(value, speech, 'time') ?? plain(value, saying);
    case 'moment': {
      const day = sayDay(value, speech, 'longDate');
      if (day === null) return plain(value, saying);
      return isDate(value) ? day : `${day}, ${sayDay(value, speech, 'time')}`;
    }
    case 'upper':
      return plain(value, saying).toLocaleUpperCase(speech.locale);
    case 'label':
      return saying.label(value) ?? plain(value, saying);
    default:
      return plain(value, saying);
  }
}

const ordinals = {
  one: usualMessages.ordinalOne,
  two: usualMessages.ordinalTwo,
  few: usualMessages.ordinalFew,
  other: usualMessages.ordinalOther,
};

/** `2nd`; null for what is not a whole number. */
function sayOrdinal(value: unknown, { words }: Speech): string | null {
  const number = Number(value);
  if (value === '' || !Number.isSafeInteger(number)) return null;
  const isTranslated = words.texts[ordinals.other.code] !== undefined;
  const rules = ordinalRulesOf(isTranslated ? words.language : english.language);
  const place = rules.select(number);
  return say(words, place in ordinals ? ordinals[place as keyof typeof ordinals] : ordinals.other, {
    number: String(number),
  });
}

const ordinalRules = new Map<string, Intl.PluralRules>();

function ordinalRulesOf(language: string): Intl.PluralRules {
  const rules = ordinalRules.get(language) ?? new Intl.PluralRules(language, { type: 'ordinal' });
  ordinalRules.set(language, rules);
  return rules;
}

/** When somebody signed, as a paper writes it. @param at ISO moment */
export function saySigned(at: string, speech: Speech): string {
  const moment = sayOne(at, { format: 'moment', speech, label: () => null });
  return say(speech.words, documentMessages.signedAt, { moment });
}

/** The value unchanged, except labels, yes or no, and the parts of a row. */
function plain(value: unknown, format: FormatContext): string {
  if (value === null || value === undefined) return '';
  const label = format.label(value);
  if (label !== null) return label;
  if (typeof value === 'boolean')
    return value ? say(format.speech.words, formMessages.yes) : say(format.speech.words, formMessages.no);
  if (Array.isArray(value))
    return enumerate(
      value.map((one) => plain(one, format)),
      format.speech,
    );
  if (typeof value !== 'object') return String(value);
  return enumerate(
    Object.values(value).map((part) => plain(part, format)),
    format.speech,
    { type: 'unit', style: 'short' },
  );
}

function enumerate(
  texts: readonly string[],
  { locale }: Speech,
  options: Intl.ListFormatOptions = { type: 'conjunction' },
): string {
  return listFormatOf(locale, options).format(texts.filter((text) => text !== ''));
}

/** Creating a formatter takes far longer than using it. */
const listFormats = new Map<string, Intl.ListFormat>();

function listFormatOf(locale: string, options: Intl.ListFormatOptions): Intl.ListFormat {
  const key = `${locale} ${options.type}`;
  const format = listFormats.get(key) ?? new Intl.ListFormat(regional(locale), options);
  listFormats.set(key, format);
  return format;
}

/**
 * Groups digits by thousands. Works on the digits themselves, because an amount is never a float. Where more decimals
 * are stored than the currency has, they are shown if they count.
 * @param currency null: as many decimals as the value has, and no sign
 */
function sayAmount(value: unknown, currency: Currency | null): string | null {
  if (typeof value === 'object') return null;
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value));
  if (match === null) return null;
  const [, minus = '', whole = '', fraction = ''] = match;
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const rest = currency === null ? fraction : fraction.replace(/0+$/, '').padEnd(currency.decimals, '0');
  return `${minus}${currency?.sign ?? ''}${grouped}${rest === '' ? '' : `.${rest}`}`;
}

const styles = {
  date: { dateStyle: 'medium' },
  longDate: { dateStyle: 'long' },
  time: { timeStyle: 'short' },
} as const satisfies Partial<Record<TextFormat, Intl.DateTimeFormatOptions>>;

/** Cached for each minute, because no format shows seconds and a portal formats the same few days often. */
const saidBefore = new Map<string, string>();
const mostSaid = 5000;

/** A date without time has no time zone: it is the same day everywhere. */
function sayDay(value: unknown, speech: Speech, style: keyof typeof styles): string | null {
  const { timeZone } = speech;
  const locale = style === 'time' ? localeOfTimes(speech.locale, speech.region) : regional(speech.locale);
  const text = value instanceof Date ? value.toISOString() : value;
  if (style === 'time' && typeof text === 'string' && /^\d{2}:\d{2}$/.test(text))
    return sayDay(`1970-01-01T${text}Z`, { ...speech, timeZone: 'UTC' }, style);
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text)) return null;
  const moment = new Date(text).getTime();
  if (Number.isNaN(moment)) return null;
  const zone = text.length === 10 ? 'UTC' : timeZone;
  const minute = Math.floor(moment / 60_000);
  const key = `${locale} ${zone} ${style} ${minute}`;
  const said = saidBefore.get(key) ?? dayFormatOf(locale, zone, style).format(minute * 60_000);
  if (saidBefore.size >= mostSaid) saidBefore.clear();
  saidBefore.set(key, said);
  return said;
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormatOf(locale: string, timeZone: string, style: keyof typeof styles): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${style}`;
  const format = dayFormats.get(key) ?? new Intl.DateTimeFormat(locale, { ...styles[style], timeZone });
  dayFormats.set(key, format);
  return format;
}

/** The locale in which times are written: that of the region, if the portal names one. */
function localeOfTimes(language: string, region: string | undefined): string {
  return region === undefined ? regional(language) : `${language}-${region}`;
}

/** English puts the day first, as the screens do. */
function regional(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale;
}
