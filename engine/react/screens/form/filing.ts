/** The action that files a draft: forward, with nothing more to ask. */
import type { PortalSlice } from '../../../portal/slice.ts';
import type { WireAction, WireRecord } from '../../../portal/wire.ts';

export function filingOf(slice: PortalSlice, record: WireRecord | null): WireAction | null {
  if (record === null) return null;
  const states = slice.recordTypes[record.type]?.states ?? {};
  const forward = record.actions.filter(({ input, to }) => {
    const state = to === undefined ? undefined : states[to];
    return input === null && state !== undefined && !state.isFinal && state.tone !== 'bad';
  });
  return forward[0] ?? null;
}
