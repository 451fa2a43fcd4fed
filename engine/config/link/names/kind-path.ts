/** The path segment of a requirement kind: the name of its file, or a historic spelling in `path`. */
import { child, text, texts, type Cursor } from '../input/cursor.ts';
import type { Names } from '../input/link-context.ts';

export interface KindPath {
  readonly path: string;
  readonly aliases: readonly string[];
  /** The kind that owns the spelling, if this file is a copy of that kind's file. */
  readonly takenBy: string | null;
}

/**
 * A spelling belongs to the kind whose own name is among its aliases. A copy of that file under another name is a new
 * kind with its own path, whatever its `path` is.
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
