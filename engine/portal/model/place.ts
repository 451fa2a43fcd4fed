/**
 * What every part of a configuration may say of itself: its place in the files, its legal basis, its former names, and
 * how stored records follow a change.
 */
import type { Condition } from './condition.ts';
import type { Computation } from './form.ts';

export interface Place {
  /** Path of the file relative to the project, such as `config/guards.yaml`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

export type Certainty = 'law' | 'practice' | 'assumption';

export interface Basis {
  /** In words: the law, rule or form and its section; null: unknown. */
  readonly source: string | null;
  readonly certainty: Certainty | null;
}

/** What the stored data of a portal hangs on. */
export const namedKinds = [
  'department',
  'type',
  'kind',
  'item',
  'question',
  'lookup',
  'row',
  'document',
  'role',
  'clock',
  'step',
] as const;
export type NamedKind = (typeof namedKinds)[number];

/** As people call them. */
export const nounsOfNames: Readonly<Record<NamedKind, string>> = {
  department: 'department',
  type: 'record type',
  kind: 'requirement kind',
  item: 'item',
  question: 'question',
  lookup: 'lookup',
  row: 'row of a lookup',
  document: 'document',
  role: 'role',
  clock: 'clock',
  step: 'transition',
};

/** A name that the configuration no longer has. */
export interface FormerName {
  readonly kind: NamedKind;
  /** Unique among its kind, as `namesIn` writes it: `desk`, `permit: phone`, `permit.review`. */
  readonly name: string;
  /** The name that took its place; null: none did. */
  readonly successor: string | null;
  /** What becomes of values that nothing takes over; null: they move to the successor. */
  readonly values: 'keep' | 'erase' | null;
  /** Why it is gone; null: it only has another name. */
  readonly why: string | null;
  readonly place: Place;
}

/** Changes stored records once, where a former name cannot say what becomes of them. */
export interface DataMigration {
  /** Name of its file. A database remembers which ones it has run. */
  readonly name: string;
  readonly title: string;
  /** Names of the migrations that run before it. */
  readonly from: readonly string[];
  /** Record type. */
  readonly type: string;
  /** Only records of this requirement kind; null: of any. */
  readonly kind: string | null;
  readonly where: Condition;
  readonly steps: readonly MigrationStep[];
  /** The number of records that it must change. */
  readonly expect: { readonly atLeast: number; readonly atMost: number | null };
  /** What takes it back; null: nothing can. */
  readonly back: readonly MigrationStep[] | null;
  /** Why nothing takes it back. */
  readonly why: string | null;
  readonly place: Place;
}

/** Questions are paths such as `phone`, or `lines.capital` for each row of a list. */
export type MigrationStep = { readonly when: Condition } & (
  | {
      readonly does: 'set';
      readonly question: string;
      readonly value: MigrationValue;
      /** Only where there is no answer. */
      readonly isFill: boolean;
    }
  /** Gives each group of the pattern to a question of the same level, in order. */
  | {
      readonly does: 'split';
      readonly question: string;
      readonly pattern: string;
      readonly into: readonly string[];
    }
  | { readonly does: 'clear'; readonly question: string }
  /** @property from states; the configuration may no longer have them */
  | { readonly does: 'state'; readonly from: readonly string[]; readonly to: string }
  | { readonly does: 'office'; readonly from: string | null; readonly to: string }
  /** The officer's word about the paper no longer counts, and the person is asked for it again. */
  | { readonly does: 'ask-again'; readonly item: string }
);

/** A text may have placeholders: `{street}, {town}`. */
export type MigrationValue = string | number | boolean | readonly string[] | Computation;
