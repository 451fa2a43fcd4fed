/** The visitor: the part of an account that guards and access rules may read. */
import type { Value } from './condition.ts';

export interface Visitor {
  readonly signedIn: boolean;
  /** Id of the account; null if signed out, or if no particular person is meant (explain, proofs). */
  readonly account: string | null;
  /** Department key, with aliases resolved. */
  readonly department: string | null;
  /** The unit (branch, ward, village …) of the account. */
  readonly unit: string | null;
  readonly flags: Readonly<Record<string, Value>>;
  readonly name: string;
  readonly username: string;
  /** Set only during the step for which a link was sent. */
  readonly link?: LinkVisit;
}

/** A valid link that was opened in time, and was sent to the address in this field of the record. */
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
