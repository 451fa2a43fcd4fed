/** Writes the path of a page of a record type that had it from its name, so that its address stays. */
import { child, isMapping, isPresent } from '../config/link/input/cursor.ts';
import type { Declaration } from '../config/link/names/declarations.ts';
import { pathFromName } from '../config/link/pages/written-pages.ts';
import type { Portal } from '../portal/model/portal.ts';
import { keysOf } from '../portal/values/pointer.ts';
import { addedKey } from './formerly.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * @param symbol before it is renamed
 * @returns null if it is no page of a record type, or has a path of its own
 */
export function keptPathEdit({ kind, key, at }: Declaration, { departments }: Portal): TextEdit | null {
  const [part, ...rest] = keysOf(at.pointer);
  if (kind !== 'route' || part !== 'pages' || rest.length !== 1) return null;
  const area = departments[key.split('.', 1)[0] ?? '']?.area;
  if (area === undefined || !isMapping(at.value) || isPresent(child(at, 'path'))) return null;
  return addedKey(at, `path: ${pathFromName(area, key)}`);
}
