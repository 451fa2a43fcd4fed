/** Stores the token in local storage: a stored token means signed in, and other tabs follow. */
const key = 'portal.token';

export interface TokenStore {
  read(): string | null;
  write(token: string): void;
  remove(): void;
  /** Calls the listener when another tab signs in or out. Returns a function that unsubscribes. */
  onChangeElsewhere(listener: (token: string | null) => void): () => void;
}

/** The browser's storage. If the browser refuses storage, the token lasts for this page only. */
export function createTokenStore(target: Window = window): TokenStore {
  let memory: string | null = null;
  return {
    read: () => attempt(() => target.localStorage.getItem(key)) ?? memory,
    write(token) {
      memory = token;
      attempt(() => target.localStorage.setItem(key, token));
    },
    remove() {
      memory = null;
      attempt(() => target.localStorage.removeItem(key));
    },
    onChangeElsewhere(listener) {
      const follow = (event: StorageEvent) => {
        // A null key means that the whole storage was cleared.
        if (event.key !== key && event.key !== null) return;
        memory = event.key === null ? null : event.newValue;
        listener(memory);
      };
      target.addEventListener('storage', follow);
      return () => target.removeEventListener('storage', follow);
    },
  };
}

function attempt<T>(access: () => T): T | null {
  try {
    return access();
  } catch {
    return null;
  }
}
