/** Follows what changes while the page is open, and reads it again. */
import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useSWRConfig } from 'swr';
import type { LiveEvents } from '../../contract/live.ts';
import type { Client } from '../api/client.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { usePortal, usePortalState } from '../session/portal-context.ts';

type ChangeListener = (changed: LiveChange) => void;

/** An event with its data. */
export type LiveChange = {
  [Name in keyof LiveEvents]: { readonly event: Name; readonly data: LiveEvents[Name] };
}[keyof LiveEvents];

const listeners = new Set<ChangeListener>();

/** Calls back with each event while the component is on the page. */
export function useLiveChanges(listener: ChangeListener): void {
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listener]);
}

/**
 * Follows while the tab is visible: hidden tabs would hold connections, of which a browser has few, and read again
 * when somebody returns to them.
 */
export function useLive(): void {
  const { client, store } = usePortal();
  const token = usePortalState((state) => state.session.token);
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (token === null) return;
    const noteFollowed = (isFollowed: boolean) =>
      store.change((draft) => void (draft.isFollowed = isFollowed));
    let leave = new AbortController();
    let wasHidden = false;
    const start = () => {
      leave.abort();
      noteFollowed(false);
      leave = new AbortController();
      const isHidden = document.visibilityState === 'hidden';
      if (!isHidden) void follow({ client, noteFollowed }, leave.signal, wasHidden);
      wasHidden ||= isHidden;
    };
    // A stream may survive a break of the network, with or without what was sent meanwhile.
    const back = () => {
      start();
      noteConnection(true);
      tellAll({ event: 'all', data: null });
    };
    const records: ChangeListener = (changed) => {
      if (changed.event === 'portal') store.change((draft) => void (draft.reported = changed.data));
      if (changed.event !== 'viewers') client.dropBegun();
      void mutate((key) => isChanged(key, changed));
    };
    const lost = () => noteConnection(false);
    start();
    listeners.add(records);
    document.addEventListener('visibilitychange', start);
    window.addEventListener('offline', lost);
    window.addEventListener('online', back);
    return () => {
      leave.abort();
      noteFollowed(false);
      noteConnection(true);
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', back);
      listeners.delete(records);
      document.removeEventListener('visibilitychange', start);
    };
  }, [client, mutate, store, token]);
}

/** Milliseconds: a server that answers some reads and others never is not asked for all of them again and again. */
const restBetweenReads = 30_000;

/** After answers from this device: as soon as the server answers one read, all are read again. */
export function useFreshAnswers(): void {
  const { account } = usePortal();
  const isKept = usePortalState((state) => state.shownSince !== null);
  const last = useRef({ isKept, readAt: 0 });
  useEffect(() => {
    const { isKept: wasKept, readAt } = last.current;
    last.current.isKept = isKept;
    if (!wasKept || isKept || Date.now() - readAt < restBetweenReads) return;
    last.current.readAt = Date.now();
    tellAll({ event: 'all', data: null });
    void account.refreshMemberships();
  }, [account, isKept]);
}

let isReached = true;
const watchers = new Set<() => void>();

function noteConnection(isOpen: boolean): void {
  if (isOpen === isReached) return;
  isReached = isOpen;
  for (const watcher of watchers) watcher();
}

/** False while the server cannot be reached. */
export function useIsReached(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => isReached,
  );
}

/** Did records of this type change? */
export function isOfType(changed: LiveChange, type: string): boolean {
  return (
    changed.event === 'all' || (changed.event === 'records' && changed.data.some((one) => one.type === type))
  );
}

/** Lists of the type, the record itself, what there is to do, and the counts of the navigation. */
function isChanged(key: unknown, changed: LiveChange): boolean {
  if (
    changed.event === 'viewers' ||
    changed.event === 'portal' ||
    !Array.isArray(key) ||
    typeof key[1] !== 'string'
  )
    return false;
  // After a break, whatever could not be loaded is.
  if (changed.event === 'all') return true;
  if (key[1] === 'GET /navigation/counts') return true;
  const isToDo = key[1] === 'GET /to-do';
  if (!isToDo && !key[1].startsWith('GET /records/')) return false;
  if (changed.event !== 'records') return false;
  if (isToDo) return true;
  // Several lists may be read together.
  const inputs = [key[2] as RecordInput | readonly RecordInput[]].flat();
  return inputs.some(({ params: { type, slug } = {} }) =>
    changed.data.some((one) => one.type === type && (slug === undefined || slug === one.slug)),
  );
}

interface RecordInput {
  readonly params?: { readonly type?: string; readonly slug?: string };
}

interface Follower {
  readonly client: Client;
  /** @param isFollowed the server tells what changes, until it is false */
  readonly noteFollowed: (isFollowed: boolean) => void;
}

const firstWait = 1000;
const longestWait = 15_000;
/** The server sends something every 25 seconds. After a longer silence the connection is dead, as when a computer slept. */
const longestSilence = 60_000;

/**
 * Connects again after a break, a little later each time, and at once when the network is back. Everything on the page
 * is read again then, and also when the tab was hidden before.
 */
async function follow(
  { client, noteFollowed }: Follower,
  signal: AbortSignal,
  wasHidden: boolean,
): Promise<void> {
  let hasMissed = wasHidden;
  for (let wait = firstWait; !signal.aborted; wait = Math.min(wait * 2, longestWait)) {
    const onOpen = () => {
      noteFollowed(true);
      wait = firstWait;
      noteConnection(true);
      if (hasMissed) tellAll({ event: 'all', data: null });
    };
    // After a break everything is read again.
    const query = hasMissed ? {} : { ago: client.readingFor() };
    await listen(client, { query, signal, onOpen }).catch(() => null);
    if (signal.aborted) return;
    noteFollowed(false);
    hasMissed = true;
    if (wait > firstWait || !navigator.onLine) noteConnection(false);
    await new Promise((resolve) => setTimeout(resolve, wait * (1 + Math.random())));
  }
}

interface StreamRequest {
  readonly query: { readonly ago?: number };
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
}

/** Resolves when the stream ends. */
async function listen(client: Client, { query, signal, onOpen }: StreamRequest): Promise<void> {
  const silence = new AbortController();
  const body = await client.follow('GET /live', { query }, AbortSignal.any([signal, silence.signal]));
  if (body === null) return;
  onOpen();
  let timer = setTimeout(() => silence.abort(), longestSilence);
  const beats = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), longestSilence);
      controller.enqueue(chunk);
    },
  });
  const events = body
    .pipeThrough(beats)
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
    if (done) return clearTimeout(timer);
    const changed = changeOf(value);
    if (changed !== null) tellAll(changed);
  }
}

function changeOf({ event, data }: EventSourceMessage): LiveChange | null {
  if (event === 'account' || event === 'viewers' || event === 'all') return { event, data: null };
  if (event === 'portal') return { event, data: String(JSON.parse(data)) };
  if (event !== 'records') return null;
  const said: unknown = JSON.parse(data);
  return { event, data: Array.isArray(said) ? said.filter(isRecordName) : [] };
}

function isRecordName(value: unknown): value is LiveEvents['records'][number] {
  return isMapping(value) && typeof value['type'] === 'string' && typeof value['slug'] === 'string';
}

/** Everything that follows such a change reads again. */
export function tellAll(changed: LiveChange): void {
  for (const listener of listeners) listener(changed);
}
