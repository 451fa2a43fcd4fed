/** One report: its description, a table with the total, a bar beside the first number, and a link to the list. */
import { Link } from 'react-router-dom';
import { useRead } from '../api/hooks.ts';
import { Trouble } from '../page/trouble.tsx';
import { Waiting } from '../page/waiting.tsx';
import { useSlice } from '../portal-context.ts';
import { text } from '../text.ts';
import { useListPath } from '../records/links/pages.ts';
import type { ShownPeriod } from './period-form.tsx';
import { ReportTable } from './report-table.tsx';
import styles from './report.module.css';
import { reportMessages } from '../../locales/reports.ts';

interface ReportViewProps {
  readonly name: string;
  readonly period: ShownPeriod;
}

export function ReportView({ name, period }: ReportViewProps) {
  const { data, error, mutate } = useRead('GET /reports/:name', { params: { name }, query: { ...period } });
  if (error !== undefined && data === undefined) {
    return <Trouble error={error} onRetry={() => void mutate()} />;
  }
  if (data === undefined) return <Waiting shape="rows" />;
  return (
    <section className={styles.report} aria-label={data.title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{data.title}</h2>
        {data.opens !== null && <ListBehind {...data.opens} />}
      </div>
      {data.help !== null && <p className={styles.help}>{data.help}</p>}
      {data.total === null ? (
        <p className={styles.empty}>{text(reportMessages.nothingToCount)}</p>
      ) : (
        <ReportTable report={data} />
      )}
    </section>
  );
}

function ListBehind({ type, list }: { readonly type: string; readonly list: string }) {
  const shown = useSlice().recordTypes[type]?.lists[list];
  return shown === undefined ? null : <ListLink subject={{ type, list: shown }} />;
}

function ListLink({ subject }: { readonly subject: Parameters<typeof useListPath>[0] }) {
  const path = useListPath(subject);
  return path === null ? null : <Link to={path}>{subject.list.title}</Link>;
}
