/** Reloads every list of records: a step may have created or moved records in them. */
import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import type { ReadKey } from '../api/call.ts';

export function useRefreshLists(): () => void {
  const { mutate } = useSWRConfig();
  return useCallback(() => void mutate(isRecordList), [mutate]);
}

function isRecordList(key: unknown): boolean {
  const endpoint: ReadKey = 'GET /records/:type';
  return Array.isArray(key) && key[1] === endpoint;
}
