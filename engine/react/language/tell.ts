/** Formats messages from data for the reader; separate from `text.ts`, because signing in needs none. */
import type { Message, MessageValue } from '../../locales/message.ts';
import { tell as tellReader, valueShown } from '../../portal/text/tell.ts';
import { reader } from './text.ts';

export function tell(message: Message): string {
  return tellReader(reader(), message);
}

/** A single value: a size, an amount, a list with the language's separators. */
export function show(value: MessageValue): string {
  return valueShown(reader(), value);
}
