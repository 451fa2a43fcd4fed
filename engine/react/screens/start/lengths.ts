/** Says how long something takes. */
import type { MessageTemplate } from '../../../locales/catalogue.ts';
import type { WireDuration } from '../../../contract/start-pages.ts';
import { startMessages } from '../../../locales/start.ts';
import { text } from '../../language/text.ts';

/** A number of units. */
type Length = MessageTemplate<{ readonly one: string; readonly other: `{count} ${string}` }>;

const lengths: Readonly<Record<WireDuration['unit'], Length>> = {
  minute: startMessages.lengthMinute,
  hour: startMessages.lengthHour,
  day: startMessages.lengthDay,
  'working day': startMessages.lengthWorkingDay,
  week: startMessages.lengthWeek,
  month: startMessages.lengthMonth,
  quarter: startMessages.lengthQuarter,
  year: startMessages.lengthYear,
};

interface Limit {
  readonly least: WireDuration;
  readonly most: WireDuration;
}

/** `3 to 20 working days`, or one length if there is no other. */
export function sayLimit({ least, most }: Limit): string {
  if (least.unit === most.unit && least.amount === most.amount) return sayLength(most);
  const from = least.unit === most.unit ? String(least.amount) : sayLength(least);
  return text(startMessages.lengthRange, { least: from, most: sayLength(most) });
}

function sayLength({ amount, unit }: WireDuration): string {
  return text(lengths[unit], { count: amount });
}
