/** What the router needs to decide: the portal, the session, and whether the configuration has changed. */
import { pageMessages } from '../../locales/page.ts';
import { text } from '../language/text.ts';
import type { PortalServices } from '../session/portal-context.ts';
import { visitorOf } from '../session/user.ts';
import type { Surroundings } from './portal-router.tsx';

/** @param hash the hash that the server reported last */
export function createSurroundings(services: PortalServices, hash: PortalHash): Surroundings {
  const { store, account, client } = services;
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
      await hash.check();
      if (hash.reported !== null && hash.reported !== store.get().slice.hash) {
        await account.reloadSlice().catch(() => {});
      }
    },
  };
}

function dialogTexts(): { readonly title: string; readonly button: string } {
  return { title: text(pageMessages.notOpened), button: text(pageMessages.close) };
}

export interface PortalHash {
  /** The hash that the server reported last, or null before the first response. */
  readonly reported: string | null;
  report(hash: string): void;
  /** Requests the hash, but never delays a navigation noticeably. */
  check(): Promise<void>;
}

/** The longest wait of a navigation, in milliseconds. */
const patience = 250;

/** @param ask sends a request whose response reports the hash */
export function createPortalHash(ask: () => Promise<unknown>): PortalHash {
  let reported: string | null = null;
  let isFirst = true;
  return {
    get reported() {
      return reported;
    },
    report(hash) {
      reported = hash;
    },
    async check() {
      // The slice has just loaded: the first page needs no check.
      if (isFirst) {
        isFirst = false;
        return;
      }
      await Promise.race([
        ask().catch(() => {}),
        new Promise<void>((resolve) => {
          setTimeout(resolve, patience);
        }),
      ]);
    },
  };
}
