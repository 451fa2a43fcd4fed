/** A code that a phone scans. */
import { renderSVG } from 'uqr';
import { documentMessages } from '../../locales/documents.ts';
import { text } from '../language/text.ts';

interface QrCodeProps {
  readonly content: string;
  readonly className: string | undefined;
}

export function QrCode({ content, className = '' }: QrCodeProps) {
  const drawing = renderSVG(content, { ecc: 'L', border: 2 });
  return (
    <img
      className={className}
      src={`data:image/svg+xml,${encodeURIComponent(drawing)}`}
      alt={text(documentMessages.scannableCode)}
    />
  );
}
