/** The figures of a dashboard, each a link to its list. */
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { dashboardMessages } from '../../../locales/dashboard.ts';
import { type RecordQuery, useFirstRecords } from '../../data/hooks.ts';
import { sayTotal } from '../../facts/words.ts';
import { usePortal, usePortalState } from '../../session/portal-context.ts';
import type { SliceList } from '../../records/links/list-address.ts';
import { useListPath } from '../../records/links/pages.ts';
import { text } from '../../language/text.ts';
import { textAround } from '../../language/text-around.tsx';
import { Icon } from '../../theme/icons.tsx';
import styles from './dashboard.module.css';

export interface DashboardSubject {
  readonly type: string;
  readonly list: SliceList;
}

/** `type/list`, unique on a dashboard. */
export function nameOf({ type, list }: DashboardSubject): string {
  return `${type}/${list.name}`;
}

/** The number of rows visible at a glance. */
const glance = 5;

/** The largest page of the server, for a list without its own page. */
export const whole = 100;

export function queryOf({ type, list }: DashboardSubject, isWhole = false): RecordQuery {
  return { type, list: list.name, sort: list.sort, limit: isWhole ? whole : glance };
}

export function Tile({ subject }: { readonly subject: DashboardSubject }) {
  const { store } = usePortal();
  const list = `${subject.type}/${subject.list.name}`;
  // The number of the last visit is shown until the new one loads.
  const last = usePortalState((state) => state.dashboard.find((entry) => entry.list === list));
  const { data } = useFirstRecords(queryOf(subject));
  const path = useListPath(subject);
  useEffect(() => {
    if (data === undefined) return;
    store.change((draft) => {
      draft.dashboard = [
        ...draft.dashboard.filter((entry) => entry.list !== list),
        { list, total: data.total, ...(data.more === true && { more: true }) },
      ];
    });
  }, [data, list, store]);
  const count = data ?? last;
  return (
    <div className={styles.tile}>
      <Opens path={path} className={styles.main} isNone={count?.total === 0}>
        <span className={styles.number} data-figures>
          {count === undefined ? '…' : sayTotal(count)}
        </span>
        <span className={styles.label}>{subject.list.title}</span>
      </Opens>
      {count !== undefined && count.total > 0 && (
        <div className={styles.urgent}>
          <Urgent subject={subject} due="late" path={path} />
          <Urgent subject={subject} due="soon" path={path} />
        </div>
      )}
    </div>
  );
}

/** Only the number is shown. In the order of the due dates, an index finds it. */
const byDue = { sort: 'due', limit: 1 };

const figures = [
  { title: dashboardMessages.dueToday, filter: { due: 'today' } },
  { title: dashboardMessages.overdue, filter: { due: 'late' } },
  { title: dashboardMessages.dueWeek, filter: { due: 'week' } },
  { title: dashboardMessages.waitsOthers, filter: { waits: 'others' } },
] as const;

/** What a list has to be done when, and what others have. */
export function Summary({ subject }: { readonly subject: DashboardSubject }) {
  const path = useListPath(subject);
  return (
    <section aria-label={subject.list.title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{subject.list.title}</h2>
      </div>
      <ul className={styles.tiles}>
        {figures.map(({ title, filter }) => (
          <li key={title.code}>
            <Figure subject={subject} title={text(title)} filter={filter} path={path} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FigureProps {
  readonly subject: DashboardSubject;
  readonly title: string;
  readonly filter: (typeof figures)[number]['filter'];
  readonly path: string | null;
}

function Figure({ subject, title, filter, path }: FigureProps) {
  const { data } = useFirstRecords({
    ...queryOf(subject),
    ...('due' in filter ? byDue : { limit: 1 }),
    ...filter,
  });
  const address = path === null ? null : `${path}?${new URLSearchParams(filter).toString()}&sort=due`;
  return (
    <div className={styles.tile}>
      <Opens path={address} className={styles.main} isNone={data?.total === 0}>
        <span
          className={styles.number}
          data-figures
          {...('due' in filter && filter.due === 'late' && { 'data-late': true })}
        >
          {data === undefined ? '…' : sayTotal(data)}
        </span>
        <span className={styles.label}>{title}</span>
      </Opens>
    </div>
  );
}

interface UrgentProps {
  readonly subject: DashboardSubject;
  readonly due: 'late' | 'soon';
  readonly path: string | null;
}

/** Renders nothing if nothing is urgent. */
function Urgent({ subject, due, path }: UrgentProps) {
  const { data } = useFirstRecords({ ...queryOf(subject), ...byDue, due });
  if (data === undefined || data.total === 0) return null;
  return (
    <Opens path={path === null ? null : `${path}?due=${due}&sort=due`} className={styles.due} due={due}>
      <Icon name={due === 'late' ? 'alert' : 'clock'} size={15} />
      <span>
        {textAround(due === 'late' ? dashboardMessages.overdueCount : dashboardMessages.dueSoonCount, {
          count: <strong data-figures>{sayTotal(data)}</strong>,
        })}
      </span>
    </Opens>
  );
}

interface OpensProps {
  readonly path: string | null;
  readonly className: string | undefined;
  readonly due?: 'late' | 'soon';
  readonly isNone?: boolean;
  readonly children: ReactNode;
}

function Opens({ path, className, due, isNone = false, children }: OpensProps) {
  const look = {
    ...(className !== undefined && { className }),
    ...(due !== undefined && { 'data-due': due }),
    ...(isNone && { 'data-none': true }),
  };
  return path === null ? (
    <span {...look}>{children}</span>
  ) : (
    <Link to={path} {...look}>
      {children}
    </Link>
  );
}
