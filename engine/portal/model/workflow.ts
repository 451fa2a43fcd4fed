/** Workflows: the states of one record type and the transitions between them. */
import type { Clock } from './clock.ts';
import type { Condition } from './condition.ts';
import type { EffectDefinition } from './effect.ts';
import type { Place } from './place.ts';

export interface Workflow {
  readonly name: string;
  /** The workflow's record type. */
  readonly of: string;
  readonly initial: string;
  readonly states: Readonly<Record<string, State>>;
  /** Includes the extensions of clocks (`extend-{clock}`). */
  readonly transitions: Readonly<Record<string, Transition>>;
  readonly clocks: Readonly<Record<string, Clock>>;
}

export interface State {
  readonly key: string;
  readonly title: string;
  /** What citizens read; the title itself if the configuration has no other words for them. */
  readonly titleForCitizens: string;
  /** neutral: waiting · info: in progress · good: issued · bad: refused, overdue · warning: a person must act now */
  readonly tone: 'neutral' | 'info' | 'good' | 'bad' | 'warning';
  /** A party's role, a department's key, `office` (the record's), `children`, or null. */
  readonly waitsFor: string | null;
  /** Its earlier keys: records in them move here when the configuration comes into force. */
  readonly formerly: readonly string[];
  readonly isSettled: boolean;
  readonly isFinal: boolean;
}

export interface Transition {
  readonly name: string;
  readonly title: string;
  readonly from: readonly string[];
  /** The target if no case is true. An extension of a clock stays in its state and names none (''). */
  readonly to: string;
  /** Other targets: the first case that is true. */
  readonly toCases: readonly { readonly when: Condition; readonly to: string }[];
  /** Who may take it; null if only the engine takes it. */
  readonly by: Condition | null;
  readonly trigger: Condition | null;
  readonly needs: readonly Need[];
  /** Hash of its form, or null. */
  readonly input: string | null;
  /** Its answers are stored in the record's data as well as in the event. */
  readonly saves: boolean;
  /** Accounts that the user chooses, instead of a form. */
  readonly pick: PickRule | null;
  /** Name of the calendar in which it books a slot. */
  readonly books: string | null;
  /** Leaving the state with this transition keeps the booked slot. */
  readonly keeps: boolean;
  /** Available for several selected records of a list. */
  readonly bulk: boolean;
  /** Name of the clock that it extends, or null. */
  readonly extends: string | null;
  readonly then: readonly EffectDefinition[];
  readonly place: Place;
}

export interface Need {
  readonly condition: Condition;
  readonly message: string;
}

/** Accounts to choose from. */
export interface PickRule {
  readonly where: Condition;
  readonly isMany: boolean;
}
