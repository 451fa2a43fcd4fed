/** Says where the portal shows what was added: on which pages, in which steps, and for whom. */
import { openingChanges } from '../../plan/opening-pages.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Route } from '../../portal/model/route.ts';
import { openingDepartments } from '../../portal/routing/visitors.ts';
import { countOfNoun } from '../../portal/text/noun-count.ts';

/** Empty if it is shown nowhere. */
export function sayAppearance(before: Portal, after: Portal): string {
  const older = new Map(before.routes.map((route) => [route.name, contentOf(route)]));
  const shown = after.routes.filter((route) => older.get(route.name) !== contentOf(route));
  const lines = shown.map((route) => {
    const readers = titlesOf(after, openingDepartments(after, route));
    return [
      route.path,
      `${route.title}, for ${readers === '' ? 'people without an account' : readers}`,
    ] as const;
  });
  const width = Math.max(0, ...lines.map(([path]) => path.length));
  return [
    ...(lines.length === 0 ? [] : ['Shown at:\n']),
    ...lines.map(([path, said]) => `  ${path.padEnd(width)}  ${said}\n`),
    ...saySharedPages(after, openingChanges(before, after), new Set(shown.map(({ name }) => name))),
    ...saySteps(before, after),
    ...sayAccounts(before, after),
  ].join('');
}

/** A page without its place, which moves with every line above it. */
function contentOf(route: Route): string {
  return JSON.stringify(route, (key, value: unknown) => (key === 'place' ? undefined : value));
}

/** A new office opens dozens of pages that others have, too. */
function saySharedPages(
  portal: Portal,
  changes: ReturnType<typeof openingChanges>,
  shown: ReadonlySet<string>,
): string[] {
  const pages = changes.filter(({ page }) => !shown.has(page));
  const departments = new Set(pages.flatMap(({ opens }) => opens));
  return [...departments].map((key) => {
    const count = countOfNoun(pages.filter(({ opens }) => opens.includes(key)).length, 'page', 'pages');
    return `Opens for ${titlesOf(portal, [key])}: ${count} of others.\n`;
  });
}

/** The steps of older workflows that have other effects. */
function saySteps(before: Portal, after: Portal): string[] {
  return Object.values(after.workflows).flatMap(({ of, transitions }) =>
    Object.values(transitions).flatMap(({ name, title, then }) => {
      const was = before.workflows[of]?.transitions[name];
      if (was === undefined || JSON.stringify(was.then) === JSON.stringify(then)) return [];
      return [`At the step: ${of}.${name} (${title}).\n`];
    }),
  );
}

function sayAccounts(before: Portal, { departments, demonstration }: Portal): string[] {
  return Object.values(departments)
    .filter(({ key }) => !Object.hasOwn(before.departments, key))
    .map(({ key, demonstrationUnit }) => {
      const unit = demonstrationUnit === null ? '' : ', and one for each other unit';
      return `Demonstration account: ${key}@${demonstration.domain}${unit}.\n`;
    });
}

function titlesOf(portal: Portal, departments: readonly string[]): string {
  const titles = departments.map((key) => portal.departments[key]?.title ?? key);
  const shown = titles.slice(0, 3).join(', ');
  return titles.length > 3 ? `${shown} and ${titles.length - 3} more` : shown;
}
