/** The answer of `decide`: show a route, go elsewhere, or not found. One decision reports the first step. */
import type { Route } from './route.ts';

export type Decision =
  | { readonly outcome: 'show'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | {
      readonly outcome: 'go';
      /** A path; only the sign-in page carries a query (`next`). */
      readonly to: string;
      readonly signOut: boolean;
      /** The text of the message, or null. */
      readonly message: string | null;
      /** The route that was asked for. */
      readonly route: Route;
    }
  | { readonly outcome: 'not-found'; readonly route: Route | null };

/** The same on the wire and on the command line: absent values are left out. */
export interface WireDecision {
  readonly outcome: 'show' | 'go' | 'not-found';
  readonly to?: string;
  readonly signOut?: boolean;
  readonly message?: string;
  readonly route?: string;
  readonly title?: string;
  readonly screen?: string;
}
