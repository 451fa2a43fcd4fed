/** Which configuration is in force on the server? Answers report its hash; a navigation asks when nobody did. */
export interface PortalHash {
  /** Hash that the server reported last, or null before the first answer. */
  readonly reported: string | null;
  report(hash: string): void;
  /** Asks the server, but never holds a navigation up for longer than a blink. */
  check(): Promise<void>;
}

/** A navigation waits for the answer at most this long, in milliseconds. */
const patience = 250;

/** @param ask sends a request whose answer reports the hash */
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
      // The slice was fetched a moment ago: the first page needs no second look.
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
