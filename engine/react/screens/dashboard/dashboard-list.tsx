/** The first rows of one list on a dashboard. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFirstRecords } from '../../api/hooks.ts';
import { Trouble } from '../../page/trouble.tsx';
import { useIsNarrow } from '../../page/use-narrow.ts';
import { Waiting } from '../../page/waiting.tsx';
import { RecordCards } from '../../records/table/record-cards.tsx';
import { RecordTable } from '../../records/table/record-table.tsx';
import { text } from '../../text.ts';
import styles from './dashboard.module.css';
import { nameOf, queryOf, type DashboardSubject } from './subject.ts';
import { useListPath } from '../../records/links/use-list-path.ts';
import { dashboardMessages } from '../../../locales/dashboard.ts';

interface DashboardListProps {
  readonly subject: DashboardSubject;
  readonly onTotal: (name: string, total: number) => void;
}

/** Nothing at all where the list is empty: its number has said so. */
export function DashboardList({ subject, onTotal }: DashboardListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const first = useFirstRecords(queryOf(subject));
  const rest = useFirstRecords(isWhole ? queryOf(subject, true) : null);
  const { error, mutate } = first;
  const data = rest.data ?? first.data;
  const path = useListPath(subject);
  const isNarrow = useIsNarrow();
  const { list } = subject;
  const name = nameOf(subject);
  const total = data?.total;
  useEffect(() => {
    if (total !== undefined) onTotal(name, total);
  }, [name, onTotal, total]);
  if (total === 0) return null;
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>{list.title}</h2>
        {path !== null && data !== undefined && data.total > data.items.length && (
          <Link to={path}>{text(dashboardMessages.openWholeList, { count: data.total })}</Link>
        )}
      </div>
      {error !== undefined && data === undefined && <Trouble error={error} onRetry={() => void mutate()} />}
      {error === undefined && data === undefined && <Waiting shape="rows" />}
      {data !== undefined &&
        data.items.length > 0 &&
        (isNarrow ? (
          <RecordCards records={data.items} columns={list.columns} />
        ) : (
          <RecordTable records={data.items} columns={list.columns} title={list.title} />
        ))}
      {path === null && rest.data === undefined && data !== undefined && data.total > data.items.length && (
        <Button variant="default" className={styles.all ?? ''} onClick={() => setIsWhole(true)}>
          {text(dashboardMessages.showAll, { count: data.total })}
        </Button>
      )}
    </section>
  );
}
