/** The explanation of a decision: every rule that was asked, what it read, and what would change the answer. */
import type { FieldErrors } from '../portal/forms/form-verdict.ts';
import type { KnownTruth } from '../portal/conditions/possible.ts';
import type { RecordScope } from '../portal/conditions/scope.ts';
import type { Place } from '../portal/model/place.ts';
import type { PortalRecord } from '../portal/model/record.ts';

/** A value that a rule read. */
export type ReadValue =
  | { readonly path: string; readonly value: unknown }
  /** The person may not read it. */
  | { readonly path: string; readonly hidden: true };

export interface AskedRule {
  readonly rule: string;
  /** What it asks, as an author writes it. */
  readonly says: string;
  /** Null: it depends on something that is not known here. */
  readonly holds: boolean | null;
  readonly place: Place | null;
  readonly facts: readonly ReadValue[];
}

/** One change that would turn one rule. */
export interface RuleChange {
  readonly rule: string;
  /** What would have to be true at the same time, as an author writes it. */
  readonly if: readonly string[];
  /** The steps that lead to a state from which it is possible, in their order. */
  readonly steps: readonly WayStep[];
}

export interface WayStep {
  readonly transition: string;
  readonly title: string;
  /** Who takes it; null: the portal. */
  readonly by: string | null;
  readonly to: string;
}

export interface RuleExplanation {
  /** Null: it depends on something that is not known here. */
  readonly allowed: boolean | null;
  /** The first rule that does not hold; null: none decides alone. */
  readonly decidedBy: (Place & { readonly rule: string }) | null;
  readonly asked: readonly AskedRule[];
  readonly ways: readonly RuleChange[];
}

/** The subject of an explanation, with everything that is known of it. */
export interface RuleQuestion {
  readonly scope: RecordScope;
  /** Mistakes and gaps in the record's own answers; null: not known. */
  readonly formErrors: FieldErrors | null;
  /** The result of a test, or null if it is not known. */
  readonly truth: KnownTruth;
  /** All of the record is known. */
  readonly isStored: boolean;
  /** The person is known too, so the answers of the server's own functions are right. */
  readonly isWhole: boolean;
  /** May the person not read this answer or fact of the record or of one above it? */
  readonly hides: (record: PortalRecord, name: string) => boolean;
  readonly written: WrittenRules;
}

/** Finds a part of the file that contains a place. */
export type WrittenRules = (near: Place | null, pointer: string) => WrittenRule;

export interface WrittenRule {
  readonly place: Place | null;
  /** As its author wrote it, on one line; null: nothing is written there. */
  readonly text: string | null;
}

/** Puts the rules together. */
export function explanationOf(asked: readonly AskedRule[], ways: readonly RuleChange[]): RuleExplanation {
  const deciding = asked.find(({ holds }) => holds === false);
  const isOpen = asked.some(({ holds }) => holds === null);
  return {
    allowed: deciding !== undefined ? false : isOpen ? null : true,
    decidedBy: decidedBy(deciding),
    asked,
    ways,
  };
}

/** The rule with its place. */
export function decidedBy(rule: AskedRule | undefined): RuleExplanation['decidedBy'] {
  return rule === undefined || rule.place === null ? null : { rule: rule.rule, ...rule.place };
}
