/** Links the files of documents/. */
import type { DocumentTemplate } from '../../portal/document.ts';
import { child, placeOf, text } from './cursor.ts';
import type { Linking } from './linking.ts';

export function linkDocuments({ names }: Linking): Record<string, DocumentTemplate> {
  return Object.fromEntries(
    [...names.documents].map(([name, root]) => [
      name,
      { name, title: text(child(root, 'title')) ?? name, number: null, valid: null, place: placeOf(root) },
    ]),
  );
}
