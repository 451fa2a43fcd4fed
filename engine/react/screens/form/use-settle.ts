/** Waits until the form on the page is the one that the saved answers lead to; not for long, where the server is away. */
import { useEffect, useRef } from 'react';
import type { DraftKeeper } from '../../drafts/draft-keeper.ts';

const patience = 4000;

/** @param hash of the form on the page */
export function useSettle(keeper: DraftKeeper, hash: string): () => Promise<void> {
  const shown = useRef(hash);
  const waiting = useRef<() => void>(() => {});
  useEffect(() => {
    shown.current = hash;
    if (isInPlace(keeper, hash)) waiting.current();
  });
  return async () => {
    // What could not be saved before is tried again at its own pace.
    if (keeper.get().saving.kind === 'kept') return;
    const limit = new Promise<void>((resolve) => {
      setTimeout(resolve, patience);
    });
    const settled = keeper.save().then(() => {
      if (isInPlace(keeper, shown.current)) return undefined;
      return new Promise<void>((resolve) => void (waiting.current = resolve));
    });
    await Promise.race([settled, limit]);
  };
}

function isInPlace(keeper: DraftKeeper, hash: string): boolean {
  const form = keeper.get().record?.form ?? null;
  return form === null || form === hash;
}
