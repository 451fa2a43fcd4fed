/** The lists of a dashboard that have something in them; where none has, one sentence says so. */
import { useCallback, useState } from 'react';
import { Notice } from '../../page/notice.tsx';
import { text } from '../../text.ts';
import { DashboardList } from './dashboard-list.tsx';
import { nameOf, type DashboardSubject } from './subject.ts';
import { dashboardMessages } from '../../../locales/dashboard.ts';

export function DashboardLists({ subjects }: { readonly subjects: readonly DashboardSubject[] }) {
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
