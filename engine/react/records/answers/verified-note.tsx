/** Tells whoever changes a record that some of its answers were verified and stay as they are. */
import type { WireRecord } from '../../../portal/wire/wire.ts';
import { text } from '../../text.ts';
import { formMessages } from '../../../locales/forms.ts';

export function VerifiedNote({ record }: { readonly record: Pick<WireRecord, 'verified'> }) {
  if (record.verified.length === 0) return null;
  return <p>{text(formMessages.verifiedAnswersStay)}</p>;
}
