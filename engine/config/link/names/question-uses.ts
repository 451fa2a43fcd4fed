/** Counts uses of questions and of rows: in conditions, lists and texts, and in answers that the configuration gives. */
import { child, entries, isMapping, items, oneOrMore, text, type Cursor } from '../input/cursor.ts';
import type { LinkContext } from '../input/link-context.ts';
import type { SymbolUse } from '../input/symbol-use.ts';
import { levelBelow, named } from './properties.ts';

type UseContext = Pick<LinkContext, 'questionUses' | 'names'>;

/**
 * @param definitions the questions that the name may mean; answers that a step saves are found below the step
 * @param within if the name is a segment of a path, or the key of the place
 */
export function countQuestion(
  { questionUses }: UseContext,
  at: Cursor,
  name: string,
  definitions: readonly Cursor[],
  within: Pick<SymbolUse, 'path' | 'isKey'> = {},
): void {
  if (questionUses === null) return;
  const asked = definitions.filter(({ pointer }) => pointer.endsWith(`/properties/${name}`));
  if (asked.length > 0)
    questionUses.push({ at, kind: 'question', of: null, name, definitions: asked, ...within });
  const steps = definitions.filter(({ pointer }) => pointer.endsWith(`/transitions/${name}/${name}`));
  if (steps.length === 0) return;
  const of = steps.map((one) => ({ ...one, pointer: one.pointer.slice(0, -name.length - 1) }));
  questionUses.push({ at, kind: 'step', of: null, name, definitions: of, ...within });
}

/**
 * Counts keys at the end of a path as uses of questions.
 * @param from the level of the first of them
 * @param path as it is written
 */
export function countPath(
  context: UseContext,
  at: Cursor,
  keys: readonly string[],
  {
    from,
    path,
    ...within
  }: { readonly from: readonly Cursor[]; readonly path: string; readonly isKey?: true },
): void {
  if (context.questionUses === null) return;
  let level = from;
  for (const [depth, key] of keys.entries()) {
    const found = named(level, key);
    countQuestion(context, at, key, found, {
      ...within,
      path: { text: path, fromEnd: keys.length - 1 - depth },
    });
    level = levelBelow(found, context);
  }
}

/** Counts each value at this place as a use of a row of one of the lookups. */
export function countRows({ questionUses }: UseContext, at: Cursor, lookups: readonly string[]): void {
  if (questionUses === null || isMapping(at.value)) return;
  for (const one of oneOrMore(at)) {
    const name = text(one);
    if (name !== null) for (const of of lookups) questionUses.push({ at: one, kind: 'row', of, name });
  }
}

/** The lookup that a question offers, also for each answer of a list. */
export function lookupsOf(question: Cursor): string[] {
  const own = text(child(question, 'lookup')) ?? text(child(child(question, 'items'), 'lookup'));
  return own === null ? [] : [own];
}

/** Counts the questions and rows in given answers, such as an example. @param level the `properties` of their form */
export function countAnswers(at: Cursor, level: readonly Cursor[], context: UseContext): void {
  if (context.questionUses === null) return;
  for (const [name, said] of entries(at)) {
    const found = named(level, name);
    countQuestion(context, said, name, found, { isKey: true });
    for (const question of found) countRows(context, said, lookupsOf(question));
    const inner = levelBelow(found, context);
    for (const one of [said, ...items(said)]) if (isMapping(one.value)) countAnswers(one, inner, context);
  }
}
