/** On what something stands that a form or a checklist asks, and how sure that is. */
export type Certainty = 'law' | 'practice' | 'assumption';

export interface Basis {
  /** In words: the law, ordinance or form and its section; null: not said. */
  readonly source: string | null;
  readonly certainty: Certainty | null;
}
