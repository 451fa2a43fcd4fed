/** A reviewer's decision about one item of a checklist. */
import type { WireItem } from '../../../contract/record.ts';
import type { CallInput } from '../../api/call.ts';
import type { Problem } from '../../api/problem.ts';

export type ItemReviewRequest = CallInput<'POST /records/:type/:slug/items/:item'>['body'];

/** What the officer had in view of an item: a decision is about that and nothing newer. */
export interface SeenItem {
  /** Several, if the officer's own decisions before had no answer yet: any of them can be the server's. */
  readonly states: readonly string[];
  /** Their ids. */
  readonly files: readonly string[];
}

export interface Decision {
  readonly item: string;
  /** Of the item, for messages. */
  readonly title: string;
  readonly body: ItemReviewRequest;
  readonly seen: SeenItem;
}

export interface HeldDecision extends Decision {
  /** The idempotency key: however often it is sent, the server takes it once. */
  readonly key: string;
  /** `held`: it can be undone; `failed`: the server did not take it. */
  readonly stage: 'held' | 'sending' | 'failed';
  /** When it was made, in milliseconds. */
  readonly at: number;
  /** When it is sent. */
  readonly until: number;
  /** Why it failed. */
  readonly problem: Problem | null;
}

export function seenOf({ state, files }: WireItem): SeenItem {
  return { states: [state], files: files.map(({ id }) => id) };
}
