/** The draft that a page fills in, kept while the page is open. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createDraftKeeper, type DraftKeeper, type DraftOptions, type DraftState } from './draft-keeper.ts';

/** Only the options of the first call count: another record is another page. */
export function useDraftKeeper(options: DraftOptions): readonly [DraftState, DraftKeeper] {
  const [keeper] = useState(() => createDraftKeeper(options));
  useEffect(() => {
    const retry = () => keeper.flush();
    const leave = () => {
      if (document.visibilityState === 'hidden') keeper.flush();
    };
    window.addEventListener('online', retry);
    document.addEventListener('visibilitychange', leave);
    return () => {
      window.removeEventListener('online', retry);
      document.removeEventListener('visibilitychange', leave);
      keeper.dispose();
    };
  }, [keeper]);
  return [useSyncExternalStore(keeper.subscribe, keeper.get), keeper];
}
