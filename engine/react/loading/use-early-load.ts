/** Loads a part of the page that is needed without a connection, when nobody could load it any more. */
import { useEffect } from 'react';

/** Milliseconds after the page: what it shows goes first. */
const rest = 3000;

/** A failure here occurs again, and is reported, when the part is shown. */
export function useEarlyLoad(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), rest);
    return () => clearTimeout(timer);
  }, [load]);
}
