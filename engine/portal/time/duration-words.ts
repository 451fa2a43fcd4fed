/** Says how long something takes, in the reader's language. */
import type { MessageTemplate } from '../../locales/catalogue.ts';
import { startMessages } from '../../locales/start.ts';
import { say, type Words } from '../language/say.ts';
import type { Duration } from '../model/condition.ts';

/** A number of units. */
type Length = MessageTemplate<{ readonly one: string; readonly other: `{count} ${string}` }>;

const lengths: Readonly<Record<Duration['unit'], Length>> = {
  minute: startMessages.lengthMinute,
  hour: startMessages.lengthHour,
  day: startMessages.lengthDay,
  'working day': startMessages.lengthWorkingDay,
  week: startMessages.lengthWeek,
  month: startMessages.lengthMonth,
  quarter: startMessages.lengthQuarter,
  year: startMessages.lengthYear,
};

/** The shortest and the longest that something may take. */
interface LengthRange {
  readonly least: Duration;
  readonly most: Duration;
}

/** `3 working days` */
export function sayDuration(words: Words, { amount, unit }: Duration): string {
  return say(words, lengths[unit], { count: amount });
}

/** `3 to 20 working days`, or one length if there is no other. */
export function sayRange(words: Words, { least, most }: LengthRange): string {
  if (least.unit === most.unit && least.amount === most.amount) return sayDuration(words, most);
  const from = least.unit === most.unit ? String(least.amount) : sayDuration(words, least);
  return say(words, startMessages.lengthRange, { least: from, most: sayDuration(words, most) });
}
