/** Conditions that come true by the time alone: a clock has run out, a document has expired, a wait is over. */
import type { Condition } from '../model/condition.ts';
import type { RecordContext } from '../model/record.ts';
import type { EvaluationScope } from './scope.ts';

/** Any other condition, and one that asks for what is not known here, does not hold. */
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
      // A new one that is still valid takes the place of the one before.
      return asked.length > 0 && asked.every(({ validUntil }) => validUntil !== null && validUntil < today);
    }
    case 'after':
      return isOver?.(condition.wait, record.since) ?? false;
    default:
      return false;
  }
}
