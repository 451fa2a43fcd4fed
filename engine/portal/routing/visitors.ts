/** Representative visitors: accounts with every combination of the flags in rules, and the routes that open for them. */
import { testsOf } from '../conditions/possible.ts';
import type { Condition, Value } from '../model/condition.ts';
import type { Decidable, Portal } from '../model/portal.ts';
import type { Route } from '../model/route.ts';
import { signedOut, type Visitor } from '../model/department.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { decide } from './decide.ts';
import { departmentKey, parameterOf } from './match.ts';

export type Flags = Readonly<Record<string, Value>>;

/**
 * The visitor with a department's demonstration account.
 * @param name the department's key or alias
 * @param flags values that differ from those of the demonstration account
 * @returns null if there is no such department
 */
export function visitorOf(portal: Decidable, name: string, flags: Flags = {}): Visitor | null {
  const key = departmentKey(portal, name);
  const department = Object.hasOwn(portal.departments, key) ? portal.departments[key] : undefined;
  if (department === undefined) return null;
  const usual = usualVisitor(department);
  return { ...usual, department: key, flags: { ...usual.flags, ...flags } };
}

const usualVisitor = onceForEach(
  ({ flags, title, demonstrationUnit }: Decidable['departments'][string]): Visitor => {
    const usual = Object.entries(flags).map(([flag, said]) => [flag, said.default]);
    return {
      ...signedOut,
      signedIn: true,
      unit: demonstrationUnit ?? null,
      name: title,
      flags: Object.fromEntries(usual),
    };
  },
);

/** The flags of a department. */
export function flagsOf(portal: Decidable, name: string): readonly string[] {
  return Object.keys(portal.departments[departmentKey(portal, name)]?.flags ?? {});
}

/** The names of the flags that these conditions read. */
export function flagsRead(conditions: readonly Condition[]): string[] {
  const read = conditions
    .flatMap(testsOf)
    .flatMap((test) => (test.test === 'compare' && test.subject.from === 'flag' ? [test.subject.name] : []));
  return [...new Set(read)];
}

/** Every combination of true and false for these flags, the usual one (all true) first. */
export function mixtures(flags: readonly string[]): Flags[] {
  let all: Flags[] = [{}];
  for (const flag of flags) {
    all = [true, false].flatMap((value) => all.map((one) => ({ ...one, [flag]: value })));
  }
  return all;
}

/** The departments whose demonstration account may open the route. The route's own redirect counts as opening. */
export function openingDepartments(portal: Decidable, route: Route): string[] {
  return Object.keys(portal.departments).filter((department) => {
    const visitor = visitorOf(portal, department);
    if (visitor === null) return false;
    const decision = decide({ portal, visitor }, addressOf(route, department));
    if (decision.outcome === 'show') return decision.route === route;
    return decision.outcome === 'go' && decision.route === route && decision.to === route.redirect;
  });
}

/**
 * An address of the route: this department for a parameter over departments, a word for any other.
 * @param path one of the route's paths
 */
export function addressOf(route: Route, department: string, path: string = route.path): string {
  return path
    .split('/')
    .map((segment) => {
      const name = parameterOf(segment);
      if (name === null) return segment;
      const domain = route.params[name];
      return domain !== undefined && 'group' in domain ? department : `some-${name}`;
    })
    .join('/');
}

/** Pages that open without an account and list records. */
export const openListPages: (portal: Portal) => readonly Route[] = onceForEach((portal: Portal) =>
  portal.routes.filter((route) => {
    if (route.screen !== 'list' || route.lookup !== null) return false;
    const decision = decide({ portal, visitor: signedOut }, addressOf(route, ''));
    return decision.outcome === 'show' && decision.route === route;
  }),
);

/** The public page that opens the links to records that were sent without an account; null: there is none. */
export const followPage: (portal: Portal) => Route | null = onceForEach(
  (portal: Portal) =>
    portal.routes.find((route) => {
      if (route.screen !== 'follow') return false;
      return decide({ portal, visitor: signedOut }, addressOf(route, '')).outcome === 'show';
    }) ?? null,
);

/** Decides whether a public page shows this list. Of each record it shows only what everybody may see. */
export function isOpenList(portal: Portal, type: string, list: string): boolean {
  return openListPages(portal).some(({ of }) => of.some((one) => one.type === type && one.list === list));
}

/** Decides whether it shows only records below the record in the page's address. */
export function isOpenBelow(portal: Portal, type: string, list: string): boolean {
  return openListPages(portal).some(
    ({ of, below }) => below !== null && of.some((one) => one.type === type && one.list === list),
  );
}
