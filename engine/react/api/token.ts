/** Stores the token in local storage: a stored token means signed in, and other tabs follow. */
const key = 'portal.token';

export interface TokenStore {
  read(): string | null;
  write(token: string): void;
  remove(): void;
  /** Calls the listener when another tab signs in or out. Returns a function that unsubscribes. */
  onChangeElsewhere(listener: (token: string | null) => void): () => void;
}

/**
 * The browser's storage. If the browser refuses storage, the token lasts for this page only.
 * @param onOtherSession called before another token or none takes the place of the last one
 */
export function createTokenStore(onOtherSession = () => {}, target: Window = window): TokenStore {
  let memory: string | null = null;
  const read = () => attempt(() => target.localStorage.getItem(key)) ?? memory;
  return {
    read,
    write(token) {
      if (token !== read()) onOtherSession();
      memory = token;
      attempt(() => target.localStorage.setItem(key, token));
    },
    remove() {
      onOtherSession();
      memory = null;
      attempt(() => target.localStorage.removeItem(key));
    },
    onChangeElsewhere(listener) {
      const follow = (event: StorageEvent) => {
        // A null key means that the whole storage was cleared.
        if (event.key !== key && event.key !== null) return;
        memory = event.key === null ? null : event.newValue;
        // What this tab was keeping at that moment.
        if (memory === null) onOtherSession();
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
