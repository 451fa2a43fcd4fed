/** What the router needs to decide: the portal, the session, and whether the configuration has changed. */
import { pageMessages } from '../../locales/page.ts';
import { text } from '../language/text.ts';
import { atMost, LONGEST_NAVIGATION_WAIT } from '../api/at-most.ts';
import type { PortalServices } from '../session/portal-context.ts';
import { visitorOf } from '../session/user.ts';
import type { Surroundings } from './portal-router.tsx';

export function createSurroundings(services: PortalServices): Surroundings {
  const { store, account, client } = services;
  const check = createCheck(() => client.call('GET /portal/hash', {}));
  return {
    portal: () => store.get().slice,
    visitor: () => visitorOf(store.get().session, store.get().slice),
    worksElsewhere: () => store.get().session.memberships.length > 1,
    fetchDecision: (location) => client.call('GET /decision', { query: { path: location } }),
    reload: () => account.reloadSlice(),
    async signOut() {
      account.drop();
      await account.reloadSlice().catch(() => {});
    },
    // The sign-in page shows it to who is signed out.
    say: (message) =>
      store.change((draft) => {
        if (draft.session.token === null) draft.errors = [message];
        else draft.dialog = { ...dialogTexts(), text: message, closesAfter: null };
      }),
    async refresh() {
      if (!store.get().isFollowed) await check();
      const { reported, slice } = store.get();
      if (reported !== null && reported !== slice.hash) await account.reloadSlice().catch(() => {});
    },
  };
}

function dialogTexts(): { readonly title: string; readonly button: string } {
  return { title: text(pageMessages.notOpened), button: text(pageMessages.close) };
}

/**
 * @param ask sends a request whose response reports the hash
 * @returns asks, but never delays a navigation noticeably
 */
function createCheck(ask: () => Promise<unknown>): () => Promise<void> {
  let isFirst = true;
  return async () => {
    // The slice has just loaded: the first page needs no check.
    if (isFirst) {
      isFirst = false;
      return;
    }
    await atMost(
      ask().catch(() => {}),
      LONGEST_NAVIGATION_WAIT,
    );
  };
}
