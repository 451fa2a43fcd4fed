/** A workflow: the states of one record type and the transitions between them. */
import type { Condition, Value } from './condition.ts';
import type { Place } from './place.ts';

export interface Workflow {
  readonly name: string;
  /** Record type; a workflow belongs to one. */
  readonly of: string;
  readonly initial: string;
  readonly states: Readonly<Record<string, State>>;
  readonly transitions: Readonly<Record<string, Transition>>;
}

export interface State {
  readonly key: string;
  readonly title: string;
  /** neutral waiting · info in work · good issued · bad refused, overdue · warning what a person must do now */
  readonly tone: 'neutral' | 'info' | 'good' | 'bad' | 'warning';
  /** A party's role, a department's key, `office` (the record's), `children`, or null. */
  readonly waitsFor: string | null;
  readonly isSettled: boolean;
  readonly isFinal: boolean;
}

export interface Transition {
  readonly name: string;
  readonly title: string;
  readonly from: readonly string[];
  readonly to: string;
  /** Who may take it; null for one that the engine fires. */
  readonly by: Condition | null;
  readonly trigger: Condition | null;
  readonly needs: readonly Need[];
  /** Hash of the form that it asks, or null. */
  readonly input: string | null;
  /** Answers are kept in the record's data too, not only in the event. */
  readonly saves: boolean;
  readonly then: readonly Effect[];
  readonly place: Place;
}

export interface Need {
  readonly condition: Condition;
  readonly message: string;
}

export type Effect =
  | {
      readonly effect: 'create';
      readonly type: string;
      readonly forEachKindOf: string | null;
      readonly data: Readonly<Record<string, Value>>;
    }
  /** Words of the grammar whose engine is not built yet: kept, and named in the record's history. */
  | { readonly effect: 'later'; readonly word: string };
