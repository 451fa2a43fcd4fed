/** Which pages open or close for which departments. A change far away, such as in a group, can do that. */
import { openingDepartments } from '../portal/routing/visitors.ts';
import { successionsOf } from '../portal/succession/succeed-record.ts';
import { renamedNames } from './subjects/renamed-subjects.ts';
import type { Portal } from '../portal/model/portal.ts';

/** Departments by name of the page. */
export interface OpeningChange {
  readonly page: string;
  readonly opens: readonly string[];
  readonly closes: readonly string[];
}

/** Judged by the demonstration accounts, which have every flag at its default. */
export function openingChanges(before: Portal, after: Portal): readonly OpeningChange[] {
  const { departments } = successionsOf(after);
  const names = renamedNames(before, after, 'page');
  const was = new Map(Array.from(openings(before), ([page, keys]) => [names.get(page) ?? page, keys]));
  const is = openings(after);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((page) => {
    const old = new Set(was.get(page)?.map((key) => departments.get(key) ?? key));
    const now = new Set(is.get(page));
    const [opens, closes] = [[...now.difference(old)], [...old.difference(now)]];
    return opens.length + closes.length === 0 ? [] : [{ page, opens, closes }];
  });
}

function openings(portal: Portal): Map<string, readonly string[]> {
  return new Map(portal.routes.map((route) => [route.name, openingDepartments(portal, route)]));
}
