/** Links whom people ask: of the portal, and of a department. */
import type { Contact } from '../../../portal/model/department.ts';
import { child, type Cursor, items, text } from '../input/cursor.ts';

export function linkContacts(at: Cursor): readonly Contact[] {
  return items(at).map((one) => ({
    title: text(child(one, 'title')) ?? '',
    description: text(child(one, 'description')) ?? '',
  }));
}
