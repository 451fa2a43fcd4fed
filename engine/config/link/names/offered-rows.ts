/** Which rows of a lookup a question offers. */
import { child, items, truth, type Cursor } from '../reading/cursor.ts';

/** All but those that are retired, which stay for what was answered before. */
export function offeredRows(lookup: Cursor): Cursor[] {
  return items(child(lookup, 'rows')).filter((row) => !truth(child(row, 'retired')));
}
