/** A right that differs between two configurations, found by the cases that were tried. */
import type { Place } from '../portal/model/place.ts';
import type { Flags } from '../portal/routing/visitors.ts';

/** `unproved`: there are too many cases to try, and the rule is written differently. */
type RightVerdict = 'wider' | 'narrower' | 'both ways' | 'unproved';

export interface RightChange {
  readonly verdict: RightVerdict;
  readonly what: 'page' | 'step' | 'read' | 'update';
  /** Of the page, of the step (`clearance.submit`), or of the record type. */
  readonly name: string;
  readonly title: string | null;
  /** Key of the department; null: visitors without an account. */
  readonly department: string | null;
  /** States in which it differs, in the words of the later configuration; empty: it has none. */
  readonly states: readonly string[];
  /** There are other cases in one of these states, in which both configurations permit it. */
  readonly isPartial: boolean;
  /** A case that shows the difference; null: unproved. */
  readonly witness: RightWitness | null;
  readonly place: Place | null;
}

/** One case in which one configuration permits what the other forbids. */
export interface RightWitness {
  readonly permits: 'before' | 'after';
  readonly flags: Flags;
  readonly state: string | null;
  /** What is true of the record, in the words of a condition. */
  readonly holds: readonly string[];
  /** What the rules ask too, and what is not true of it. */
  readonly fails: readonly string[];
}

/** The cases of one right and one department in which the two differ. */
export class TriedCases {
  readonly #states = new Set<string>();
  #gained: RightWitness | null = null;
  #lost: RightWitness | null = null;
  #isUnproved = false;
  readonly #kept = new Set<string>();

  note(was: boolean, is: boolean, witness: Omit<RightWitness, 'permits'>): void {
    if (was && is) this.keep(witness.state ?? '');
    if (was === is) return;
    if (witness.state !== null) this.#states.add(witness.state);
    if (is) this.#gained ??= { ...witness, permits: 'after' };
    else this.#lost ??= { ...witness, permits: 'before' };
  }

  /** In some case both permit it. */
  keep(state: string): void {
    this.#kept.add(state);
  }

  noteUnproved(state: string): void {
    this.#isUnproved = true;
    if (state !== '') this.#states.add(state);
  }

  told(about: Pick<RightChange, 'what' | 'name' | 'title' | 'department' | 'place'>): RightChange | null {
    const [gained, lost] = [this.#gained, this.#lost];
    if (gained === null && lost === null && !this.#isUnproved) return null;
    const verdict =
      gained === null ? (lost === null ? 'unproved' : 'narrower') : lost === null ? 'wider' : 'both ways';
    const states = [...this.#states];
    const isPartial = verdict === 'both ways' || [...states, ''].some((one) => this.#kept.has(one));
    return { ...about, verdict, states, isPartial, witness: gained ?? lost };
  }
}
