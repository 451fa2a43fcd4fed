/** Threads of messages: the list, one thread, and the number of unread ones. They follow what others write. */
import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { WireThreadRow, WireThreads } from '../../contract/threads.ts';
import type { CallInput, ReadKey } from '../api/call.ts';
import { type AnswerKey, useRead } from '../data/hooks.ts';
import type { ProblemError } from '../api/problem.ts';
import { useThreadChanges } from '../notifications/use-unread-threads.ts';
import { currentLanguage } from '../language/text.ts';
import { usePortal, usePortalState } from '../session/portal-context.ts';

const fresh = { dedupingInterval: 0 };

interface ThreadFilter {
  readonly q?: string;
  /** `type/slug` */
  readonly record?: string | undefined;
}

/** @param cursor of the page; omitted for the first page */
export function threadsInput(
  { q = '', record }: ThreadFilter,
  cursor: string | null = null,
): CallInput<'GET /threads'> {
  return {
    query: {
      ...(q !== '' && { q }),
      ...(record !== undefined && { record }),
      ...(cursor !== null && { cursor }),
    },
  };
}

export function useThreads({ q = '', record }: ThreadFilter) {
  const { client } = usePortal();
  const token = usePortalState((state) => state.session.token);
  const pages = useSWRInfinite<WireThreads, ProblemError>(
    (_index: number, previous: WireThreads | null): AnswerKey<'GET /threads'> | null => {
      if (token === null || (previous !== null && previous.next === null)) return null;
      return [token, 'GET /threads', threadsInput({ q, record }, previous?.next), currentLanguage()];
    },
    ([, endpoint, input]: AnswerKey<'GET /threads'>) => client.call(endpoint, input),
    { keepPreviousData: true, revalidateAll: true, ...fresh },
  );
  useThreadChanges(pages.mutate);
  const { data = [], error, mutate, setSize } = pages;
  return {
    items: data.flatMap(({ items }): readonly WireThreadRow[] => items),
    isLoaded: data.length > 0,
    error,
    isWritable: data[0]?.writable === true,
    hasMore: data.length > 0 && data.at(-1)?.next !== null,
    more: () => void setSize((size) => size + 1),
    retry: mutate,
  };
}

export function useThread(slug: string) {
  const thread = useRead('GET /threads/:slug', { params: { slug } }, fresh);
  useThreadChanges(thread.mutate);
  return thread;
}

/** Marks the messages as read once they are on the page, and says so in the header. */
export function useReadMark(slug: string, number: number, isUnread: boolean): void {
  const { client } = usePortal();
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (!isUnread) return;
    void client.send('POST /threads/:slug/read', { params: { slug }, body: { number } }).then(() => {
      const endpoints: readonly ReadKey[] = ['GET /threads/unread', 'GET /threads'];
      return mutate((key) => Array.isArray(key) && endpoints.some((endpoint) => endpoint === key[1]));
    });
  }, [client, mutate, slug, number, isUnread]);
}
