/**
 * Opens the pages of a portal as one department and inspects each. The addresses of records come from the links on the
 * pages, as people find them.
 */
import type { Page, Request } from 'playwright-core';
import { signedOut } from '../../engine/portal/model/department.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import type { Route, ScreenKind } from '../../engine/portal/model/route.ts';
import { decide, pathOfLocation } from '../../engine/portal/routing/decide.ts';
import { addressOf, visitorOf } from '../../engine/portal/routing/visitors.ts';
import { type Fault, inspectPage } from './inspect-page.ts';

export interface OpenedPage {
  readonly screen: ScreenKind;
  readonly path: string;
  readonly views: number;
  readonly faults: readonly Fault[];
}

export interface Crawled {
  readonly opened: readonly OpenedPage[];
  /** Routes that open for the department, but nothing links to a record of theirs. */
  readonly unlinked: readonly Route[];
}

export interface CrawlOptions {
  readonly portal: Portal;
  /** Null: signed out. */
  readonly department: string | null;
  /** Errors of the page and its console so far; the crawl takes them out. */
  readonly problems: string[];
  readonly screens?: ReadonlySet<string>;
  /** Only the first page of each kind of screen, but that one with all views. */
  readonly isSample?: boolean;
  /** Inspects only every n-th page, beginning with the k-th: `[k, n]`. It opens the others for their links. */
  readonly share?: readonly [number, number];
  readonly say?: (page: OpenedPage) => void;
}

/** It ends the session, or needs a token from a mail. */
const closing: ReadonlySet<string> = new Set(['sign-out', 'link']);

export async function crawl(page: Page, options: CrawlOptions): Promise<Crawled> {
  const { portal, department, isSample = false, share: [part, parts] = [1, 1], screens, problems } = options;
  const openable = openRoutes(portal, department);
  const known = new Map(
    [...openable].flatMap(([route, path]) => (path.includes('/some-') ? [] : [[route, path] as const])),
  );
  const opened: OpenedPage[] = [];
  const inspected = new Set<string>();
  const quiet = watchRequests(page);
  const visited = new Set<Route>();
  for (let next = nextOf(known, visited); next !== null; next = nextOf(known, visited)) {
    const [route, path] = next;
    visited.add(route);
    const { screen } = route;
    const isWanted =
      (screens?.has(screen) ?? true) &&
      visited.size % parts === part % parts &&
      !(isSample && inspected.has(screen));
    // A sample needs no more pages of a kind than it takes to find the records.
    if (isSample && inspected.has(screen) && screen !== 'list') continue;
    const isOpen = await openPage(page, path, quiet);
    for (const [found, address] of await linkedRoutes(page, options))
      if (openable.has(found) && !known.has(found)) known.set(found, address);
    if (!isWanted) {
      problems.length = 0;
      continue;
    }
    inspected.add(screen);
    const { faults, views } = isOpen
      ? await inspectPage(page, { isThorough: isSample })
      : { faults: [{ view: 'any', what: 'no heading appears' }], views: 1 };
    const errors = problems.splice(0).map((what) => ({ view: 'console', what }));
    const one = { screen, path, views, faults: [...faults, ...errors] };
    opened.push(one);
    options.say?.(one);
  }
  return { opened, unlinked: [...openable.keys()].filter((route) => !known.has(route)) };
}

function nextOf(known: ReadonlyMap<Route, string>, visited: ReadonlySet<Route>): [Route, string] | null {
  return [...known].find(([route]) => !visited.has(route)) ?? null;
}

function openRoutes(portal: Portal, department: string | null): ReadonlyMap<Route, string> {
  const visitor = visitorIn(portal, department);
  return new Map(
    portal.routes.flatMap((route) => {
      if (closing.has(route.screen)) return [];
      const path = addressOf(route, department ?? '');
      const decision = decide({ portal, visitor }, path);
      return decision.outcome === 'show' && decision.route === route ? [[route, path] as const] : [];
    }),
  );
}

function visitorIn(portal: Portal, department: string | null) {
  const visitor = department === null ? signedOut : visitorOf(portal, department);
  if (visitor === null) throw new Error(`There is no department ${department}.`);
  return visitor;
}

/** The routes that the links of the page lead to, with their addresses. */
async function linkedRoutes(
  page: Page,
  { portal, department }: CrawlOptions,
): Promise<readonly (readonly [Route, string])[]> {
  const visitor = visitorIn(portal, department);
  const hrefs = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map(
      (one) => one.getAttribute('href') ?? '',
    ),
  );
  return [...new Set(hrefs.map(pathOfLocation))].flatMap((path) => {
    const decision = decide({ portal, visitor }, path);
    return decision.outcome === 'show' ? [[decision.route, path] as const] : [];
  });
}

/** Like a link of the portal: without a reload. @returns whether its heading appears */
async function openPage(page: Page, path: string, quiet: () => Promise<void>): Promise<boolean> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await quiet();
  const heading = page.getByRole('heading', { level: 1 }).first();
  return heading.waitFor({ timeout: 15_000 }).then(
    () => true,
    () => false,
  );
}

/** @returns waits until nothing has been loading for a moment; the stream of changes never ends */
function watchRequests(page: Page): () => Promise<void> {
  const loading = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v1/live')) loading.add(request);
  });
  const end = (request: Request) => loading.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    const deadline = Date.now() + 15_000;
    for (let calm = 0; calm < 3 && Date.now() < deadline;) {
      await page.waitForTimeout(70);
      calm = loading.size === 0 ? calm + 1 : 0;
    }
  };
}
