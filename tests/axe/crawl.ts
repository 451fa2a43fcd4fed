/**
 * Opens the pages of a portal as one department and inspects each. The addresses of records come from the links on the
 * pages, as people find them.
 */
import type { Page } from 'playwright-core';
import { signedOut } from '../../engine/portal/model/department.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import type { Route, ScreenKind } from '../../engine/portal/model/route.ts';
import { decide, pathOfLocation } from '../../engine/portal/routing/decide.ts';
import { addressOf, visitorOf } from '../../engine/portal/routing/visitors.ts';
import { type Fault, inspectPage } from './inspect-page.ts';
import { watchRequests } from './watch-requests.ts';

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

/**
 * Pages that are opened only for their links, while a route has no address yet: another record of the same page may have
 * what the first one lacks.
 */
const mostSearched = 80;

export async function crawl(page: Page, options: CrawlOptions): Promise<Crawled> {
  const { portal, department, isSample = false, share: [part, parts] = [1, 1], screens, problems } = options;
  const openable = openRoutes(portal, department);
  const found = new Addresses(openable);
  const opened: OpenedPage[] = [];
  const inspected = new Set<string>();
  const quiet = watchRequests(page);
  const visited = new Set<Route>();
  const nextPlace = () => found.nextRoute() ?? (isSample ? null : found.nextToSearch());
  for (let next = nextPlace(); next !== null; next = nextPlace()) {
    const [route, path] = next;
    const { screen } = route;
    const isFirst = !visited.has(route);
    visited.add(route);
    const isWanted =
      isFirst &&
      (screens?.has(screen) ?? true) &&
      visited.size % parts === part % parts &&
      !(isSample && inspected.has(screen));
    // A sample needs no more pages of a kind than it takes to find the records.
    if (isSample && inspected.has(screen) && screen !== 'list') continue;
    const isOpen = await openPage(page, path, quiet);
    for (const [linked, address] of await linkedRoutes(page, options)) found.add(linked, address);
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
  return { opened, unlinked: found.unlinked() };
}

/** The addresses of the routes that open for a department, as the links of its pages give them. */
class Addresses {
  /** Route → its addresses in the order in which they were found. */
  readonly #of: ReadonlyMap<Route, Set<string>>;
  /** Route → how many of them were opened. */
  readonly #opened = new Map<Route, number>();
  #searched = 0;

  constructor(openable: ReadonlyMap<Route, string>) {
    this.#of = new Map(
      Array.from(openable, ([route, path]) => [route, new Set(path.includes('/some-') ? [] : [path])]),
    );
  }

  add(route: Route, address: string): void {
    this.#of.get(route)?.add(address);
  }

  unlinked(): readonly Route[] {
    return [...this.#of].flatMap(([route, addresses]) => (addresses.size === 0 ? [route] : []));
  }

  /** A route that was not opened yet; null: nothing links to those that are left. */
  nextRoute(): [Route, string] | null {
    return this.#open([...this.#of.keys()].find((route) => this.#timesOf(route) === 0 && this.#has(route)));
  }

  /** Another record of the page that was opened least; null: there is nothing to look for, or nowhere. */
  nextToSearch(): [Route, string] | null {
    if (this.unlinked().length === 0 || this.#searched === mostSearched) return null;
    this.#searched += 1;
    const [route] = [...this.#of.keys()]
      .filter((one) => this.#has(one))
      .toSorted((one, other) => this.#timesOf(one) - this.#timesOf(other));
    return this.#open(route);
  }

  #has(route: Route): boolean {
    return this.#timesOf(route) < (this.#of.get(route)?.size ?? 0);
  }

  #timesOf(route: Route): number {
    return this.#opened.get(route) ?? 0;
  }

  #open(route: Route | undefined): [Route, string] | null {
    if (route === undefined) return null;
    const times = this.#timesOf(route);
    const address = [...(this.#of.get(route) ?? [])][times];
    if (address === undefined) return null;
    this.#opened.set(route, times + 1);
    return [route, address];
  }
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
