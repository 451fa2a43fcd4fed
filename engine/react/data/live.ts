/** Follows what changes while the page is open, and reads it again. */
import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useEffect } from 'react';
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
  const { client } = usePortal();
  const token = usePortalState((state) => state.session.token);
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (token === null) return;
    let leave = new AbortController();
    const start = () => {
      leave.abort();
      leave = new AbortController();
      if (document.visibilityState === 'visible') void follow(client, leave.signal);
    };
    const records: ChangeListener = (changed) => void mutate((key) => isChanged(key, changed));
    start();
    listeners.add(records);
    document.addEventListener('visibilitychange', start);
    return () => {
      leave.abort();
      listeners.delete(records);
      document.removeEventListener('visibilitychange', start);
    };
  }, [client, mutate, token]);
}

/** Did records of this type change? */
export function isOfType(changed: LiveChange, type: string): boolean {
  return (
    changed.event === 'all' || (changed.event === 'records' && changed.data.some((one) => one.type === type))
  );
}

/** Lists of the type, the record itself, what there is to do, and the counts of the navigation. */
function isChanged(key: unknown, changed: LiveChange): boolean {
  if (changed.event === 'viewers' || !Array.isArray(key) || typeof key[1] !== 'string') return false;
  if (key[1] === 'GET /navigation/counts') return true;
  const isToDo = key[1] === 'GET /to-do';
  if (!isToDo && !key[1].startsWith('GET /records/')) return false;
  if (changed.event !== 'records') return changed.event === 'all';
  if (isToDo) return true;
  const { type, slug } = (key[2] as { params?: { type?: string; slug?: string } }).params ?? {};
  return changed.data.some((one) => one.type === type && (slug === undefined || slug === one.slug));
}

const firstWait = 1000;
const longestWait = 60_000;

/** Connects again after a break, a little later each time. */
async function follow(client: Client, signal: AbortSignal): Promise<void> {
  for (let wait = firstWait; !signal.aborted; wait = Math.min(wait * 2, longestWait)) {
    const isOpened = await listen(client, signal).catch(() => false);
    if (signal.aborted) return;
    if (isOpened) wait = firstWait;
    await new Promise((resolve) => setTimeout(resolve, wait * (1 + Math.random())));
    // Something may have changed meanwhile.
    if (isOpened) tellAll({ event: 'all', data: null });
  }
}

/** @returns true if the stream had been open until it ended */
async function listen(client: Client, signal: AbortSignal): Promise<boolean> {
  const body = await client.follow('GET /live', {}, signal);
  if (body === null) return false;
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
    if (done) return true;
    const changed = changeOf(value);
    if (changed !== null) tellAll(changed);
  }
}

function changeOf({ event, data }: EventSourceMessage): LiveChange | null {
  if (event === 'account' || event === 'viewers' || event === 'all') return { event, data: null };
  if (event !== 'records') return null;
  const said: unknown = JSON.parse(data);
  return { event, data: Array.isArray(said) ? said.filter(isRecordName) : [] };
}

function isRecordName(value: unknown): value is LiveEvents['records'][number] {
  return isMapping(value) && typeof value['type'] === 'string' && typeof value['slug'] === 'string';
}

function tellAll(changed: LiveChange): void {
  for (const listener of listeners) listener(changed);
}
