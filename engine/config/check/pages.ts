/** Which departments have an open page about records of a type, and which lists stand on pages that they may open. */
import { recordParameterOf } from '../../portal/links.ts';
import { openingDepartments } from '../../portal/opening.ts';
import type { Portal } from '../../portal/portal.ts';
import type { List } from '../../portal/record-type.ts';
import type { Route } from '../../portal/route.ts';

export interface Pages {
  /** Departments by record type. */
  readonly byType: ReadonlyMap<string, ReadonlySet<string>>;
  /** Lists of a type, with the departments that may open a page on which they stand. */
  readonly lists: ReadonlyMap<string, readonly ShownList[]>;
}

export interface ShownList {
  readonly list: List;
  readonly departments: ReadonlySet<string>;
}

const known = new WeakMap<Portal, Pages>();

export function pagesOf(portal: Portal): Pages {
  let pages = known.get(portal);
  if (pages === undefined) known.set(portal, (pages = gather(portal)));
  return pages;
}

function gather(portal: Portal): Pages {
  const byType = new Map<string, Set<string>>();
  const lists = new Map<string, ShownList[]>();
  const departmentsOf = openers(portal);
  for (const route of portal.routes) {
    if (!route.open) continue;
    const types = typesOf(route);
    if (types.size === 0) continue;
    const departments = departmentsOf(route);
    for (const type of types) {
      byType.set(type, new Set([...(byType.get(type) ?? []), ...departments]));
    }
    for (const { type, list } of route.of) {
      const shown = list === null ? undefined : portal.recordTypes[type]?.lists[list];
      if (shown === undefined) continue;
      lists.set(type, [...(lists.get(type) ?? []), { list: shown, departments: new Set(departments) }]);
    }
  }
  return { byType, lists };
}

/** What the page is about: its subjects, and the record that its address names last. */
function typesOf(route: Route): Set<string> {
  const named = recordParameterOf(route);
  return new Set([...route.of.map(({ type }) => type), ...(named === null ? [] : [named.type])]);
}

/** Routes with the same guards and parameters over departments open for the same departments. */
export function openers(portal: Portal): (route: Route) => readonly string[] {
  const found = new Map<string, readonly string[]>();
  return (route) => {
    const groups = Object.values(route.params).flatMap((domain) => ('group' in domain ? [domain.group] : []));
    const key = JSON.stringify([route.guards, route.area, route.with, groups]);
    const departments = found.get(key) ?? openingDepartments(portal, route);
    found.set(key, departments);
    return departments;
  };
}
