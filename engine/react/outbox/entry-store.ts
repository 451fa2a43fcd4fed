/** What the server does not have yet, kept in the browser: a reload or a crash loses none. */
import { isMapping } from '../../portal/values/is-mapping.ts';

export interface StoredEntry {
  /** The idempotency key: however often it is sent, the server takes it once. */
  readonly key: string;
  /** When it was made, in milliseconds. */
  readonly at: number;
}

export interface EntryStore<Entry extends StoredEntry> {
  /** In the order in which they were made. */
  read(): readonly Entry[];
  /** @returns false if the device refuses storage; nothing fails then */
  keep(entry: Entry): boolean;
  forget(key: string): void;
  /** Decides whether a key of the browser's storage is of this store; null: all of them may have changed. */
  owns(storageKey: string | null): boolean;
}

/**
 * Each entry is stored by itself, so that two tabs do not overwrite each other.
 * @param name what the entries are, and whose
 * @param isEntry tells a readable entry from what an older version has left
 */
export function createEntryStore<Entry extends StoredEntry>(
  name: string,
  isEntry: (value: Record<string, unknown>) => boolean,
  storage: Storage = window.localStorage,
): EntryStore<Entry> {
  const prefix = `portal.${name}.`;
  // The name of one account may be the beginning of another.
  const owns = (key: string) => key.startsWith(prefix) && !key.slice(prefix.length).includes('.');
  const isOfStore = (value: unknown): value is Entry =>
    isMapping(value) && typeof value['key'] === 'string' && typeof value['at'] === 'number' && isEntry(value);
  return {
    read: () =>
      attempt(() =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
          .filter(owns)
          .map((key) => parse(storage.getItem(key)))
          .filter(isOfStore)
          .toSorted((a, b) => a.at - b.at),
      ) ?? [],
    keep: (entry) =>
      attempt(() => {
        storage.setItem(prefix + entry.key, JSON.stringify(entry));
        return true;
      }) ?? false,
    forget: (key) => void attempt(() => storage.removeItem(prefix + key)),
    owns: (key) => key === null || owns(key),
  };
}

function parse(text: string | null): unknown {
  return attempt((): unknown => JSON.parse(text ?? 'null'));
}

function attempt<T>(access: () => T): T | null {
  try {
    return access();
  } catch {
    return null;
  }
}
