/** The user's open work: the numbers of each list, its first rows, and the reports of the page. */
import { PageHead } from '../../page/page-head.tsx';
import { Notice } from '../../page/notice.tsx';
import { useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { ReportView } from '../../reports/report-view.tsx';
import { Beginnings, DashboardLists } from './dashboard-lists.tsx';
import type { DashboardSubject } from './subject.ts';
import { Tile } from './tile.tsx';
import styles from './dashboard.module.css';
import { dashboardMessages } from '../../../locales/dashboard.ts';

/** The report has its own text. */
const always = { from: '', to: '' };

export function DashboardScreen({ route }: ScreenProps) {
  const { recordTypes } = useSlice();
  const subjects = route.of.flatMap(({ type, list }): DashboardSubject[] => {
    const found = list === null ? undefined : recordTypes[type]?.lists[list];
    return found === undefined ? [] : [{ type, list: found }];
  });
  return (
    <>
      <PageHead title={route.title} />
      {subjects.length === 0 && route.reports.length === 0 && (
        <Notice icon="grid" heading={text(dashboardMessages.nothingToShow)}>
          {text(dashboardMessages.noListDescribed)}
        </Notice>
      )}
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
