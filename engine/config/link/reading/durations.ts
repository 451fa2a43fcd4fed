/** Lengths of time as the configuration writes them. */
import { parseDuration, type Duration } from '../../../portal/model/duration.ts';
import { text, type Cursor } from './cursor.ts';
import { report, type LinkContext } from './link-context.ts';

/** The duration that is written here; what is none is reported and read as no time at all. */
export function linkDuration(at: Cursor, context: LinkContext): Duration {
  const found = parseDuration(text(at) ?? '');
  if (found === null) report(context, 'clock/no-duration', at, { name: text(at) ?? '' });
  return found ?? { amount: 0, unit: 'day' };
}
