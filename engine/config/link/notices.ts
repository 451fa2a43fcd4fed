/** Links the files of notices/. */
import type { Notice } from '../../portal/notice.ts';
import { child, placeOf, text } from './cursor.ts';
import type { Linking } from './linking.ts';

export function linkNotices({ names }: Linking): Record<string, Notice> {
  return Object.fromEntries(
    [...names.notices].map(([name, root]) => [
      name,
      { name, subject: text(child(root, 'subject')) ?? name, body: text(child(root, 'body')) ?? '', place: placeOf(root) },
    ]),
  );
}
