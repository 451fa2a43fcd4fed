/** A record around the list of its children: first its status, then the list, and its history beside it or below. */
import { useState, type ReactNode } from 'react';
import type { WireRecord } from '../../contract/record.ts';
import { nameOfAnswers } from '../facts/words.ts';
import { useIsNarrow } from '../page/use-narrow.ts';
import { text } from '../language/text.ts';
import { useSlice } from '../session/portal-context.ts';
import { RecordActions } from './actions/record-actions.tsx';
import { RecordDocuments } from './documents/record-documents.tsx';
import { RecordFacts } from './answers/record-facts.tsx';
import { RecordHead } from './status/record-head.tsx';
import { RecordStatus } from './status/record-status.tsx';
import styles from './records.module.css';
import { Timeline } from './timeline/timeline.tsx';
import { recordMessages } from '../../locales/records.ts';

interface RecordSummaryProps {
  readonly record: WireRecord;
  readonly onChange: (record: WireRecord) => void;
  /** The list. */
  readonly children: ReactNode;
}

export function RecordSummary({ record, onChange, children }: RecordSummaryProps) {
  const slice = useSlice();
  const isNarrow = useIsNarrow();
  const history = text(recordMessages.history);
  return (
    <div className={styles.summaryColumns}>
      <div className={styles.summaryMiddle}>
        <section className={styles.summary} aria-label={text(recordMessages.parentOfList)}>
          <div className={styles.summaryHead}>
            <div className={styles.meta}>
              <RecordHead record={record} />
            </div>
            <RecordActions record={record} onChange={onChange} />
          </div>
          <RecordStatus record={record} />
        </section>
        {children}
        <section className={styles.summary} aria-label={nameOfAnswers(slice, record)}>
          <RecordDocuments record={record} />
          <div>
            {isNarrow && (
              <Folded title={history}>
                <Timeline record={record} />
              </Folded>
            )}
            <Folded title={nameOfAnswers(slice, record)}>
              <RecordFacts record={record} />
            </Folded>
          </div>
        </section>
      </div>
      {!isNarrow && (
        <aside className={styles.history} aria-label={history}>
          <h2 className={styles.summaryTitle}>{history}</h2>
          <Timeline record={record} />
        </aside>
      )}
    </div>
  );
}

/** Its content loads when it opens. */
function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <div className={styles.inside}>{children}</div>}
    </details>
  );
}
