/**
 * For each record type: the departments with an open page, the pages of a single record, and the lists on open pages.
 */
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
  /** Pages that show or create one record, with the departments that may open them, by record type. */
  readonly ofOne: ReadonlyMap<string, readonly PageOfOne[]>;
  /** Lists of a type, with the departments that may open a page with the list. */
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

/**
 * Returns true if this department has a page for the transition: of the record, of this transition, or of a list for
 * several records.
 */
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

/** Screens on which a department can act on a single record. */
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
    const types = typesOf(route);
    if (types.size === 0) continue;
    const departments = departmentsOf(route);
    for (const type of types) {
      const found = byType.get(type) ?? new Set();
      byType.set(type, found);
      for (const one of departments) found.add(one);
      if (!screensOfOne.has(route.screen)) continue;
      addTo(ofOne, type, { route, departments: new Set(departments) });
    }
    // A list of children is reached from the page of their parent, so it is not a way to find a record.
    if (route.below !== null) continue;
    for (const { type, list } of route.of) {
      const shown = list === null ? undefined : portal.recordTypes[type]?.lists[list];
      if (shown === undefined) continue;
      addTo(lists, type, { list: shown, departments: new Set(departments) });
    }
  }
  return { byType, ofOne, lists };
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The record types of the page: its subjects, and the last record in its address. */
export function typesOf(route: Route): Set<string> {
  const named = recordParameterOf(route);
  return new Set([...route.of.map(({ type }) => type), ...(named === null ? [] : [named.type])]);
}

/** Returns the departments that may open a route. Routes with the same guards and parameters share the result. */
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
