/** The records of some lists beside the to-do list: with whom they are, and the latest that are done. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { RecordPage } from '../../../contract/record.ts';
import { dashboardMessages } from '../../../locales/dashboard.ts';
import { recordMessages } from '../../../locales/records.ts';
import { type RecordQuery, useFirstPages } from '../../data/hooks.ts';
import { sayTotal } from '../../facts/words.ts';
import { Jump } from '../../page/buttons.tsx';
import { Fallback } from '../../page/feedback.tsx';
import { text } from '../../language/text.ts';
import { useSlice } from '../../session/portal-context.ts';
import type { ListSubject } from '../links/list-subjects.ts';
import { useListPath } from '../links/pages.ts';
import { groupsOf, type PartGroup } from './part-groups.ts';
import { PartRow } from './part-rows.tsx';
import styles from './part-rows.module.css';
import { aboveOf } from './row-words.ts';

interface OwnRecordsProps {
  readonly subjects: readonly ListSubject[];
  /** Shown while none of the lists has a record. */
  readonly children: React.ReactNode;
}

/** Rows of each list; the list's own page has the rest. */
const most = 25;

/** Of the finished records; the others when somebody asks for them. */
const latest = 3;

export function ownRecords({ type, list }: ListSubject): RecordQuery {
  return { type, list: list.name, sort: '-updated', limit: most, rows: 'parts' };
}

export function OwnRecords({ subjects, children }: OwnRecordsProps) {
  const slice = useSlice();
  const { data, error, mutate } = useFirstPages(subjects.map((subject) => ownRecords(subject)));
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  const groups = groupsOf(
    slice,
    data.flatMap(({ items }) => items),
  );
  if (groups.length === 0) return children;
  const inWork = groups.find(({ key }) => key === 'in-work');
  const done = groups.find(({ key }) => key === 'done');
  return (
    <>
      {inWork !== undefined && <Section title={text(recordMessages.groupWithOffices)} group={inWork} />}
      {done !== undefined && <Section title={done.title} group={done} most={latest} />}
      <nav className={styles.all} aria-label={text(dashboardMessages.wholeLists)}>
        {data.map((page, index) => {
          const subject = subjects[index];
          return (
            subject !== undefined &&
            page.items.length > 0 && <WholeList key={subject.type} subject={subject} page={page} />
          );
        })}
      </nav>
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly group: PartGroup;
  readonly most?: number;
}

function Section({ title, group: { rows }, most: limit = rows.length }: SectionProps) {
  const slice = useSlice();
  const [isWhole, setIsWhole] = useState(false);
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>
        {title} <span data-figures>({rows.length})</span>
      </h2>
      <ul className={styles.rows}>
        {(isWhole ? rows : rows.slice(0, limit)).map((record) => (
          <PartRow key={record.slug} record={record} above={aboveOf(slice, record, null)} />
        ))}
      </ul>
      {!isWhole && rows.length > limit && (
        <p className={styles.all}>
          <Jump onClick={() => setIsWhole(true)}>
            {text(dashboardMessages.showAll, { count: rows.length })}
          </Jump>
        </p>
      )}
    </section>
  );
}

function WholeList({ subject, page }: { readonly subject: ListSubject; readonly page: RecordPage }) {
  const path = useListPath(subject);
  if (path === null) return null;
  return (
    <Link to={path}>
      {text(dashboardMessages.listAndCount, { list: subject.list.title, count: sayTotal(page) })}
    </Link>
  );
}
