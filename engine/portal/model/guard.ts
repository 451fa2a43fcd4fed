/** A guard: named, ordered rules over visitor and path; the first rule that does not hold decides. */
import type { Condition } from './condition.ts';
import type { Place } from './place.ts';

export interface Guard {
  readonly name: string;
  /** True for `public: open`. */
  readonly isOpen: boolean;
  readonly rules: readonly Rule[];
}

export interface Rule {
  readonly require: Condition;
  readonly otherwise: Otherwise;
  readonly place: Place;
}

export interface Otherwise {
  readonly notFound: boolean;
  readonly signOut: boolean;
  /** A landing of the visitor's department (`home`, `credentials`), `login`, `back`, or a route's name; null with notFound. */
  readonly go: string | null;
  /** Key of a message in portal.yaml, or null. */
  readonly message: string | null;
}
