/** The status of an issued document as a word. */
import type { WireDocument } from '../../../contract/record.ts';
import { text } from '../../text.ts';
import { documentMessages } from '../../../locales/documents.ts';

const words = {
  valid: () => text(documentMessages.stateValid),
  expired: () => text(documentMessages.stateExpired),
  suspended: () => text(documentMessages.stateSuspended),
  revoked: () => text(documentMessages.stateRevoked),
} satisfies Readonly<Record<WireDocument['state'], () => string>>;

export function wordOfDocument(state: WireDocument['state']): string {
  return words[state]();
}
