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
