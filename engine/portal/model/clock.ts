/** Clocks of a workflow: how long somebody has, when that starts, pauses and stops; and where one stands in a record. */
import type { Basis } from './basis.ts';
import type { Condition, ConditionalValue, FieldPath } from './condition.ts';
import type { Duration } from './duration.ts';
import type { Place } from './place.ts';
import type { EffectDefinition } from './effect.ts';

export interface Clock extends Basis {
  readonly name: string;
  readonly title: string;
  readonly within: ConditionalValue<ClockLimit>;
  /** The date from which the time counts, as soon as it is known, and again when it changes; null: from the moment of the start. */
  readonly from: FieldPath | null;
  /** States: entering one of `starts` begins the count, once; it rests in `pauses` and ends in `stops`. */
  readonly starts: readonly string[];
  readonly pauses: readonly string[];
  /** It rests, too, while a record below is in one of these states: one that waits for its owner. */
  readonly rests: readonly ChildStates[];
  readonly stops: readonly string[];
  readonly extend: ClockExtension | null;
  readonly warn: { readonly before: Duration; readonly then: readonly EffectDefinition[] } | null;
  readonly place: Place;
}

/** Records of a type that stand directly below, in some of their states. */
export interface ChildStates {
  readonly type: string;
  readonly states: readonly string[];
}

/** A duration, or the one that the record's office has under this name. */
export type ClockLimit = Duration | { readonly officeConstant: string };

/** Once, by the same time again; taken like a transition named `extend-{clock}` that stays in the state. */
interface ClockExtension {
  readonly by: Condition;
  /** Hash of the form that it asks, or null. */
  readonly input: string | null;
}

/** Where a clock of a record stands. Kept in the record, by the clock's name. */
export interface ClockState {
  readonly state: 'running' | 'paused' | 'stopped';
  /** ISO date-times. */
  readonly startedAt: string;
  /** Moves on when a pause ends and when it is extended; null while the date from which it counts is not known. */
  readonly due: string | null;
  /** Of a clock that counts from a date: the one that `due` was computed from (ISO date), and the pauses that are over. */
  readonly countedFrom?: string | null;
  readonly pauses?: readonly { readonly from: string; readonly to: string }[];
  readonly pausedAt: string | null;
  readonly isExtended: boolean;
  readonly isWarned: boolean;
  /** Transitions that its running out has fired; each fires once, and once more after an extension. */
  readonly spent?: readonly string[];
  /** Of a clock whose date has changed: the last due for which it fired each of them, and the last that was warned of. */
  readonly passed?: Readonly<Record<string, string>>;
  readonly warnedFor?: string;
}
