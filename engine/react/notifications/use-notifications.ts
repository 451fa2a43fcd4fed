/** The person's notifications: newest first, page by page, polled every minute. */
import { useCallback } from 'react';
import type { AnswerKey } from '../data/hooks.ts';
import { useLiveChanges } from '../data/live.ts';
import useSWRInfinite from 'swr/infinite';
import type { WireNotifications } from '../../contract/notifications.ts';
import type { CallInput } from '../api/call.ts';
import type { ProblemError } from '../api/problem.ts';
import { currentLanguage } from '../language/text.ts';
import { usePortal, usePortalState } from '../session/portal-context.ts';
import { aMinute } from '../../portal/time/lengths.ts';

export interface Notifications {
  readonly items: WireNotifications['items'];
  readonly unread: number;
  readonly isLoading: boolean;
  readonly error: ProblemError | undefined;
  readonly hasMore: boolean;
  more(): void;
  retry(): void;
  /** @param ids omitted: all */
  markRead(ids?: readonly string[]): Promise<void>;
}

/** @param cursor of the page; empty for the first one */
export function notificationsInput(cursor: string): CallInput<'GET /notifications'> {
  return { query: { cursor } };
}

export function useNotifications(): Notifications {
  const { client } = usePortal();
  const token = usePortalState((state) => state.session.token);
  const { data, error, isLoading, mutate, setSize } = useSWRInfinite<WireNotifications, ProblemError>(
    (index: number, previous: WireNotifications | null): AnswerKey<'GET /notifications'> | null => {
      if (token === null || (index > 0 && (previous === null || previous.next === null))) return null;
      const cursor = index === 0 ? '' : (previous?.next ?? '');
      return [token, 'GET /notifications', notificationsInput(cursor), currentLanguage()];
    },
    ([, endpoint, input]: AnswerKey<'GET /notifications'>) => client.call(endpoint, input),
    { refreshInterval: aMinute, keepPreviousData: true, shouldRetryOnError: false },
  );
  // A notification is nearly always about a record that the person sees.
  useLiveChanges(useCallback(() => void mutate(), [mutate]));
  const pages = data ?? [];
  return {
    items: pages.flatMap(({ items }) => items),
    unread: pages[0]?.unread ?? 0,
    isLoading,
    error,
    hasMore: pages.length > 0 && pages.at(-1)?.next !== null,
    more: () => void setSize((size) => size + 1),
    retry: () => void mutate(),
    async markRead(ids) {
      await client.send('POST /notifications/read', { body: ids === undefined ? {} : { ids } });
      await mutate();
    },
  };
}
