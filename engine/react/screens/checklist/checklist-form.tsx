/** The kind's own questions above its items. */
import { RecordFacts } from '../../records/record-facts.tsx';
import type { RecordPart } from '../../records/record-frame.tsx';
import styles from './checklist.module.css';

export function ChecklistForm({ record }: RecordPart) {
  if (record.form === null || Object.keys(record.data).length === 0) return null;
  return (
    <section className={styles.section}>
      <RecordFacts record={record} />
    </section>
  );
}
