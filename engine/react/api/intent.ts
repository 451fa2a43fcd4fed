/** Idempotency keys: one for each write, kept until the server has answered, so that a retry files nothing twice. */
export interface Intents {
  /** The key of this write. It stays the same until a response settles the write. */
  keyOf(signature: string): string;
  /** The server answered: the same write later is a new one. */
  settle(signature: string): void;
}

export function createIntents(): Intents {
  const open = new Map<string, string>();
  return {
    keyOf(signature) {
      const key = open.get(signature) ?? randomKey();
      open.set(signature, key);
      return key;
    },
    settle: (signature) => void open.delete(signature),
  };
}

/** `crypto.randomUUID` is missing if the page is not served over https, as in a local network. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
