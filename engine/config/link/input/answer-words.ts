/** Words of a question that do not go with the kind of answer it has: a record, or a place. */
import { child, type Cursor, isPresent } from './cursor.ts';

/** Words about the text, for a question whose text the portal writes. */
export const textWords = ['pattern', 'minLength', 'maxLength'] as const;

/** Those of the words that the question has, and a `type` that is no text. */
export function wordsThatFail(at: Cursor, words: readonly string[]): { at: Cursor; word: string }[] {
  const type = child(at, 'type');
  const isText = !isPresent(type) || type.value === 'string';
  return [...(isText ? [] : ['type']), ...words].flatMap((word) => {
    const said = child(at, word);
    return isPresent(said) ? [{ at: said, word }] : [];
  });
}
