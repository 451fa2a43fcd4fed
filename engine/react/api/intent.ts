/** Idempotency keys: one a write, kept until the server has answered it, so that a retry files nothing twice. */
export interface Intents {
  /** The key of this write: the same one as long as no answer settled it. */
  keyOf(signature: string): string;
  /** The server answered: the same write again is a new one. */
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

/** `crypto.randomUUID` is missing where the page is not served over https, as in a local network. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
