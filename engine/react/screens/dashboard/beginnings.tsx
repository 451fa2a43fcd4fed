/** What can be begun from a dashboard: a way to the form of each of its record types that this visitor may make. */
import { useSlice } from '../../portal-context.ts';
import { useFormRoute } from '../../records/links/use-page-of.ts';
import { text } from '../../text.ts';
import { NewRecord } from '../../records/links/new-record.tsx';
import styles from './dashboard.module.css';
import type { DashboardSubject } from './subject.ts';
import { recordMessages } from '../../../locales/records.ts';

export function Beginnings({ subjects }: { readonly subjects: readonly DashboardSubject[] }) {
  const { recordTypes } = useSlice();
  const formOf = useFormRoute();
  const types = [...new Set(subjects.map(({ type }) => type))];
  const open = types.filter((type) => recordTypes[type]?.mayCreate === true && formOf(type) !== null);
  if (open.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{text(recordMessages.beginnings)}</h2>
      <div className={styles.beginnings}>
        {open.map((type) => (
          <NewRecord key={type} type={type} isQuiet={open.length > 1} />
        ))}
      </div>
    </section>
  );
}
