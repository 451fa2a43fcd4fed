/** The kinds of places in which texts stand, so that a language can say one text in two ways. */

/** What `contexts` of a language's file name. */
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
