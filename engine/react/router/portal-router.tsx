/** The browser's router: one splat route, because `decide` matches paths and react-router only shows the result. */
import type { ComponentType } from 'react';
import { createBrowserRouter, createMemoryRouter, redirect, type RouteObject } from 'react-router-dom';
import { follow, type RouteOutcome, type Surroundings } from './follow.ts';

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
  /** Called with every outcome, including redirects. */
  readonly onOutcome?: (location: string, outcome: RouteOutcome) => void;
}

/** Creates the router over the portal's slice; guards run before any screen loads. */
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
