/** A membership as people read it. */
import { accountMessages } from '../../locales/account.ts';
import { text } from '../language/text.ts';
import type { UserSession } from './user.ts';

/** Its department, with the unit. */
export function membershipTitle({ title: department, unit }: UserSession['memberships'][number]): string {
  return unit === null ? department : text(accountMessages.membershipHere, { department, unit });
}
