/** Who asks, of which portal, about which record: the first argument of whatever decides for a visitor. */
import type { Duration } from '../model/duration.ts';
import type { Decidable, Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import type { Route } from '../model/route.ts';
import type { Visitor } from '../model/visitor.ts';

/** `P` is the whole portal, or the slice of it that a browser has. */
export interface Scope<P extends Decidable = Portal> {
  readonly portal: P;
  readonly visitor: Visitor;
  /** The record in question; left out: none. */
  readonly context?: RecordContext;
}

/** A scope with a record. */
export interface RecordScope extends Scope {
  readonly context: RecordContext;
}

/** What a condition is evaluated in. With a slice, lookups and derived values are unknown, which makes a comparison false. */
export interface EvaluationScope extends Scope<Decidable | Portal> {
  readonly params?: Readonly<Record<string, string>>;
  readonly route?: Pick<Route, 'area'>;
  /** ISO date, where no record says it. */
  readonly today?: string;
  /** Is the record's own form complete? Left out: it is not. */
  readonly isFormComplete?: (context: RecordContext) => boolean;
  /** Is the record's checklist in this state? Left out: it is not. */
  readonly isChecklist?: (is: 'filed' | 'passed' | 'returned', context: RecordContext) => boolean;
  /** Is a wait over that began at this moment (ISO date-time)? Only the engine counts time. Left out: it is not. */
  readonly isOver?: (wait: Duration, since: string) => boolean;
}
