/** A compiled form: JSON Schema 2020-12 for validation, uiSchema for rjsf, and rules that neither can express. */
import type { Condition } from './condition.ts';
import type { Rounding } from '../values/rounding.ts';

export type JsonSchema = { readonly [key: string]: unknown };

/** Maximum length of a text with a pattern, unless the question sets `maxLength`. */
export const longestText = 10_000;

/** Maximum length of the name of an answer. */
export const longestName = 200;

export interface Form {
  /** base64url SHA-256 over everything below, after fragments and lookup values are inlined. */
  readonly hash: string;
  readonly title: string;
  /** `when` compiled to allOf/if/then, `$ref` inlined, lookups as enum, money and telephone numbers as patterns. */
  readonly schema: JsonSchema;
  readonly uiSchema: JsonSchema;
  /** Sections shown one at a time. A form without steps has one section with all properties. */
  readonly steps: readonly FormStep[];
  /** Properties that apply only while a condition over the form's own answers is true. */
  readonly conditions: readonly FormCondition[];
  /** Properties whose `when` reads more than the answers. `specialiseForm` resolves them before the form is shown. */
  readonly factual: readonly FormCondition[];
  /** Properties shown from another record instead of asked: property → path `type.field`. */
  readonly from: Readonly<Record<string, string>>;
  readonly verify: readonly Verification[];
  /** Property → departments that may fill it in. The owner fills in all others. */
  readonly filledBy: Readonly<Record<string, readonly string[]>>;
}

/** When a property applies. */
export interface FormCondition {
  /** Keys from the root joined by dots. A list on the path means each of its rows: `lines.units`. */
  readonly property: string;
  /** Its fields belong to the nearest level (row, mapping, root) that has them. */
  readonly when: Condition;
  /** Required while it applies. */
  readonly isRequired: boolean;
  /** False: JSON Schema cannot express it, so `missingAnswers` checks it. */
  readonly isInSchema: boolean;
}

export interface FormStep {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly properties: readonly string[];
}

/** Operations over all figures that have a value. Without any there is no result. */
export const gatheringOperations = ['sum', 'average', 'min', 'max'] as const;

/**
 * Operations that need a value of each figure. `percent`: which percentage the first is of the second. `rate`: the
 * first, a percentage, of the second.
 */
export const joiningOperations = ['product', 'difference', 'quotient', 'percent', 'rate'] as const;

export type GatheringOperation = (typeof gatheringOperations)[number];
/** An operation over several figures. */
export type FiguresOperation = GatheringOperation | (typeof joiningOperations)[number];

/** Full days, months or years from one date to another. */
export const spanOperations = ['days', 'months', 'years'] as const;

export type SpanOperation = (typeof spanOperations)[number];

/**
 * A number: an answer of the same level (`lines.capital`: one for each row of the list), a constant, or computed in
 * turn.
 */
export type Figure = string | { readonly number: string } | Computation;

export interface DateSpan {
  readonly from: string;
  readonly to: string;
}

type FigureLists = { readonly [One in FiguresOperation]?: readonly Figure[] };
type DateSpans = { readonly [One in SpanOperation]?: DateSpan };

/** How the portal computes a value from other answers of the same level: one operation, perhaps rounded. */
export interface Computation extends FigureLists, DateSpans {
  /** The rows of a list. */
  readonly count?: string;
  /** The first that is true gives the figure. */
  readonly cases?: readonly FigureCase[];
  /** If no case is true. */
  readonly otherwise?: Figure | null;
  readonly round?: Rounding;
}

/** The district in which a place of the same level lies. */
interface DistrictComputation {
  readonly district: string;
}

/** How the portal answers a question itself. */
export type AnswerComputation = Computation | DistrictComputation;

interface FigureCase {
  readonly when: Condition;
  /** Null: no value. */
  readonly value: Figure | null;
}

/** `field + plus… = is`, or at most `is`: a sum that people must get right. */
export interface Verification {
  readonly field: string;
  readonly plus: readonly string[];
  /** A property, or the number itself. */
  readonly is: string | number;
  /** The sum may be smaller. */
  readonly isAtMost: boolean;
  readonly message: string;
}
