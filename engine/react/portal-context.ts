/** What every screen may reach: the API, the shared state, the account's own steps. */
import { createContext, use } from 'react';
import type { PortalSlice } from '../portal/wire/slice.ts';
import type { Client } from './api/client.ts';
import type { AccountActions } from './session/account.ts';
import { useStore, type PortalState, type Store } from './session/store.ts';
import type { UserSession } from './session/user.ts';

export interface PortalServices {
  readonly client: Client;
  readonly store: Store;
  readonly account: AccountActions;
  /** Ends when the public lookups are there, as far as they can be had. */
  readonly readLookups: () => Promise<void>;
}

export const PortalContext = createContext<PortalServices | null>(null);

/** @throws outside of the portal's frame. */
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
