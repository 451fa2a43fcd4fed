/** Evaluates conditions that become true when time passes: a clock ends, a document expires, a wait ends. */
import type { Condition } from '../model/condition.ts';
import type { RecordContext } from '../model/record.ts';
import type { EvaluationScope } from './scope.ts';

/** Every other condition is false, as is one that needs unknown facts. */
export function holdsByTime(
  condition: Condition,
  { record, documents, today, now }: RecordContext,
  isOver: EvaluationScope['isOver'],
): boolean {
  switch (condition.test) {
    case 'lapsed': {
      const clock = Object.hasOwn(record.clocks, condition.clock)
        ? record.clocks[condition.clock]
        : undefined;
      return clock?.state === 'running' && clock.due !== null && clock.due <= now;
    }
    case 'expired': {
      const asked = documents.filter(
        ({ document, state }) =>
          state !== 'revoked' && (condition.document === null || condition.document === document),
      );
      // A newer document that is still valid replaces the earlier one.
      return asked.length > 0 && asked.every(({ validUntil }) => validUntil !== null && validUntil < today);
    }
    case 'after':
      return isOver?.(condition.wait, record.since) ?? false;
    default:
      return false;
  }
}
