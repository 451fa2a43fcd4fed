/** The state that all parts of the form compiler share: the collected results and the place to report problems. */
import type { Condition } from '../../../portal/model/condition.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { Cursor } from '../input/cursor.ts';
import type { LinkContext } from '../input/link-context.ts';

export interface FormCompilation {
  readonly context: LinkContext;
  /** True if other forms include this one, and nothing asks it alone. */
  readonly isFragment: boolean;
  /** Property at the root → its step, if the step has a `when` or `filledBy` for all its questions. */
  readonly sections: ReadonlyMap<string, Cursor>;
  /** `when` of properties, in the order of the form. */
  readonly conditions: RawCondition[];
  /** Property at the root → `type.field` that it is shown from. */
  readonly from: Record<string, string>;
  /** Property at the root → departments. */
  readonly filledBy: Record<string, readonly string[]>;
}

export interface RawCondition {
  readonly property: string;
  readonly when: Condition;
  readonly isRequired: boolean;
}

/** The schema and UI schema of a part. */
export interface CompiledSchema {
  readonly schema: JsonSchema;
  readonly uiSchema: JsonSchema;
}

/** The position of a part in the form. */
export interface FormPosition {
  /**
   * Keys from the root, without list rows; null inside a keyword such as `if`, whose properties are not questions.
   */
  readonly keys: readonly string[] | null;
  /** Keys of the nearest list whose rows have the part; null: it is in no list. */
  readonly list: readonly string[] | null;
  /** The `properties` of this level and of the outer levels, innermost first. */
  readonly levels: readonly Cursor[];
  /** Names of the fragments that are being inlined. */
  readonly inside: readonly string[];
}

/** Compiles one part of a form: a question, or the questions of a list's rows. */
export type CompilePart = (
  at: Cursor,
  position: FormPosition,
  compilation: FormCompilation,
) => CompiledSchema;
