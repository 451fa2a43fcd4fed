/** Messages that are data, as sentences for the reader of the page; apart from `text.ts`, because signing in needs none. */
import type { Message } from '../locales/message.ts';
import { tell as tellReader } from '../portal/text/tell.ts';
import { reader } from './text.ts';

export function tell(message: Message): string {
  return tellReader(reader(), message);
}
