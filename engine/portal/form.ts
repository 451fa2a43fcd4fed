/** A form as compiled: JSON Schema 2020-12 for validation, uiSchema for rjsf, and what neither can say. */
import type { Condition } from './condition.ts';

export type JsonSchema = { readonly [key: string]: unknown };

export interface Form {
  /** base64url SHA-256 over everything below; fragments and lookup values are inlined first. */
  readonly hash: string;
  readonly title: string;
  /** `when` compiled to allOf/if/then, `$ref` inlined, lookups as enum, money and phone as patterns. */
  readonly schema: JsonSchema;
  readonly uiSchema: JsonSchema;
  /** Sections shown one at a time; a form without steps has one that holds all properties. */
  readonly steps: readonly FormStep[];
  /** Properties whose `when` reads facts of the record: resolved by `specialiseForm` before it is shown. */
  readonly factual: readonly { readonly property: string; readonly when: Condition }[];
  /** Properties shown from another record and not asked: property → path `type.field`. */
  readonly from: Readonly<Record<string, string>>;
  readonly verify: readonly Verification[];
  /** Property → departments who may fill it in; a property that is not listed is the owner's. */
  readonly filledBy: Readonly<Record<string, readonly string[]>>;
}

export interface FormStep {
  readonly id: string;
  readonly title: string;
  readonly properties: readonly string[];
}

/** `field + plus… = is`, the only arithmetic. */
export interface Verification {
  readonly field: string;
  readonly plus: readonly string[];
  readonly is: string;
  readonly message: string;
}
