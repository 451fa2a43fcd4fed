/** Tracks which configuration the server uses. Responses report its hash; a navigation requests it if none did. */
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
