/** Links the files of reports/. */
import type { Report } from '../../portal/report.ts';
import { child, placeOf, text } from './cursor.ts';
import type { Linking } from './linking.ts';

export function linkReports({ names }: Linking): Record<string, Report> {
  return Object.fromEntries(
    [...names.reports].map(([name, root]) => [
      name,
      { name, title: text(child(root, 'title')) ?? name, place: placeOf(root) },
    ]),
  );
}
