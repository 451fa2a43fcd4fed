/** The rows of a lookup that a question offers. */
import { child, items, truth, type Cursor } from '../reading/cursor.ts';

/** All rows except retired ones, which exist only for earlier answers. */
export function offeredRows(lookup: Cursor): Cursor[] {
  return items(child(lookup, 'rows')).filter((row) => !truth(child(row, 'retired')));
}
