/** The code on a document that a phone reads: the address that tells how the document stands. */
import { renderSVG } from 'uqr';
import styles from './document-sheet.module.css';

export function QrCode({ text }: { readonly text: string }) {
  const drawing = renderSVG(text, { ecc: 'L', border: 2 });
  return (
    <img
      className={styles.code}
      src={`data:image/svg+xml,${encodeURIComponent(drawing)}`}
      alt="Code that a phone checks"
    />
  );
}
