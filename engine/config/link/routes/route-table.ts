/** Checks that need all routes: names and paths are unique, redirects exist, guards find their parameters. */
import type { Condition } from '../../../portal/model/condition.ts';
import { testsOf } from '../../../portal/conditions/possible.ts';
import type { Guard, Route } from '../../../portal/model/route.ts';
import { parameterOf } from '../../../portal/routing/match.ts';
import { child } from '../input/cursor.ts';
import { report, type LinkContext, isKnown } from '../input/link-context.ts';
import type { WrittenRoute } from './routes.ts';

/** Resolves route names in redirects to paths, and removes the second route of a name. */
export function linkRedirects(written: readonly WrittenRoute[], context: LinkContext): Route[] {
  const byName = new Map<string, Route>();
  for (const { route, at } of written) {
    if (byName.has(route.name)) report(context, 'route/duplicate-name', at, { name: route.name });
    else byName.set(route.name, route);
  }
  checkShapes(written, context);
  const placed = new Map(written.map(({ route, at }) => [route, at]));
  return [...byName.values()].map((route) => {
    if (route.redirect === null) return route;
    const target = byName.get(route.redirect);
    const at = placed.get(route);
    if (at !== undefined) {
      const redirect = child(at, 'redirect');
      isKnown(context, 'route/unknown-redirect', redirect, { name: route.redirect, choices: byName });
    }
    return { ...route, redirect: target?.path ?? null };
  });
}

/** Two paths with the same fixed segments, and parameters at the same positions, match the same addresses. */
function checkShapes(written: readonly WrittenRoute[], context: LinkContext): void {
  // Departments with the same area have the same path for every page that each of them has.
  if (context.diagnostics.some(({ code }) => code === 'department/area-taken')) return;
  const shapes = new Map<string, string>();
  // One entry may be a page of each department, and a page of one record below it.
  const told = new Set<string>();
  for (const { route, at } of written) {
    for (const path of [route.path, ...route.aliases]) {
      const shape = shapeOf(path);
      const other = shapes.get(shape);
      if (other === undefined) shapes.set(shape, route.name);
      else if (other !== route.name || path !== route.path) {
        const { file, pointer } = child(at, 'path');
        const place = `${file.name} ${pointer}`;
        if (told.has(place)) continue;
        told.add(place);
        report(context, 'route/duplicate-path', child(at, 'path'), {
          name: route.name,
          path,
          other,
        });
      }
    }
  }
}

function shapeOf(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => (parameterOf(segment) === null ? segment : '{}')).join('/');
}

/** A guard that reads a missing parameter would compare nothing. */
export function checkGuardReads(
  written: readonly WrittenRoute[],
  guards: Readonly<Record<string, Guard>>,
  context: LinkContext,
): void {
  for (const { route, at, saysArea } of written) {
    for (const name of route.guards) {
      const reads = guards[name]?.rules.flatMap((rule) => readsOf(rule.require)) ?? [];
      for (const read of new Set(reads)) {
        if (read === 'area' && route.area === null && !saysArea) {
          report(context, 'route/guard-needs-area', at, { name: route.name, guard: name });
        }
        if (read === 'area' || hasParameter(route, read)) continue;
        report(context, 'route/guard-needs-parameter', at, { name: read.slice(1), guard: name });
      }
    }
  }
}

function hasParameter(route: Route, name: string): boolean {
  return Object.hasOwn(route.params, name.slice(1)) || Object.hasOwn(route.with, name.slice(1));
}

/** `area`, and each parameter with a colon before it. */
function readsOf(condition: Condition): string[] {
  return testsOf(condition).flatMap((test) =>
    test.test === 'compare'
      ? [
          ...(test.subject.from === 'param' ? [`:${test.subject.name}`] : []),
          ...('area' in test.operand ? ['area'] : []),
        ]
      : [],
  );
}
