/** What a condition is evaluated in: who asks, at which address, over which record. */
import type { Duration } from '../model/duration.ts';
import type { Decidable, Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import type { Route } from '../model/route.ts';
import type { Visitor } from '../model/visitor.ts';

export interface EvaluationScope {
  /** The whole portal, or a browser's slice: lookups and derived values are then unknown, which makes a comparison false. */
  readonly portal: Decidable | Portal;
  readonly visitor: Visitor;
  readonly params?: Readonly<Record<string, string>>;
  readonly route?: Pick<Route, 'area'>;
  readonly context?: RecordContext;
  /** ISO date, where no record says it. */
  readonly today?: string;
  /** Is the record's own form complete? Left out: it is not. */
  readonly isFormComplete?: (context: RecordContext) => boolean;
  /** Is the record's checklist in this state? Left out: it is not. */
  readonly isChecklist?: (is: 'filed' | 'passed' | 'returned', context: RecordContext) => boolean;
  /** Is a wait over that began at this moment (ISO date-time)? Only the engine counts time. Left out: it is not. */
  readonly isOver?: (wait: Duration, since: string) => boolean;
}
