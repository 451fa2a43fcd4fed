/** A condition as the rows that people edit. */

/**
 * A comparison or a word with its value (`{ field: rooms, above: 3 }`), a group of parts, or a text: YAML that has no
 * rows. A list is a group whose parts must all be true and are written in one mapping, where that is possible.
 */
export type ConditionPart = string | ConditionRow | ConditionGroup;

export type ConditionRow = Readonly<Record<string, unknown>>;

export type ConditionGroup =
  | readonly ConditionPart[]
  | { readonly all: readonly ConditionPart[] }
  | { readonly any: readonly ConditionPart[] }
  /** Not all of these. */
  | { readonly not: readonly ConditionPart[] };
