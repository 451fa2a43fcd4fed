/** A former name before it is known whether the configuration still has it. */
import type { FormerName } from '../../../portal/model/place.ts';
import type { Cursor } from '../input/cursor.ts';

/** What is said of a name, and where. */
export interface SaidName extends FormerName {
  readonly at: Cursor;
}
