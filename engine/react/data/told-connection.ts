/** Whether a part of the page says itself that there is no connection: the line above the page then leaves it out. */
import { useEffect, useSyncExternalStore } from 'react';

let tellers = 0;
const watchers = new Set<() => void>();

function note(change: 1 | -1): void {
  tellers += change;
  for (const watcher of watchers) watcher();
}

/** @param isTelling the caller shows such a notice now */
export function useTellsConnection(isTelling: boolean): void {
  useEffect(() => {
    if (!isTelling) return undefined;
    note(1);
    return () => note(-1);
  }, [isTelling]);
}

export function useIsConnectionTold(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => tellers > 0,
  );
}
