/** What a document has from the one that it is `like`: keys that it does not say itself, and blocks by name. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { child, type Cursor, isPresent, items, oneOrMore, spanOf, text } from '../input/cursor.ts';
import { baseName } from '../input/files.ts';
import { isKnown, type LinkContext, type Names } from '../input/link-context.ts';
import { otherOf, ownOrOther } from '../input/like.ts';

/** The keys that a document has from the other one. Its title, type, numbers and blocks are its own. */
const sharedKeys = ['valid', 'paper', 'border', 'seal', 'subject', 'compare', 'read', 'public'] as const;
type SharedKey = (typeof sharedKeys)[number];

/** A document beside the one that it is like. */
export interface WrittenDocument {
  readonly root: Cursor;
  readonly other: Cursor | null;
}

export function writtenDocument(root: Cursor, { documents }: Pick<Names, 'documents'>): WrittenDocument {
  return { root, other: otherOf(root, documents) };
}

export function sharedKey({ root, other }: WrittenDocument, key: SharedKey): Cursor {
  return ownOrOther(root, other, key);
}

/** The blocks from top to bottom: its own, and in place of `like` those of the other one. */
export function blocksOf({ root, other }: WrittenDocument): Cursor[] {
  return items(child(root, 'blocks')).flatMap((block) => {
    const like = child(block, 'like');
    return isPresent(like) ? oneOrMore(like).flatMap((name) => blocksNamed(name, other)) : [block];
  });
}

function blocksNamed(name: Cursor, other: Cursor | null): Cursor[] {
  return other === null
    ? []
    : items(child(other, 'blocks')).filter((one) => text(child(one, 'name')) === text(name));
}

/** Reports names of blocks that the other document does not have. */
export function checkBlockNames({ root, other }: WrittenDocument, context: LinkContext): void {
  // A document that does not exist is already reported.
  if (other === null && isPresent(child(root, 'like'))) return;
  const named =
    other === null ? [] : items(child(other, 'blocks')).flatMap((one) => text(child(one, 'name')) ?? []);
  for (const one of items(child(root, 'blocks')).flatMap((block) => oneOrMore(child(block, 'like')))) {
    const of = other === null ? null : baseName(other.file);
    isKnown(context, 'document/unknown-block', one, { name: text(one) ?? '', choices: new Set(named), of });
  }
}

/**
 * Where the mistakes are told that a document would have in what it has from the other one: at its `like`. Mistakes of
 * the other one itself are left out.
 * @param found the mistakes in the document @param ofOther those in the other one
 */
export function toldAtLike(
  { root, other }: WrittenDocument,
  found: readonly Diagnostic[],
  ofOther: () => readonly Diagnostic[],
): Diagnostic[] {
  const isOfOther = ({ file }: Diagnostic): boolean => file === other?.file.path;
  if (!found.some(isOfOther)) return [...found];
  const told = new Set(ofOther().map(keyOf));
  const { file, line, column, length } = spanOf(child(root, 'like'));
  return found
    .filter((one) => !isOfOther(one) || !told.has(keyOf(one)))
    .map((one) => (isOfOther(one) ? { ...one, file, line, column, length } : one));
}

function keyOf({ code, line, column, message }: Diagnostic): string {
  return [code, line, column, message].join('\n');
}
