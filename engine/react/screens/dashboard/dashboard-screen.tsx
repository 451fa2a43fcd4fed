/** The dashboard screen: figures, reports and the lists of the visitor. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { dashboardMessages } from '../../../locales/dashboard.ts';
import { recordMessages } from '../../../locales/records.ts';
import type { RouteSubject } from '../../../portal/model/route.ts';
import { useFirstRecords } from '../../data/hooks.ts';
import { sayWholeList } from '../../facts/words.ts';
import { Fallback, Notice } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { useIsNarrow } from '../../page/use-narrow.ts';
import { useSlice } from '../../session/portal-context.ts';
import { NewRecord } from '../../records/links/new-record.tsx';
import { useFormPage, useListPath } from '../../records/links/pages.ts';
import { RecordCards } from '../../records/table/record-cards.tsx';
import { RecordTable } from '../../records/table/record-table.tsx';
import { ReportView } from '../../reports/report-view.tsx';
import type { ScreenProps } from '../../router/screen.ts';
import { text } from '../../language/text.ts';
import styles from './dashboard.module.css';
import { type DashboardSubject, nameOf, queryOf, Summary, Tile, whole } from './tile.tsx';

/** The report has its own text. */
const always = { from: '', to: '' };

export function DashboardScreen({ route }: ScreenProps) {
  const { recordTypes } = useSlice();
  const found = (named: readonly RouteSubject[]) =>
    named.flatMap(({ type, list }): DashboardSubject[] => {
      const known = list === null ? undefined : recordTypes[type]?.lists[list];
      return known === undefined ? [] : [{ type, list: known }];
    });
  const subjects = found(route.of);
  return (
    <>
      <PageHead title={route.title} />
      {subjects.length === 0 && route.reports.length === 0 && (
        <Notice icon="grid" heading={text(dashboardMessages.nothingToShow)}>
          {text(dashboardMessages.noListDescribed)}
        </Notice>
      )}
      {found(route.summary).map((subject) => (
        <Summary key={nameOf(subject)} subject={subject} />
      ))}
      {subjects.length > 0 && (
        <ul className={styles.tiles}>
          {subjects.map((subject) => (
            <li key={`${subject.type}/${subject.list.name}`}>
              <Tile subject={subject} />
            </li>
          ))}
        </ul>
      )}
      <Beginnings subjects={subjects} />
      <DashboardLists subjects={subjects} />
      {route.reports.map((name) => (
        <ReportView key={name} name={name} period={always} />
      ))}
    </>
  );
}

function DashboardLists({ subjects }: { readonly subjects: readonly DashboardSubject[] }) {
  const [totals, setTotals] = useState<Readonly<Record<string, number>>>({});
  const note = useCallback(
    (name: string, total: number) =>
      setTotals((known) => (known[name] === total ? known : { ...known, [name]: total })),
    [],
  );
  const [first] = subjects;
  const isEmpty = first !== undefined && subjects.every((subject) => totals[nameOf(subject)] === 0);
  return (
    <>
      {isEmpty && (
        <Notice icon="check" heading={text(dashboardMessages.nothingWaiting)}>
          {first.list.empty}
        </Notice>
      )}
      {subjects.map((subject) => (
        <DashboardList key={nameOf(subject)} subject={subject} onTotal={note} />
      ))}
    </>
  );
}

interface DashboardListProps {
  readonly subject: DashboardSubject;
  readonly onTotal: (name: string, total: number) => void;
}

/** Renders nothing for an empty list: its number already shows that. */
function DashboardList({ subject, onTotal }: DashboardListProps) {
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
          <Link to={path}>{sayWholeList(data)}</Link>
        )}
      </div>
      {data === undefined && <Fallback error={error} retry={mutate} shape="rows" />}
      {data !== undefined &&
        data.items.length > 0 &&
        (isNarrow ? (
          <RecordCards records={data.items} columns={list.columns} />
        ) : (
          <RecordTable records={data.items} columns={list.columns} title={list.title} />
        ))}
      {path === null && rest.data === undefined && data !== undefined && data.total > data.items.length && (
        <Button variant="default" className={styles.all ?? ''} onClick={() => setIsWhole(true)}>
          {data.total > whole
            ? text(dashboardMessages.showFirst, { count: whole })
            : text(dashboardMessages.showAll, { count: data.total })}
        </Button>
      )}
    </section>
  );
}

function Beginnings({ subjects }: { readonly subjects: readonly DashboardSubject[] }) {
  const { recordTypes } = useSlice();
  const formOf = useFormPage();
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
