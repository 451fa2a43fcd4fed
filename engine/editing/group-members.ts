/** The members of a group of departments that is written by their kind. */
import { isMap } from 'yaml';
import { sortOfFile } from './editable-files.ts';
import type { OpenedPart } from './opened-part.ts';

/** Null: the part is no such group. */
export function membersByKind({
  file,
  path: [top, name, ...more],
  node,
  portal: { groups },
}: OpenedPart): readonly string[] | null {
  if (sortOfFile(file.name) !== 'offices' || top !== 'groups' || more.length > 0 || !isMap(node)) return null;
  return Object.hasOwn(groups, String(name)) ? (groups[String(name)] ?? null) : null;
}
