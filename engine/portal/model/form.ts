/** A compiled form: JSON Schema 2020-12 for validation, uiSchema for rjsf, and rules that neither can express. */
import type { Condition } from './condition.ts';

export type JsonSchema = { readonly [key: string]: unknown };

/** Most characters of a text that a pattern is tried on, where the question does not say `maxLength`. */
export const longestText = 10_000;

/** Most characters of the name of an answer. */
export const longestName = 200;

export interface Form {
  /** base64url SHA-256 over everything below; fragments and lookup values are inlined first. */
  readonly hash: string;
  readonly title: string;
  /** `when` compiled to allOf/if/then, `$ref` inlined, lookups as enum, money and phone as patterns. */
  readonly schema: JsonSchema;
  readonly uiSchema: JsonSchema;
  /** Sections shown one at a time; a form without steps has one that holds all properties. */
  readonly steps: readonly FormStep[];
  /** Properties asked only while a condition over the form's own answers holds. */
  readonly conditions: readonly FormCondition[];
  /** Properties whose `when` reads more than the answers: resolved by `specialiseForm` before it is shown. */
  readonly factual: readonly FormCondition[];
  /** Properties shown from another record and not asked: property → path `type.field`. */
  readonly from: Readonly<Record<string, string>>;
  readonly verify: readonly Verification[];
  /** Property → departments who may fill it in; a property that is not listed is the owner's. */
  readonly filledBy: Readonly<Record<string, readonly string[]>>;
}

/** When a property is asked. */
export interface FormCondition {
  /** Keys from the root joined by dots; a list on the way means each of its rows: `lines.units`. */
  readonly property: string;
  /** Its fields are those of the nearest level (row, mapping, root) that has them. */
  readonly when: Condition;
  /** Must be answered while it is asked. */
  readonly isRequired: boolean;
  /** False: JSON Schema cannot say it, so that `missingAnswers` has to look after it. */
  readonly isInSchema: boolean;
}

export interface FormStep {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly properties: readonly string[];
}

/** `field + plus… = is`, the only arithmetic. */
export interface Verification {
  readonly field: string;
  readonly plus: readonly string[];
  /** A property, or the number itself. */
  readonly is: string | number;
  readonly message: string;
}
