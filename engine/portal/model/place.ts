/** What every part of a configuration may say of itself: its place in the files, its legal basis, and its former names. */

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
  /** In words: the law, ordinance or form and its section; null: unknown. */
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
