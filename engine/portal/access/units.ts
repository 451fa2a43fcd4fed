/** Units of a department: an account works only on the records of its own unit. */
import type { Scope } from '../conditions/scope.ts';
import { accountMessages } from '../../locales/account.ts';
import { message, type Message } from '../../locales/message.ts';

/**
 * Explains why an account sees no records of this type: its department has units, and the account belongs to none of
 * them.
 * @returns null if the account is not in this situation
 */
export function whyNoUnit({ portal, visitor: { department, unit } }: Scope, type: string): Message | null {
  const own = portal.departments[department ?? ''];
  const belongs = portal.recordTypes[type]?.unit ?? [];
  if (own === undefined || own.units === null || unit !== null || belongs.length === 0) return null;
  return message(accountMessages.noUnit, { department: { text: own.title, kind: 'name' } });
}
