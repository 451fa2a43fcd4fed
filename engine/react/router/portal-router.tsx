/** The browser's router: one splat route, because `decide` matches paths and react-router only shows the answer. */
import type { ComponentType } from 'react';
import { createBrowserRouter, createMemoryRouter, redirect, type RouteObject } from 'react-router-dom';
import { follow, type RouteOutcome, type Surroundings } from './follow.ts';

export type PortalRouter = ReturnType<typeof createBrowserRouter>;

export type Page = Exclude<RouteOutcome, { outcome: 'go' }> & {
  /** Which frame the page stands in; it stays while the next page is on its way. */
  readonly isSignedIn: boolean;
};

export interface PortalRouterOptions extends Surroundings {
  /** Shows the page that the loader found (`useLoaderData<Page>()`). */
  readonly page: ComponentType;
  /** First locations of a history in memory, for tests and stories; otherwise the browser's own. */
  readonly memory?: readonly string[];
  /** Told every outcome, redirects included. */
  readonly onOutcome?: (location: string, outcome: RouteOutcome) => void;
}

/** Builds the router over the portal's slice; guards are asked before any screen is loaded. */
export function createPortalRouter(options: PortalRouterOptions): PortalRouter {
  const routes: RouteObject[] = [
    {
      path: '*',
      Component: options.page,
      HydrateFallback: () => null,
      loader: ({ request }) => load(options, request),
    },
  ];
  return options.memory
    ? createMemoryRouter(routes, { initialEntries: [...options.memory] })
    : createBrowserRouter(routes);
}

async function load(options: PortalRouterOptions, request: Request): Promise<Page | Response> {
  const { pathname, search } = new URL(request.url);
  const location = pathname + search;
  const outcome = await follow(options, location);
  options.onOutcome?.(location, outcome);
  if (outcome.outcome === 'go') return redirect(outcome.to);
  return { ...outcome, isSignedIn: options.visitor().signedIn };
}
