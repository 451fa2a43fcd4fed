/** The shared state of the page: portal slice, session, errors, dashboard, loading flag. */
import { produce, type Draft } from 'immer';
import { useSyncExternalStore } from 'react';
import type { LookupRow } from '../../portal/model/portal.ts';
import type { ListTotal } from '../../contract/record.ts';
import type { PortalSlice } from '../../portal/wire/slice.ts';
import { nobody, type UserSession } from './user.ts';

/** An error dialog; `closesAfter` in milliseconds, null: it stays open. */
export interface ErrorDialog {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly closesAfter: number | null;
}

export interface PortalState {
  readonly slice: PortalSlice;
  readonly session: UserSession;
  /** Hash of the configuration that the server has now; null: it is that of the slice. */
  readonly reported: string | null;
  /** The server tells this page at once if another configuration comes into force. */
  readonly isFollowed: boolean;
  /** Shown in an alert on the sign-in page. */
  readonly errors: readonly string[];
  readonly dialog: ErrorDialog | null;
  /** The search through everything is open. */
  readonly isFinding: boolean;
  /** Rows of the loaded public lookups by name. */
  readonly lookups: Readonly<Record<string, readonly LookupRow[]>>;
  /** The last counts of the dashboard, by `type/list`. */
  readonly dashboard: readonly (ListTotal & { readonly list: string })[];
  /** When the server gave the oldest answer that the page shows from this device, in milliseconds; null: none. */
  readonly shownSince: number | null;
  /** The title of the tab, where the page says more than its route; null: the route's. */
  readonly tabTitle: string | null;
  /** Notifications that have not been read. */
  readonly unread: number;
  /** The overlay over everything: signing in, signing out. */
  readonly loader: boolean;
  /** A small indicator that a page is loading. */
  readonly spinner: boolean;
}

export interface Store {
  get(): PortalState;
  change(recipe: (draft: Draft<PortalState>) => void): void;
  subscribe(listener: () => void): () => void;
}

/** Immer freezes what it does not find frozen, to the last part: the slice is large, and nobody changes it. */
export function frozenSlice(slice: PortalSlice): PortalSlice {
  return Object.freeze(slice);
}

export function createStore(slice: PortalSlice): Store {
  let state: PortalState = {
    slice: frozenSlice(slice),
    session: nobody,
    errors: [],
    dialog: null,
    isFinding: false,
    lookups: {},
    dashboard: [],
    shownSince: null,
    tabTitle: null,
    unread: 0,
    loader: false,
    spinner: false,
    reported: null,
    isFollowed: false,
  };
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    change(recipe) {
      const next = produce(state, recipe);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Subscribes to one part of the store; the selector must return the same object while nothing changed. */
export function useStore<T>(store: Store, select: (state: PortalState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
