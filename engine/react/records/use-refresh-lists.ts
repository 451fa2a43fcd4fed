/** Reads every list of records again: a step may have made or moved what stands in them. */
import { useCallback } from 'react';
import { useSWRConfig } from 'swr';

export function useRefreshLists(): () => void {
  const { mutate } = useSWRConfig();
  return useCallback(() => void mutate(isRecordList), [mutate]);
}

/** Keys of what the lists of records are kept under: [token, `records/type?…`]. */
function isRecordList(key: unknown): boolean {
  return Array.isArray(key) && typeof key[1] === 'string' && /^records\/[^/?]+(\?|$)/.test(key[1]);
}
