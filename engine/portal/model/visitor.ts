/** Who asks: the part of an account that guards and access rules may read. */
import type { Value } from './condition.ts';

export interface Visitor {
  readonly signedIn: boolean;
  /** Id of the account, null when signed out or when nobody in particular is meant (explain, proofs). */
  readonly account: string | null;
  /** Department key; aliases are already resolved. */
  readonly department: string | null;
  /** The unit (branch, ward, village …) that the account belongs to. */
  readonly unit: string | null;
  readonly flags: Readonly<Record<string, Value>>;
  readonly name: string;
  readonly username: string;
  /** Set only while the step is taken that a link was sent for. */
  readonly link?: LinkVisit;
}

/** A link that somebody came through, in time, and that was sent to the address in this field of the record. */
interface LinkVisit {
  /** Id. */
  readonly record: string;
  readonly field: string;
}

export const signedOut: Visitor = Object.freeze({
  signedIn: false,
  account: null,
  department: null,
  unit: null,
  flags: Object.freeze({}),
  name: '',
  username: '',
});
