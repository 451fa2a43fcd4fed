/** The draft that a form continues, and the initial answers of a new one. */
import { useCallback, useLayoutEffect, useState } from 'react';
import type { PrefilledAnswers } from '../../../contract/records.ts';
import type { WireRecord } from '../../../contract/record.ts';
import type { CallInput, ReadRequest } from '../../api/call.ts';
import type { Client } from '../../api/client.ts';
import { listInput, useRead } from '../../data/hooks.ts';
import { useLiveChanges } from '../../data/live.ts';
import { ProblemError } from '../../api/problem.ts';
import { usePortal, useSlice } from '../../session/portal-context.ts';

export type FoundDraft =
  | { readonly kind: 'searching' }
  | { readonly kind: 'failed'; readonly error: ProblemError }
  /** Null: there is none, so a new one is created. */
  | { readonly kind: 'found'; readonly record: WireRecord | null };

export interface DraftSearch {
  readonly type: string;
  readonly parent: string | null;
  /** State of a draft. */
  readonly initial: string;
  /** Slug of the wanted draft; null: the newest. */
  readonly slug: string | null;
  /** Skips the search: a new draft is wanted. */
  readonly isNew: boolean;
}

/** Searches once: a cached response would bring back old answers. */
export function useFoundDraft(search: DraftSearch): readonly [FoundDraft, () => void] {
  const { type, parent, initial, slug, isNew } = search;
  const { client } = usePortal();
  const [found, setFound] = useState<FoundDraft>({ kind: 'searching' });
  const look = useCallback(
    () => findDraft(client, { type, parent, initial, slug, isNew }),
    [client, initial, isNew, parent, slug, type],
  );
  // Together with what else the page reads first.
  useLayoutEffect(() => {
    let isCurrent = true;
    void look().then((next) => isCurrent && setFound(next));
    return () => {
      isCurrent = false;
    };
  }, [look]);
  const again = useCallback(() => {
    setFound({ kind: 'searching' });
    void look().then(setFound);
  }, [look]);
  const hasFailed = found.kind === 'failed';
  // The connection is back: what could not be loaded is.
  useLiveChanges(
    useCallback(({ event }) => void (event === 'all' && hasFailed && again()), [again, hasFailed]),
  );
  return [found, again];
}

async function findDraft(client: Client, search: DraftSearch): Promise<FoundDraft> {
  try {
    return { kind: 'found', record: await readDraft(client, search) };
  } catch (error) {
    if (error instanceof ProblemError) return { kind: 'failed', error };
    throw error;
  }
}

async function readDraft(client: Client, search: DraftSearch): Promise<WireRecord | null> {
  const { type, slug, isNew } = search;
  if (isNew) return null;
  const read = (of: string) => client.call('GET /records/:type/:slug', { params: { type, slug: of } });
  if (slug !== null) return read(slug);
  const page = await client.call('GET /records/:type', newestDraft(search));
  const draft = page.items.find(({ editable }) => editable);
  return draft === undefined ? null : read(draft.slug);
}

function newestDraft({ type, parent, initial }: DraftSearch): CallInput<'GET /records/:type'> {
  return listInput({ type, parent, filters: { state: initial }, sort: '-updated', limit: 1 });
}

/** The first read of a search; none if a new draft is wanted. */
export function draftRead(search: DraftSearch): readonly ReadRequest[] {
  const { type, slug, isNew } = search;
  if (isNew) return [];
  return slug === null
    ? [['GET /records/:type', newestDraft(search)]]
    : [['GET /records/:type/:slug', { params: { type, slug } }]];
}

const nothing: PrefilledAnswers = { data: {}, from: [] };

/** @returns null while it loads; without a connection the form starts empty */
export function usePrefilled(type: string | null): PrefilledAnswers | null {
  const { recordTypes } = useSlice();
  const isAsked = type !== null && recordTypes[type]?.prefills === true;
  const { data, error } = useRead('GET /records/:type/prefill', isAsked ? { params: { type } } : null);
  return !isAsked || error !== undefined ? nothing : (data ?? null);
}
