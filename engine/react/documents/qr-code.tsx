/** A code that a phone scans. */
import { encodeQR } from 'qr';
import { documentMessages } from '../../locales/documents.ts';
import { text } from '../language/text.ts';

interface QrCodeProps {
  readonly content: string;
  readonly className: string | undefined;
}

export function QrCode({ content, className = '' }: QrCodeProps) {
  const drawing = encodeQR(content, 'svg', { ecc: 'low' });
  return (
    <img
      className={className}
      src={`data:image/svg+xml,${encodeURIComponent(drawing)}`}
      alt={text(documentMessages.scannableCode)}
    />
  );
}
