/** What every screen can use: the API, the shared state, the account's actions. */
import { createContext, use, useEffect } from 'react';
import type { PortalSlice } from '../../portal/wire/slice.ts';
import type { Client } from '../api/client.ts';
import type { AccountActions } from './account.ts';
import { useStore, type PortalState, type Store } from './store.ts';
import type { UserSession } from './user.ts';

export interface PortalServices {
  readonly client: Client;
  readonly store: Store;
  readonly account: AccountActions;
  /** Resolves when the public lookups have loaded or failed. */
  readonly readLookups: () => Promise<void>;
}

export const PortalContext = createContext<PortalServices | null>(null);

/** @throws outside the portal's provider. */
export function usePortal(): PortalServices {
  const services = use(PortalContext);
  if (services === null) throw new Error('This component stands outside of the portal.');
  return services;
}

export function usePortalState<T>(select: (state: PortalState) => T): T {
  return useStore(usePortal().store, select);
}

export function useSlice(): PortalSlice {
  return usePortalState((state) => state.slice);
}

export function useSession(): UserSession {
  return usePortalState((state) => state.session);
}

/** Titles the tab while the page is shown. */
export function useTabTitle(title: string): void {
  const { store } = usePortal();
  useEffect(() => {
    store.change((draft) => void (draft.tabTitle = title));
    return () => store.change((draft) => void (draft.tabTitle = null));
  }, [store, title]);
}
