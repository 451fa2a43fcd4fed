/** Says how long something takes. */
import { sayRange } from '../../../portal/time/duration-words.ts';
import { dictionary } from '../../language/text.ts';

/** `3 to 20 working days`, or one length if there is no other. */
export function sayLimit(limit: Parameters<typeof sayRange>[1]): string {
  return sayRange(dictionary(), limit);
}
