/** The pagination cursor of a list: opaque, signed, and valid only for the same list. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

export interface CursorPosition {
  /** The order of the list. */
  readonly sort: string;
  /** The last row's value, as the database writes it. */
  readonly key: string;
  readonly id: string;
}

export function writeCursor(secret: KeyObject, { sort, key, id }: CursorPosition): string {
  const text = JSON.stringify([sort, key, id]);
  return Buffer.concat([sign(secret, text), Buffer.from(text)]).toString('base64url');
}

/** Returns the position, or null for a cursor that this server did not sign or that belongs to another order. */
export function readCursor(secret: KeyObject, cursor: string, sort: string): CursorPosition | null {
  const bytes = Buffer.from(cursor, 'base64url');
  const [mark, text] = [bytes.subarray(0, 12), bytes.subarray(12).toString()];
  const expected = sign(secret, text);
  if (mark.length !== expected.length || !timingSafeEqual(mark, expected)) return null;
  const [of, key, id] = JSON.parse(text) as [string, string, string];
  return of === sort ? { sort, key, id } : null;
}

function sign(secret: KeyObject, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest().subarray(0, 12);
}
