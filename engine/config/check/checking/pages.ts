/** Which departments have an open page about records of a type, one on which steps are taken, and which lists stand on pages that they may open. */
import { recordParameterOf } from '../../../portal/routing/links.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { openingDepartments } from '../../../portal/routing/visitors.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { List } from '../../../portal/model/record-type.ts';
import type { Route, ScreenKind } from '../../../portal/model/route.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';

export interface Pages {
  /** Departments by record type. */
  readonly byType: ReadonlyMap<string, ReadonlySet<string>>;
  /** Pages that show one record, or begin one, with the departments that may open them, by record type. */
  readonly ofOne: ReadonlyMap<string, readonly PageOfOne[]>;
  /** Lists of a type, with the departments that may open a page on which they stand. */
  readonly lists: ReadonlyMap<string, readonly PageList[]>;
}

interface PageList {
  readonly list: List;
  readonly departments: ReadonlySet<string>;
}

interface PageOfOne {
  readonly route: Route;
  readonly departments: ReadonlySet<string>;
}

/** May this department take the step on a page: of the record, of this step alone, or of a list for several at once? */
export function hasPageFor(
  portal: Portal,
  department: string,
  { of, initial }: Workflow,
  step: Transition,
): boolean {
  const { ofOne, lists } = pagesOf(portal);
  if (step.bulk && lists.get(of)?.some(({ departments }) => departments.has(department)) === true)
    return true;
  const pages = ofOne.get(of) ?? [];
  return pages.some(({ route, departments }) => {
    if (!departments.has(department)) return false;
    if (route.screen === 'transition') return route.does === step.name;
    return recordParameterOf(route)?.type === of || step.from.includes(initial);
  });
}

/** The screens on which something can be done with the one record that they show. */
const screensOfOne: ReadonlySet<ScreenKind> = new Set([
  'record',
  'checklist',
  'form',
  'document',
  'transition',
]);

export const pagesOf = onceForEach(gather);

function gather(portal: Portal): Pages {
  const byType = new Map<string, Set<string>>();
  const ofOne = new Map<string, PageOfOne[]>();
  const lists = new Map<string, PageList[]>();
  const departmentsOf = openers(portal);
  for (const route of portal.routes) {
    if (!route.open) continue;
    const types = typesOf(route);
    if (types.size === 0) continue;
    const departments = departmentsOf(route);
    for (const type of types) {
      byType.set(type, new Set([...(byType.get(type) ?? []), ...departments]));
      if (!screensOfOne.has(route.screen)) continue;
      ofOne.set(type, [...(ofOne.get(type) ?? []), { route, departments: new Set(departments) }]);
    }
    // What stands below one record is found by who has found that one.
    if (route.below !== null) continue;
    for (const { type, list } of route.of) {
      const shown = list === null ? undefined : portal.recordTypes[type]?.lists[list];
      if (shown === undefined) continue;
      lists.set(type, [...(lists.get(type) ?? []), { list: shown, departments: new Set(departments) }]);
    }
  }
  return { byType, ofOne, lists };
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
