/** Units of a department: an account works on the records of its own unit. */
import { say } from './say.ts';
import type { Portal } from './portal.ts';
import type { Visitor } from './visitor.ts';
import { accountMessages } from '../locales/account.ts';

/**
 * Why an account sees no records of this type: its department has units, and it belongs to none of them.
 * @param portal in the reader's language
 * @returns a sentence for the reader, or null where this is not so
 */
export function whyNoUnit(portal: Portal, { department, unit }: Visitor, type: string): string | null {
  const own = portal.departments[department ?? ''];
  const belongs = portal.recordTypes[type]?.unit ?? [];
  if (own === undefined || own.units === null || unit !== null || belongs.length === 0) return null;
  return say(portal.words, accountMessages.noUnit, { department: own.title });
}
