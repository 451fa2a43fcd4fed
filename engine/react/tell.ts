/** Messages that are data, as sentences for the reader of the page; apart from `text.ts`, because signing in needs none. */
import type { Message, MessageValue } from '../locales/message.ts';
import { tell as tellReader, valueShown } from '../portal/text/tell.ts';
import { reader } from './text.ts';

export function tell(message: Message): string {
  return tellReader(reader(), message);
}

/** A value by itself: a size, an amount, a list as the language joins one. */
export function show(value: MessageValue): string {
  return valueShown(reader(), value);
}
