/** The dashboard screen: figures, reports and the lists of the visitor. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { IconCheck, IconLayoutGrid } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { dashboardMessages } from '../../../locales/dashboard.ts';
import { recordMessages } from '../../../locales/records.ts';
import type { ChoiceCounts, RecordPage } from '../../../contract/record.ts';
import type { ReadRequest } from '../../api/call.ts';
import { dueInput, listInput, useDueCounts, useFirstPages, useFirstRecords } from '../../data/hooks.ts';
import { sayTotal, sayWholeList } from '../../facts/words.ts';
import { Fallback, Notice } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { useIsNarrow } from '../../page/use-narrow.ts';
import { usePortal, useSlice } from '../../session/portal-context.ts';
import { type ListSubject, listSubjectsOf } from '../../records/links/list-subjects.ts';
import { NewRecord } from '../../records/links/new-record.tsx';
import { useFormPage, useListPath } from '../../records/links/pages.ts';
import { RecordCards } from '../../records/table/record-cards.tsx';
import { RecordTable } from '../../records/table/record-table.tsx';
import { ReportView } from '../../reports/report-view.tsx';
import type { FirstReads, ScreenProps } from '../../router/screen.ts';
import { text } from '../../language/text.ts';
import styles from '../../reports/report.module.css';
import { figuresOf, nameOf, queryOf, Summary, Urgent, whole } from './tile.tsx';

/** The report has its own text. */
const always = { from: '', to: '' };

export const dashboardReads: FirstReads = ({ slice: { recordTypes }, route }) => {
  const subjects = listSubjectsOf(recordTypes, route.of);
  const pages = [
    ...listSubjectsOf(recordTypes, route.summary).flatMap(figuresOf),
    ...subjects.map((subject) => queryOf(subject)),
  ];
  return [
    ...pages.map((query): ReadRequest => ['GET /records/:type', listInput(query)]),
    ...subjects.map(({ type, list: { name } }): ReadRequest => [
      'GET /records/:type/choices',
      dueInput({ type, list: name }),
    ]),
  ];
};

export function DashboardScreen({ route }: ScreenProps) {
  const { recordTypes } = useSlice();
  const subjects = useMemo(() => listSubjectsOf(recordTypes, route.of), [recordTypes, route.of]);
  return (
    <>
      <PageHead title={route.title} />
      {subjects.length === 0 && route.reports.length === 0 && (
        <Notice icon={IconLayoutGrid} heading={text(dashboardMessages.nothingToShow)}>
          {text(dashboardMessages.noListDescribed)}
        </Notice>
      )}
      {listSubjectsOf(recordTypes, route.summary).map((subject) => (
        <Summary key={nameOf(subject)} subject={subject} />
      ))}
      <Beginnings subjects={subjects} />
      <DashboardLists subjects={subjects} />
      {route.reports.map((name) => (
        <ReportView key={name} name={name} period={always} />
      ))}
    </>
  );
}

/** The first lists that have rows; the rest is folded. */
const open = 3;

function DashboardLists({ subjects }: { readonly subjects: readonly ListSubject[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const { store } = usePortal();
  const { data, error, mutate } = useFirstPages(subjects.map((subject) => queryOf(subject)));
  const due = useDueCounts(subjects.map(({ type, list: { name } }) => ({ type, list: name })));
  useEffect(() => {
    if (data === undefined) return;
    store.change((draft) => {
      draft.dashboard = subjects.flatMap((subject, index) => {
        const { total, more } = data[index] ?? {};
        if (total === undefined) return [];
        return { list: nameOf(subject), total, ...(more === true && { more: true }) };
      });
    });
  }, [data, store, subjects]);
  const [first] = subjects;
  if (first === undefined) return null;
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  const filled = subjects.flatMap((subject, index) => {
    const page = data[index];
    return page === undefined || page.total === 0 ? [] : [{ subject, page, due: due?.[index] }];
  });
  if (filled.length === 0)
    return (
      <Notice icon={IconCheck} heading={text(dashboardMessages.nothingWaiting)}>
        {first.list.empty}
      </Notice>
    );
  const rest = filled.length - open;
  return (
    <>
      {filled.slice(0, isWhole ? filled.length : open).map((shown) => (
        <DashboardList key={nameOf(shown.subject)} {...shown} />
      ))}
      {rest > 0 && !isWhole && (
        <p className={styles.section}>
          <Button variant="default" onClick={() => setIsWhole(true)}>
            {text(dashboardMessages.otherLists, { count: rest })}
          </Button>
        </p>
      )}
    </>
  );
}

interface DashboardListProps {
  readonly subject: ListSubject;
  /** The first rows. */
  readonly page: RecordPage;
  /** How much is due when; undefined until it is read. */
  readonly due: ChoiceCounts | undefined;
}

function DashboardList({ subject, page, due }: DashboardListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const rest = useFirstRecords(isWhole ? queryOf(subject, true) : null);
  const data = rest.data ?? page;
  const path = useListPath(subject);
  const isNarrow = useIsNarrow();
  const { list } = subject;
  return (
    <section className={styles.section}>
      <div className={styles.lead}>
        <h2 className={styles.title}>
          {list.title} <span data-figures>({sayTotal(data)})</span>
        </h2>
        <div className={styles.urgent}>
          <Urgent due="late" counts={due} path={path} />
          <Urgent due="soon" counts={due} path={path} />
        </div>
        {path !== null && data.total > data.items.length && <Link to={path}>{sayWholeList(data)}</Link>}
      </div>
      {isNarrow ? (
        <RecordCards records={data.items} columns={list.columns} />
      ) : (
        <RecordTable records={data.items} columns={list.columns} title={list.title} />
      )}
      {path === null && rest.data === undefined && data.total > data.items.length && (
        <Button variant="default" className={styles.all ?? ''} onClick={() => setIsWhole(true)}>
          {data.total > whole
            ? text(dashboardMessages.showFirst, { count: whole })
            : text(dashboardMessages.showAll, { count: data.total })}
        </Button>
      )}
    </section>
  );
}

function Beginnings({ subjects }: { readonly subjects: readonly ListSubject[] }) {
  const { recordTypes } = useSlice();
  const formOf = useFormPage();
  const types = [...new Set(subjects.map(({ type }) => type))];
  const offered = types.filter((type) => recordTypes[type]?.mayCreate === true && formOf(type) !== null);
  if (offered.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{text(recordMessages.beginnings)}</h2>
      <div className={styles.beginnings}>
        {offered.map((type) => (
          <NewRecord key={type} type={type} isQuiet={offered.length > 1} />
        ))}
      </div>
    </section>
  );
}
