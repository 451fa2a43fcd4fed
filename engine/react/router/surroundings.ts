/** Connects the router to the browser: the shared state, the API, and the account's actions. */
import type { PortalServices } from '../portal-context.ts';
import { visitorOf } from '../session/user.ts';
import type { Surroundings } from './follow.ts';
import type { PortalHash } from './portal-hash.ts';

/** @param hash the hash that the server reported last */
export function createSurroundings(services: PortalServices, hash: PortalHash): Surroundings {
  const { store, account, client, readLookups } = services;
  return {
    portal: () => store.get().slice,
    visitor: () => visitorOf(store.get().session, store.get().slice),
    fetchDecision: (location) => client.call('GET /decision', { query: { path: location } }),
    reload: () => account.reloadSlice(),
    async signOut() {
      account.drop();
      await account.reloadSlice().catch(() => {});
    },
    say: (message) => store.change((draft) => void (draft.errors = [message])),
    async refresh() {
      await hash.check();
      if (hash.reported !== null && hash.reported !== store.get().slice.hash) {
        await account.reloadSlice().catch(() => {});
      }
      // No page waits for them.
      void readLookups();
    },
  };
}
