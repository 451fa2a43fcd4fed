/** A record in short, above the list of what stands below it. */
import { useState } from 'react';
import type { WireRecord } from '../../portal/wire.ts';
import { RecordAssessment } from './assessment.tsx';
import { RecordActions } from './record-actions.tsx';
import { RecordFacts } from './record-facts.tsx';
import { RecordHead } from './record-head.tsx';
import { RecordStatus } from './record-status.tsx';
import styles from './record-summary.module.css';
import { Timeline } from './timeline.tsx';

interface RecordSummaryProps {
  readonly record: WireRecord;
  readonly onChange: (record: WireRecord) => void;
}

export function RecordSummary({ record, onChange }: RecordSummaryProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={styles.summary}>
      <div className={styles.meta}>
        <RecordHead record={record} />
      </div>
      <RecordStatus record={record} />
      <RecordActions record={record} onChange={onChange} />
      <RecordAssessment record={record} />
      <details className={styles.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>What was filed, and its history</summary>
        {isOpen && (
          <div className={styles.columns}>
            <div>
              <RecordFacts record={record} />
            </div>
            <Timeline record={record} />
          </div>
        )}
      </details>
    </section>
  );
}
