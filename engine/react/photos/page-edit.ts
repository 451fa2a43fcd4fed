/** Reads the edits of a photographed page that the device has kept. */
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { Corners } from './corners.ts';
import type { PageEdit } from './photo-tasks.ts';

/** What somebody did to the page; null: nothing yet. */
export function editOf(written: unknown): PageEdit | null {
  if (!isMapping(written)) return null;
  const { corners, turns } = written;
  if (!areCorners(corners)) return null;
  return { corners, turns: turns === 1 || turns === 2 || turns === 3 ? turns : 0 };
}

function isPoint(one: unknown): boolean {
  return isMapping(one) && typeof one['x'] === 'number' && typeof one['y'] === 'number';
}

function areCorners(value: unknown): value is Corners {
  return Array.isArray(value) && value.length === 4 && value.every(isPoint);
}
