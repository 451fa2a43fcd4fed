/** The kinds of places where texts appear, so that a language can translate one text in two ways. */

/** The names for `contexts` in a language file. */
export const textKinds = [
  'name',
  'page',
  'message',
  'state',
  'step',
  'list',
  'item',
  'question',
  'choice',
  'notice',
] as const;
export type TextKind = (typeof textKinds)[number];
