/** The router: asks the guards about each location before its page opens. */
import type { ComponentType } from 'react';
import { createBrowserRouter, createMemoryRouter, redirect, type RouteObject } from 'react-router-dom';
import type { Decidable } from '../../portal/model/portal.ts';
import type { Route } from '../../portal/model/route.ts';
import type { Visitor } from '../../portal/model/department.ts';
import { decide, type RouteDecision, type WireDecision } from '../../portal/routing/decide.ts';

/** What the router needs from the application. */
export interface Surroundings {
  portal(): Decidable;
  visitor(): Visitor;
  /** The account also works in other departments or units. */
  worksElsewhere(): boolean;
  /** `GET decision`: the server's decision for a location that the slice does not contain. */
  fetchDecision(location: string): Promise<WireDecision>;
  /** Fetches the slice again. */
  reload(): Promise<unknown>;
  /** Ends the session, here and on the server. */
  signOut(): Promise<unknown>;
  /** Keeps a message for the next page. */
  say(message: string): void;
  /** Called before the first decision of each navigation; loads a newer portal if the server has one. */
  refresh(): Promise<unknown>;
}

type ShownRoute = Extract<RouteDecision, { outcome: 'show' }>;

export type RouteOutcome =
  | { readonly outcome: 'show'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'go'; readonly to: string }
  /** The slice does not contain the location and the server was unreachable. */
  | { readonly outcome: 'unreachable' };

/** Follows one step from a location (path and query). The router's loader calls it for each navigation. */
async function follow(around: Surroundings, location: string): Promise<RouteOutcome> {
  const decision = decide({ portal: around.portal(), visitor: around.visitor() }, location);
  const isUnknown = decision.outcome === 'not-found' && decision.route === null;
  // The server tells somebody with several memberships in which one the page opens.
  const isRefused = decision.outcome !== 'show' && around.worksElsewhere();
  if (!isUnknown && !isRefused) return obey(around, decision);
  try {
    return await askServer(around, location);
  } catch {
    return isUnknown ? { outcome: 'unreachable' } : obey(around, decision);
  }
}

async function askServer(around: Surroundings, location: string): Promise<RouteOutcome> {
  const answer = await around.fetchDecision(location);
  const { message = null } = answer;
  if (answer.outcome === 'not-found') {
    if (message !== null) around.say(message);
    return { outcome: 'not-found' };
  }
  if (answer.outcome === 'go') {
    const { to = '/', signOut = false } = answer;
    return leave(around, { to, signOut, message });
  }
  // The server has a page that this slice lacks: the configuration has changed.
  await around.reload();
  return obey(around, decide({ portal: around.portal(), visitor: around.visitor() }, location));
}

async function obey(around: Surroundings, decision: RouteDecision): Promise<RouteOutcome> {
  if (decision.outcome === 'go') return leave(around, decision);
  if (decision.outcome === 'not-found') return { outcome: 'not-found' };
  return shownPage(decision);
}

function shownPage({ route, params }: ShownRoute) {
  return { outcome: 'show' as const, route, params: { ...route.with, ...params } };
}

async function leave(
  around: Surroundings,
  {
    to,
    signOut,
    message,
  }: { readonly to: string; readonly signOut: boolean; readonly message: string | null },
): Promise<RouteOutcome> {
  if (signOut) await around.signOut();
  if (message !== null) around.say(message);
  return { outcome: 'go', to };
}

export type PortalRouter = ReturnType<typeof createBrowserRouter>;

export type Page = Exclude<RouteOutcome, { outcome: 'go' }> & {
  /** The frame of the page. It stays while the next page loads. */
  readonly isSignedIn: boolean;
};

export interface PortalRouterOptions extends Surroundings {
  /** Renders the page from the loader (`useLoaderData<Page>()`). */
  readonly page: ComponentType;
  /** Initial locations of an in-memory history, for tests and stories; otherwise the browser's history. */
  readonly memory?: readonly string[];
  /** Called with the page that is likely to open, while the server is asked whether the portal has changed. */
  readonly begin?: (page: Page, location: URL) => void;
  /**
   * Called before a page is drawn, and awaited.
   * @param left aborted if the person goes elsewhere before that
   */
  readonly prepare?: (page: Page, location: URL, left: AbortSignal) => Promise<void>;
  /** Called with every outcome, including redirects. */
  readonly onOutcome?: (location: string, outcome: RouteOutcome) => void;
}

/** Creates the router over the portal's slice; guards run before any screen loads. */
export function createPortalRouter(options: PortalRouterOptions): PortalRouter {
  // A redirect does not wait for the server again.
  let expected: string | null = null;
  const load = async (request: Request): Promise<Page | Response> => {
    const url = new URL(request.url);
    const location = url.pathname + url.search;
    if (location !== expected) {
      const refreshed = options.refresh();
      begin(url);
      await refreshed;
    }
    const outcome = await follow(options, location);
    expected = outcome.outcome === 'go' ? outcome.to : null;
    options.onOutcome?.(location, outcome);
    if (outcome.outcome === 'go') return redirect(outcome.to);
    const page = { ...outcome, isSignedIn: options.visitor().signedIn };
    await options.prepare?.(page, url, request.signal);
    return page;
  };
  const begin = (url: URL) => {
    const visitor = options.visitor();
    const decision = decide({ portal: options.portal(), visitor }, url.pathname + url.search);
    if (decision.outcome === 'show')
      options.begin?.({ ...shownPage(decision), isSignedIn: visitor.signedIn }, url);
  };
  const routes: RouteObject[] = [
    {
      path: '*',
      Component: options.page,
      HydrateFallback: () => null,
      loader: ({ request }) => load(request),
    },
  ];
  return options.memory
    ? createMemoryRouter(routes, { initialEntries: [...options.memory] })
    : createBrowserRouter(routes);
}
