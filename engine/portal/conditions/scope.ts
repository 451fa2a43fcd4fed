/** The portal, the visitor and the record: the first argument of every function that decides for a visitor. */
import type { Duration } from '../model/condition.ts';
import type { Decidable, Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import type { Route } from '../model/route.ts';
import type { Visitor } from '../model/department.ts';

/** `P` is the whole portal, or the slice that a browser receives. */
export interface Scope<P extends Decidable = Portal> {
  readonly portal: P;
  readonly visitor: Visitor;
  /** The record in question; absent: none. */
  readonly context?: RecordContext;
}

/** A scope with a record. */
export interface RecordScope extends Scope {
  readonly context: RecordContext;
}

/**
 * The facts for evaluating a condition. In a slice, lookups and derived values are unknown, so comparisons with them
 * are false.
 */
export interface EvaluationScope extends Scope<Decidable | Portal> {
  readonly params?: Readonly<Record<string, string>>;
  readonly route?: Pick<Route, 'area'>;
  /** ISO date, used if the record has none. */
  readonly today?: string;
  /** The condition is inside an odd number of `not`, so what is true of a deputy's person bars them too. */
  readonly isBar?: boolean;
  /** Whether the record's own form is complete. Absent: it is not. */
  readonly isFormComplete?: (context: RecordContext) => boolean;
  /** Whether the record's checklist is in this state. Absent: it is not. */
  readonly isChecklist?: (is: 'filed' | 'passed' | 'returned', context: RecordContext) => boolean;
  /**
   * Whether a wait that began at this moment (ISO date-time) is over. Only the server measures time. Absent: it is
   * not over.
   */
  readonly isOver?: (wait: Duration, since: string) => boolean;
  /** Whether too few people are left for this step, which has a quorum. Only triggers ask it. Absent: it is not. */
  readonly isUnreachable?: (step: string, context: RecordContext) => boolean;
}
