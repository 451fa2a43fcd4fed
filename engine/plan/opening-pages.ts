/** Which pages open or close for which departments. A change far away, such as in a group, can do that. */
import { openingDepartments } from '../portal/routing/visitors.ts';
import { departmentGains } from './subjects/department-gains.ts';
import { renamedNames } from './subjects/renamed-subjects.ts';
import type { Portal } from '../portal/model/portal.ts';

/** Departments by name of the page, as `departmentGains` names them. */
export interface OpeningChange {
  readonly page: string;
  readonly opens: readonly string[];
  readonly closes: readonly string[];
}

/** Judged by the demonstration accounts, which have every flag at its default. */
export function openingChanges(before: Portal, after: Portal): readonly OpeningChange[] {
  const gainsOf = departmentGains(before, after);
  const names = renamedNames(before, after, 'page');
  const was = new Map(Array.from(openings(before), ([page, keys]) => [names.get(page) ?? page, keys]));
  const is = openings(after);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((page) => {
    const { gained: opens, lost: closes } = gainsOf({ before: was.get(page), after: is.get(page) });
    return opens.length + closes.length === 0 ? [] : [{ page, opens, closes }];
  });
}

function openings(portal: Portal): Map<string, readonly string[]> {
  return new Map(portal.routes.map((route) => [route.name, openingDepartments(portal, route)]));
}
