/** Takes the sentences that some rules still say for messages. */
import type { Message } from '../../locales/message.ts';
import { configured } from '../../portal/tell.ts';
import type { FieldMessages } from './errors.ts';

export type Said = string | Message;

export function asMessage(said: Said): Message {
  return typeof said === 'string' ? configured(said, 'message') : said;
}

export function asMessages(errors: Readonly<Record<string, readonly Said[]>>): FieldMessages {
  return Object.fromEntries(Object.entries(errors).map(([field, all]) => [field, all.map(asMessage)]));
}
