/** The action that files a draft: the first that leads on and ends nothing; one that asks nothing more goes before one that does. */
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import type { WireAction, WireRecord } from '../../../portal/wire/wire.ts';

interface DraftRecord<Action> extends Pick<WireRecord, 'type' | 'state'> {
  readonly actions: readonly Action[];
}

export function filingOf<Action extends Pick<WireAction, 'input' | 'to'>>(
  slice: PortalSlice,
  record: DraftRecord<Action> | null,
): Action | null {
  if (record === null) return null;
  const states = slice.recordTypes[record.type]?.states ?? {};
  const forward = record.actions.filter(({ to }) => {
    const state = to === undefined ? undefined : states[to];
    return state !== undefined && to !== record.state && !state.isFinal && state.tone !== 'bad';
  });
  return forward.find(({ input }) => input === null) ?? forward[0] ?? null;
}
