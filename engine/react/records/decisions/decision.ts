/** A reviewer's decision about one item of a checklist. */
import type { CallInput } from '../../api/call.ts';
import type { Problem } from '../../api/problem.ts';

export type ItemReviewRequest = CallInput<'POST /records/:type/:slug/items/:item'>['body'];

export interface Decision {
  readonly item: string;
  /** Of the item, for messages. */
  readonly title: string;
  readonly body: ItemReviewRequest;
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
