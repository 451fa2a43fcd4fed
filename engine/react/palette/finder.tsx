/** Opens the search through everything with Ctrl-K or ⌘K. Its code is loaded on first use. */
import { lazy, useEffect } from 'react';
import { LazyPart } from '../loading/lazy-part.tsx';
import { usePortal, usePortalState } from '../session/portal-context.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

export function Finder() {
  const { store } = usePortal();
  const isFinding = usePortalState((state) => state.isFinding);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      store.change((draft) => void (draft.isFinding = !draft.isFinding));
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [store]);
  if (!isFinding) return null;
  return (
    <LazyPart isAbove>
      <Palette onClose={() => store.change((draft) => void (draft.isFinding = false))} />
    </LazyPart>
  );
}
