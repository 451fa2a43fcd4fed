/** Loads the public lookups once: at a navigation, each only while it is empty. */
import type { Client } from '../api/client.ts';
import type { Store } from './store.ts';

/**
 * @returns a function that loads what is missing, and resolves when all requests are done. A failed list is retried
 * at the next navigation. A newer portal, or one in another language, has its own lists
 */
export function createLookups(client: Client, store: Store): () => Promise<void> {
  const underway = new Map<string, Promise<void>>();
  let known = '';
  return async () => {
    const { hash, language, publicLookups } = store.get().slice;
    const edition = `${hash} ${language}`;
    if (edition !== known) {
      known = edition;
      underway.clear();
      store.change((draft) => void (draft.lookups = {}));
    }
    const missing = publicLookups.filter((name) => !hasRows(store, name) && !underway.has(name));
    for (const name of missing) underway.set(name, read(name, edition));
    await Promise.all(underway.values());
  };

  async function read(name: string, edition: string): Promise<void> {
    const rows = await client.call('GET /:lookup', { params: { lookup: name } }).catch(() => null);
    if (edition !== known) return;
    underway.delete(name);
    if (rows === null) return;
    // The store freezes what is not frozen, to the last part: there are thousands of rows, and nobody changes them.
    store.change((draft) => void Object.assign(draft.lookups, { [name]: Object.freeze(rows) }));
  }
}

function hasRows(store: Store, name: string): boolean {
  const { lookups } = store.get();
  return Object.hasOwn(lookups, name) && (lookups[name]?.length ?? 0) > 0;
}
