/** Puts a message into words for its reader. Only here do codes and values become a sentence. */
import { message, type Message, type MessageValue, type PortalText } from '../../locales/message.ts';
import { problemMessages } from '../../locales/problems.ts';
import type { Portal } from '../model/portal.ts';
import { sayFilled } from '../language/say.ts';
import { formatValue, speechOf, type TextFormat } from './text-format.ts';
import { type TextKind, translationOf } from '../language/translation.ts';

/**
 * The portal for its reader: their language, and the formats of dates and amounts.
 * Without translations the portal's texts stay unchanged.
 */
export type ReaderLocale = Pick<Portal, 'language' | 'words' | 'timeZone' | 'constants'> &
  Partial<Pick<Portal, 'translations' | 'composed'>> & {
    /** Of the amounts that name none, such as those of a bill; absent: that of the portal. */
    readonly currency?: string | undefined;
  };

/** @returns the sentence in the reader's language; in English if that language lacks it */
export function tell(reader: ReaderLocale, { code, english, values }: Message): string {
  const said = Object.entries(values).map(([name, value]) => [name, valueText(reader, value)] as const);
  return sayFilled(reader.words, { code, english }, Object.fromEntries(said));
}

/** A sentence of the configuration as a message. @param kind the kind of place where it is written */
export function configuredMessage(text: string, kind: TextKind): Message {
  return message(problemMessages.configured, { text: { text, kind } });
}

/** A text of the portal for its reader: unchanged if their language has no translation. */
export function portalText(
  { translations, composed = {}, language }: ReaderLocale,
  said: PortalText,
): string {
  const translation =
    translations !== undefined && Object.hasOwn(translations, language) ? translations[language] : null;
  return (translation && translationOf({ translation, composed }, said)) ?? said.text;
}

const exact = { maximumFractionDigits: 10 } as const;

/** A single value for its reader: a title of the portal, an amount, a whole message. */
export function valueShown(reader: ReaderLocale, value: MessageValue): string {
  const text = valueText(reader, value);
  return typeof text === 'number' ? new Intl.NumberFormat(localeOf(reader), exact).format(text) : text;
}

/** Numbers stay numbers, because they decide the plural. */
function valueText(reader: ReaderLocale, value: MessageValue): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (isList(value)) return joined(reader, value, 'conjunction');
  if ('code' in value) return tell(reader, value);
  if ('text' in value) return portalText(reader, value);
  if ('oneOf' in value) return joined(reader, value.oneOf, 'disjunction');
  if ('bytes' in value) return sizeText(reader, value.bytes);
  if ('day' in value) return formatted(reader, value.day, 'longDate');
  if ('month' in value) return monthText(reader, value.month);
  if ('moment' in value) return formatted(reader, value.moment, 'moment');
  if ('digits' in value) return formatted(reader, value.digits, 'number');
  if ('percent' in value) return `${formatted(reader, value.percent, 'number')}%`;
  return formatted({ ...reader, currency: value.currency ?? reader.currency }, value.amount, 'money');
}

function isList(value: MessageValue): value is readonly MessageValue[] {
  return Array.isArray(value);
}

function formatted(reader: ReaderLocale, value: string, format: TextFormat): string {
  const { currency } = reader;
  return String(formatValue(value, { format, speech: speechOf(reader), label: () => null, currency }));
}

function joined(
  reader: ReaderLocale,
  values: readonly MessageValue[],
  type: 'conjunction' | 'disjunction',
): string {
  const locale = localeOf(reader);
  const texts = values.map((value) => valueShown(reader, value));
  // A text with a comma of its own would look like two.
  if (texts.some((text) => text.includes(','))) return texts.join('; ');
  return new Intl.ListFormat(locale, { type }).format(texts);
}

function monthText(reader: ReaderLocale, month: string): string {
  const format = new Intl.DateTimeFormat(localeOf(reader), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(Date.parse(`${month}-01`));
}

/** Never rounded up: a limit must not look higher than it is. */
function sizeText(reader: ReaderLocale, bytes: number): string {
  const [divisor, unit, unitDisplay, maximumFractionDigits] =
    bytes < 1000
      ? ([1, 'byte', 'long', 0] as const)
      : bytes < 1_000_000
        ? ([1000, 'kilobyte', 'short', 0] as const)
        : ([1_000_000, 'megabyte', 'short', 1] as const);
  return new Intl.NumberFormat(localeOf(reader), {
    style: 'unit',
    unit,
    unitDisplay,
    maximumFractionDigits,
    roundingMode: 'trunc',
  }).format(bytes / divisor);
}

/** The same English as in other texts: day first, no comma before the last element of a list. */
function localeOf({ language }: ReaderLocale): string {
  return language === 'en' ? 'en-GB' : language;
}
