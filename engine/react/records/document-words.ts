/** How an issued document stands, in a word. */
import type { WireDocument } from '../../portal/wire.ts';
import { text } from '../text.ts';

const words = {
  valid: () => text('Valid'),
  expired: () => text('Expired'),
  suspended: () => text('Suspended'),
  revoked: () => text('Revoked'),
} satisfies Readonly<Record<WireDocument['state'], () => string>>;

export function wordOfDocument(state: WireDocument['state']): string {
  return words[state]();
}
