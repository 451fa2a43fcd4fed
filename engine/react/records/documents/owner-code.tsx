/** The code on the owner's page, which somebody of the office scans to take a step. */
import type { WireRecord } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import { QrCode } from '../../documents/qr-code.tsx';
import { text } from '../../language/text.ts';
import styles from '../records.module.css';

export function OwnerCode({ code }: { readonly code: NonNullable<WireRecord['code']> }) {
  return (
    <section className={styles.code} aria-labelledby="owner-code">
      <QrCode content={new URL(code.path, location.href).href} className={styles.picture} />
      <div>
        <h2 id="owner-code" className={styles.codeTitle}>
          {text(recordMessages.codeTitle)}
        </h2>
        <p>{text(recordMessages.codeHelp, { step: code.title })}</p>
      </div>
    </section>
  );
}
