/** Which path segment a requirement kind stands below: its file's name, or the historic spelling that it claims. */
import { child, text, texts, type Cursor } from '../reading/cursor.ts';
import type { Names } from '../reading/link-context.ts';

export interface KindPath {
  readonly path: string;
  readonly aliases: readonly string[];
  /** The kind that the claimed spelling belongs to, where this file is a copy of its. */
  readonly takenBy: string | null;
}

/**
 * A spelling belongs to the kind whose own name is among its aliases. A copy of that file under another name
 * stands below its own name: whoever copies a kind has a new kind, whatever the file says of paths.
 * @param id `set/kind`
 */
export function pathOfKind(id: string, root: Cursor, { kinds }: Pick<Names, 'kinds'>): KindPath {
  const [set = '', key = ''] = id.split('/');
  const path = text(child(root, 'path')) ?? key;
  const aliases = texts(child(root, 'aliases'));
  const claimed = { path, aliases, takenBy: null };
  if (path === key || aliases.includes(key)) return claimed;
  const rival = [...kinds].find(
    ([other, its]) =>
      other !== id && other.startsWith(`${set}/`) && text(child(its, 'path')) === path && isOwn(other, its),
  );
  return rival === undefined ? claimed : { path: key, aliases: [], takenBy: rival[0] };
}

function isOwn(id: string, root: Cursor): boolean {
  const [, key = ''] = id.split('/');
  return texts(child(root, 'aliases')).includes(key);
}
