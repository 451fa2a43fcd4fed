/** The number of threads with unread messages. It follows what others write and read. */
import { useCallback } from 'react';
import { useRead } from '../data/hooks.ts';
import { type LiveChange, useLiveChanges } from '../data/live.ts';
import { useSession } from '../session/portal-context.ts';

/** Somebody wrote or read a message, or a right to read has changed. */
export function useThreadChanges(reread: () => unknown): void {
  useLiveChanges(
    useCallback((changed: LiveChange) => void (changed.event === 'records' || reread()), [reread]),
  );
}

export function useUnreadThreads(): number {
  const { unreadMessages } = useSession();
  const { data, mutate } = useRead('GET /threads/unread', {}, { dedupingInterval: 0 });
  useThreadChanges(mutate);
  return data?.unread ?? unreadMessages;
}
