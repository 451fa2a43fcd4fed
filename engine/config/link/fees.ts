/** Links the files of fees/. */
import type { FeeSchedule } from '../../portal/fee.ts';
import { child, placeOf, text } from './cursor.ts';
import type { Linking } from './linking.ts';

export function linkFees({ names }: Linking): Record<string, FeeSchedule> {
  return Object.fromEntries(
    [...names.fees].map(([name, root]) => [
      name,
      { name, title: text(child(root, 'title')) ?? name, place: placeOf(root) },
    ]),
  );
}
