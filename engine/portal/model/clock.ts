/** Clocks of a workflow: a duration, and when it starts, pauses and stops; and the state of a clock in a record. */
import type { Basis } from './basis.ts';
import type { Condition, ConditionalValue, FieldPath } from './condition.ts';
import type { Duration } from './duration.ts';
import type { Place } from './place.ts';
import type { EffectDefinition } from './effect.ts';

export interface Clock extends Basis {
  readonly name: string;
  readonly title: string;
  readonly within: ConditionalValue<ClockLimit>;
  /**
   * The date from which the time counts, once it is known and whenever it changes; null: from the moment of the
   * start.
   */
  readonly from: FieldPath | null;
  /** States: entering one of `starts` starts the clock, once. It pauses in `pauses` and ends in `stops`. */
  readonly starts: readonly string[];
  readonly pauses: readonly string[];
  /**
   * It also pauses while a record below is in one of these states, for example while that record waits for its owner.
   */
  readonly rests: readonly ChildStates[];
  readonly stops: readonly string[];
  readonly extend: ClockExtension | null;
  readonly warn: { readonly before: Duration; readonly then: readonly EffectDefinition[] } | null;
  readonly place: Place;
}

/** Children of one type, in some of their states. */
export interface ChildStates {
  readonly type: string;
  readonly states: readonly string[];
}

/** A duration, or the name of a constant of the record's office. */
export type ClockLimit = Duration | { readonly officeConstant: string };

/**
 * One extension by the same time. People take it as a transition named `extend-{clock}`, which stays in the state.
 */
interface ClockExtension {
  readonly by: Condition;
  /** Hash of the form of the extension, or null. */
  readonly input: string | null;
}

/** The state of a clock in a record, stored in the record by the clock's name. */
export interface ClockState {
  readonly state: 'running' | 'paused' | 'stopped';
  /** ISO date-times. */
  readonly startedAt: string;
  /** Moves when a pause ends and when the clock is extended; null while the reference date is unknown. */
  readonly due: string | null;
  /**
   * For a clock with a reference date: the date from which `due` was computed (ISO date), and its finished pauses.
   */
  readonly countedFrom?: string | null;
  readonly pauses?: readonly { readonly from: string; readonly to: string }[];
  readonly pausedAt: string | null;
  readonly isExtended: boolean;
  readonly isWarned: boolean;
  /** Transitions that its expiry has fired. Each fires once, and once more after an extension. */
  readonly spent?: readonly string[];
  /**
   * For a clock whose date has changed: the last due time for which it fired each of them, and the last that it
   * warned of.
   */
  readonly passed?: Readonly<Record<string, string>>;
  readonly warnedFor?: string;
}
