/** Tells whoever changes a record that some of its answers were verified and stay as they are. */
import type { WireRecord } from '../../portal/wire.ts';
import { text } from '../text.ts';

export function VerifiedNote({ record }: { readonly record: Pick<WireRecord, 'verified'> }) {
  if (record.verified.length === 0) return null;
  return (
    <p>
      {text(
        'Some answers were verified and stay as they are. To change them, take the step on the page of the record that has them verified again.',
      )}
    </p>
  );
}
