/** The rows of a lookup that people may still choose. */
import { child, type Cursor, items, truth } from './cursor.ts';

/** All rows except retired ones, which exist only for earlier answers. */
export function offeredRows(lookup: Cursor): Cursor[] {
  return items(child(lookup, 'rows')).filter((row) => !truth(child(row, 'retired')));
}
