/** Decides whether the window is as narrow as a phone. Lists become cards there. */
import { useSyncExternalStore } from 'react';

const query = '(width < 820px)';

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
