/** The QR code on a document: the address of the page that verifies it. */
import { renderSVG } from 'uqr';
import { text } from '../text.ts';
import styles from './document-sheet.module.css';
import { documentMessages } from '../../locales/documents.ts';

export function QrCode({ content }: { readonly content: string }) {
  const drawing = renderSVG(content, { ecc: 'L', border: 2 });
  return (
    <img
      className={styles.code}
      src={`data:image/svg+xml,${encodeURIComponent(drawing)}`}
      alt={text(documentMessages.scannableCode)}
    />
  );
}
