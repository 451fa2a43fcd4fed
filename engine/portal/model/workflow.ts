/** A workflow: the states of one record type and the transitions between them. */
import type { Clock } from './clock.ts';
import type { Condition } from './condition.ts';
import type { EffectDefinition } from './effect.ts';
import type { Place } from './place.ts';

export interface Workflow {
  readonly name: string;
  /** Record type; a workflow belongs to one. */
  readonly of: string;
  readonly initial: string;
  readonly states: Readonly<Record<string, State>>;
  /** Those that clocks are extended by (`extend-{clock}`) included. */
  readonly transitions: Readonly<Record<string, Transition>>;
  readonly clocks: Readonly<Record<string, Clock>>;
}

export interface State {
  readonly key: string;
  readonly title: string;
  /** neutral waiting · info in work · good issued · bad refused, overdue · warning what a person must do now */
  readonly tone: 'neutral' | 'info' | 'good' | 'bad' | 'warning';
  /** A party's role, a department's key, `office` (the record's), `children`, or null. */
  readonly waitsFor: string | null;
  /** Keys that it had before: records in them move here when the configuration comes in force. */
  readonly formerly: readonly string[];
  readonly isSettled: boolean;
  readonly isFinal: boolean;
}

export interface Transition {
  readonly name: string;
  readonly title: string;
  readonly from: readonly string[];
  /** Where no case holds; a transition that extends a clock stays in its state and names none (''). */
  readonly to: string;
  /** Other targets, the first case that holds. */
  readonly toCases: readonly { readonly when: Condition; readonly to: string }[];
  /** Who may take it; null for one that the engine fires. */
  readonly by: Condition | null;
  readonly trigger: Condition | null;
  readonly needs: readonly Need[];
  /** Hash of the form that it asks, or null. */
  readonly input: string | null;
  /** Answers are kept in the record's data too, not only in the event. */
  readonly saves: boolean;
  /** Accounts that its taker chooses, instead of a form. */
  readonly pick: PickRule | null;
  /** Name of the calendar that it books a slot in. */
  readonly books: string | null;
  /** Leaving the state with it keeps the slot that the record has booked. */
  readonly keeps: boolean;
  /** May be taken for several records at once from a list. */
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

/** Accounts to choose among. */
export interface PickRule {
  readonly where: Condition;
  readonly isMany: boolean;
}
