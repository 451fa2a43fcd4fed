/** Decisions that the server has not answered yet. */
import { isMapping } from '../../../portal/values/is-mapping.ts';
import { createEntryStore, type EntryStore } from '../../outbox/entry-store.ts';
import type { HeldDecision } from './decision.ts';

export function createDecisionStore(name: string): EntryStore<HeldDecision> {
  return createEntryStore<HeldDecision>(`decisions.${name}`, isDecision);
}

function isDecision(value: Record<string, unknown>): boolean {
  return (
    typeof value['item'] === 'string' &&
    typeof value['title'] === 'string' &&
    typeof value['until'] === 'number' &&
    isMapping(value['body']) &&
    isMapping(value['seen'])
  );
}
