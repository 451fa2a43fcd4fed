/** The figures of a dashboard, each a link to its list. */
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ChoiceCounts } from '../../../contract/record.ts';
import { dashboardMessages } from '../../../locales/dashboard.ts';
import { type RecordQuery, useFirstPages } from '../../data/hooks.ts';
import { sayTotal } from '../../facts/words.ts';
import { Placeholder } from '../../page/feedback.tsx';
import type { ListSubject } from '../../records/links/list-subjects.ts';
import { useListPath } from '../../records/links/pages.ts';
import { text } from '../../language/text.ts';
import { textAround } from '../../language/text-around.tsx';
import { Icon } from '../../theme/icon.tsx';
import styles from '../../reports/report.module.css';

/** `type/list`, unique on a dashboard. */
export function nameOf({ type, list }: ListSubject): string {
  return `${type}/${list.name}`;
}

/** The number of rows visible at a glance. */
const glance = 5;

/** The largest page of the server, for a list without its own page. */
export const whole = 100;

export function queryOf({ type, list }: ListSubject, isWhole = false): RecordQuery {
  return { type, list: list.name, sort: list.sort, limit: isWhole ? whole : glance };
}

/** Only the number is shown. In the order of the due dates, an index finds it. */
const byDue = { sort: 'due', limit: 1 };

const figures = [
  { title: dashboardMessages.dueToday, filter: { due: 'today' } },
  { title: dashboardMessages.overdue, filter: { due: 'late' } },
  { title: dashboardMessages.dueWeek, filter: { due: 'week' } },
  { title: dashboardMessages.waitsOthers, filter: { waits: 'others' } },
] as const;

export function figuresOf(subject: ListSubject): readonly RecordQuery[] {
  return figures.map(({ filter }) => ({ ...queryOf(subject), ...byDue, ...filter }));
}

/** What a list has to be done when, and what others have: the numbers that are not zero. */
export function Summary({ subject }: { readonly subject: ListSubject }) {
  const path = useListPath(subject);
  const { data } = useFirstPages(figuresOf(subject));
  if (data === undefined) return <Placeholder />;
  const shown = figures.flatMap(({ title, filter }, index) => {
    const count = data[index];
    return count === undefined || count.total === 0 ? [] : [{ title, filter, count }];
  });
  // The list itself may be on the same page, under its own title.
  const heading = text(dashboardMessages.atAGlance, { list: subject.list.title });
  return (
    <section aria-label={heading} className={styles.section}>
      <h2 className={styles.title}>{heading}</h2>
      {shown.every(({ filter }) => 'waits' in filter) && (
        <p className={styles.calm}>
          <Icon of={IconCheck} size={20} />
          {text(dashboardMessages.nothingDue)}
        </p>
      )}
      {shown.length > 0 && (
        <ul className={styles.strip}>
          {shown.map(({ title, filter, count }) => (
            <li key={title.code}>
              <Opens
                path={path === null ? null : `${path}?${new URLSearchParams(filter).toString()}&sort=due`}
                className={styles.card}
              >
                <span
                  className={styles.number}
                  data-figures
                  {...('due' in filter && filter.due === 'late' && { 'data-late': true })}
                >
                  {sayTotal(count)}
                </span>
                <span className={styles.label}>{text(title)}</span>
              </Opens>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface UrgentProps {
  readonly due: 'late' | 'soon';
  /** Undefined until they are read. */
  readonly counts: ChoiceCounts | undefined;
  readonly path: string | null;
}

/** Renders nothing if nothing is urgent. */
export function Urgent({ due, counts, path }: UrgentProps) {
  const total = counts?.counts.find(({ value }) => value === due)?.total ?? 0;
  if (counts === undefined || total === 0) return null;
  return (
    <Opens path={path === null ? null : `${path}?due=${due}&sort=due`} className={styles.due} due={due}>
      <Icon of={due === 'late' ? IconAlertTriangle : IconClock} size={15} />
      <span>
        {textAround(due === 'late' ? dashboardMessages.overdueCount : dashboardMessages.dueSoonCount, {
          count: <strong data-figures>{sayTotal({ total, ...(counts.more && { more: true }) })}</strong>,
        })}
      </span>
    </Opens>
  );
}

interface OpensProps {
  readonly path: string | null;
  readonly className: string | undefined;
  readonly due?: 'late' | 'soon';
  readonly children: ReactNode;
}

function Opens({ path, className, due, children }: OpensProps) {
  const look = {
    ...(className !== undefined && { className }),
    ...(due !== undefined && { 'data-due': due }),
  };
  return path === null ? (
    <span {...look}>{children}</span>
  ) : (
    <Link to={path} {...look}>
      {children}
    </Link>
  );
}
