/** Below what was filed: the way ahead, whom to ask, the mail that was sent, and what to keep. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { Link } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { formMessages } from '../../../locales/forms.ts';
import { recordMessages } from '../../../locales/records.ts';
import { startMessages } from '../../../locales/start.ts';
import { text } from '../../language/text.ts';
import { RecordDocuments } from '../../records/documents/record-documents.tsx';
import { useReceiptPath } from '../../records/status/receipt-path.ts';
import { WayAhead } from '../../records/status/way-ahead.tsx';
import { WhomToAsk } from '../../records/status/whom-to-ask.tsx';
import { useSession } from '../../session/portal-context.ts';
import styles from '../screens.module.css';

export function FiledNext({ record }: { readonly record: WireRecord }) {
  const isKnown = useSession().token !== null;
  const receipt = useReceiptPath(record);
  return (
    <>
      <WayAhead record={record} />
      {isKnown && <WhomToAsk record={record} />}
      <section className={styles.next}>
        <h2>{text(formMessages.keepThis)}</h2>
        {record.mailed !== undefined && <p>{text(recordMessages.mailedTo, { address: record.mailed })}</p>}
        <RecordDocuments record={record} />
        <div>
          {receipt === null ? (
            <Button variant="default" onClick={() => window.print()}>
              {text(startMessages.print)}
            </Button>
          ) : (
            <Button component={Link} to={receipt} variant="default">
              {text(recordMessages.receiptLink)}
            </Button>
          )}
        </div>
      </section>
    </>
  );
}
