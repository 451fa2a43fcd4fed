/** How a photographed page is kept on the device, apart from files that are being uploaded. */
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { KeptFile } from '../files/kept-files.ts';
import type { Corners } from './corners.ts';
import type { PageEdit } from './photo-tasks.ts';

/** A page without edits. */
export const pageMark = { isPage: true };

/** A page that is not sent yet, rather than a file that is being uploaded. */
export function isKeptPage({ edit }: KeptFile): boolean {
  return isMapping(edit) && edit['isPage'] === true;
}

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
