/** The workflow of a record type: its states, steps, effects and clocks. */
import type { Condition, ConditionalValue, Duration, FieldPath, Operand } from './condition.ts';
import type { Basis, Place } from './place.ts';

export interface Workflow {
  readonly name: string;
  /** The workflow's record type. */
  readonly of: string;
  readonly initial: string;
  readonly states: Readonly<Record<string, State>>;
  /** Includes the extensions of clocks (`extend-{clock}`). */
  readonly transitions: Readonly<Record<string, Transition>>;
  readonly clocks: Readonly<Record<string, Clock>>;
  readonly reminders: Readonly<Record<string, Reminder>>;
}

/** neutral: waiting · info: in progress · good: issued · bad: refused, overdue · warning: a person must act now */
export const tones = ['neutral', 'info', 'good', 'bad', 'warning'] as const;

export type Tone = (typeof tones)[number];

export interface State {
  readonly key: string;
  readonly title: string;
  /** What requesters read; the title itself if the configuration has no other words for them. */
  readonly titleForRequesters: string;
  /** What requesters can do in it, where and how, as they read it below the title; null: nothing is said. */
  readonly helpForRequesters: string | null;
  readonly tone: Tone;
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
  /** The usual time that somebody works on it, or lets it wait, for the simulation of queues; null: the default. */
  readonly takes: Duration | null;
  /** The owner's page has a code that somebody of the office scans with a phone to take it. */
  readonly scan: boolean;
  /** A deputy may take it for another officer. */
  readonly isDelegable: boolean;
  /** Name of the clock that it extends, or null. */
  readonly extends: string | null;
  /** Several people take it, and the last of them moves the record; null: one person does. */
  readonly quorum: QuorumRule | null;
  /** Steps with a quorum: whoever has taken one of them takes it back with this step. */
  readonly takesBack: readonly string[];
  readonly then: readonly EffectDefinition[];
  readonly place: Place;
}

/** How many people take a step before it moves the record. Each takes it once while the record is in its state. */
export interface QuorumRule {
  /** The name of the step, and its earlier names. */
  readonly steps: readonly string[];
  /** The roles whose people take it; null: others may take it too, so their number is not known. */
  readonly roles: readonly string[] | null;
  /** So many different people; null: everybody with one of the roles. */
  readonly atLeast: number | null;
}

export interface Need {
  readonly condition: Condition;
  readonly message: string;
  readonly place: Place;
}

/** Accounts to choose from. */
export interface PickRule {
  readonly where: Condition;
  readonly isMany: boolean;
  /** So many accounts must be chosen, and no more than `atMost`; null: any number. */
  readonly atLeast: number;
  readonly atMost: number | null;
  /** Chosen are the owners of the records that this list shows under some filters; null: single accounts. */
  readonly ownersIn: { readonly type: string; readonly list: string } | null;
}

/** How many owners one step can choose. */
export const mostOwners = 500;

export type EffectDefinition =
  | {
      readonly effect: 'create';
      readonly type: string;
      /** Name of a set: one record for each of its kinds that applies. */
      readonly forEachKindOf: string | null;
      /** Name of an answer: one record for each of its rows. */
      readonly forEachInput: string | null;
      readonly data: Readonly<Record<string, Operand>>;
    }
  /** Issues a document; null: the document of the record's kind. */
  | { readonly effect: 'document'; readonly document: string | null; readonly variant: string | null }
  /**
   * Suspends or revokes a document of the record or of an ancestor, or restores it; null: the document of the
   * record's kind.
   */
  | {
      readonly effect: 'revoke';
      readonly document: string | null;
      readonly as: 'revoked' | 'suspended' | 'valid';
    }
  /** Sent or accepted papers no longer count: their owner must send them again. Null: every item of the checklist. */
  | { readonly effect: 'askAgain'; readonly items: readonly string[] | null; readonly message: string }
  /** Computes the fees of this schedule and stores them in the record's data. */
  | { readonly effect: 'assess'; readonly schedule: string }
  | {
      readonly effect: 'notify';
      readonly to: Recipients;
      readonly notice: string;
      /** One notice about each of these, to its own recipients; absent: one about this record. */
      readonly children?: ChildStates;
    }
  /** Assigns a role of the record to an account or a department. */
  | { readonly effect: 'assign'; readonly role: string; readonly to: Operand }
  /** Asks an extension for something; it runs after the step is committed. */
  | {
      readonly effect: 'extension';
      readonly name: string;
      readonly input: Readonly<Record<string, Operand>>;
    }
  | {
      readonly effect: 'account';
      readonly does: 'suspend' | 'restore' | 'reset-password' | 'sign-out';
    };

/** Recipients: parties of the record, its office, departments. */
export interface Recipients {
  readonly parties: readonly string[];
  readonly isOffice: boolean;
  readonly departments: readonly string[];
}

/** The definition of one effect, by its name. */
export type EffectOf<Word> = Extract<EffectDefinition, { effect: Word }>;

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

/** A notice that is sent once while the record stays in one of these states. */
export interface Reminder {
  readonly name: string;
  readonly title: string;
  readonly states: readonly string[];
  /**
   * After the record entered the state; before an automatic step that waits; before the record's newest valid
   * document of this name expires; or before or after a date or a moment that the record has as an answer.
   */
  readonly when:
    | { readonly from: 'state'; readonly after: Duration }
    | { readonly from: 'step'; readonly before: Duration; readonly step: string }
    | { readonly from: 'document'; readonly before: Duration; readonly document: string }
    | ReminderDate;
  readonly notify: EffectOf<'notify'>;
  readonly place: Place;
}

/** So long before or after an answer of the record itself. */
export type ReminderDate = {
  readonly from: 'date';
  readonly field: FieldPath;
} & ({ readonly before: Duration } | { readonly after: Duration });

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
