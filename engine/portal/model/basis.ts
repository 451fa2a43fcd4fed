/** The legal basis of a question or item, and how certain it is. */
export type Certainty = 'law' | 'practice' | 'assumption';

export interface Basis {
  /** In words: the law, ordinance or form and its section; null: unknown. */
  readonly source: string | null;
  readonly certainty: Certainty | null;
}
