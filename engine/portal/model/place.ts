/** What every part of a configuration may say of itself: its place in the files, and its legal basis. */

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
