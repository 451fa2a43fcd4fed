/** Durations of the configuration. */
import { type Duration, parseDuration } from '../../../portal/model/condition.ts';
import { text, type Cursor } from './cursor.ts';
import { report, type LinkContext } from './link-context.ts';

/** The duration at this place; an invalid one is reported and counts as zero. */
export function linkDuration(at: Cursor, context: LinkContext): Duration {
  const found = parseDuration(text(at) ?? '');
  if (found === null) report(context, 'clock/no-duration', at, { name: text(at) ?? '' });
  return found ?? { amount: 0, unit: 'day' };
}

/** The duration of a validity: at least one day, because nothing ends within a day. */
export function linkTerm(at: Cursor, context: LinkContext): Duration {
  const length = linkDuration(at, context);
  const { amount, unit } = length;
  const hours = unit === 'hour' ? amount : unit === 'minute' ? amount / 60 : amount * 24;
  const name = text(at) ?? '';
  // Text that is not a duration is already reported.
  if (parseDuration(name) !== null && hours < 24)
    report(context, 'document/never-valid', at, { reason: `"${name}" is less than a day` });
  return length;
}
