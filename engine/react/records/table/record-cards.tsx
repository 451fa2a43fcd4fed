/** Records as cards of three lines, for a phone. */
import { Link } from 'react-router-dom';
import type { WireColumn } from '../../../portal/wire/slice.ts';
import type { WireRow } from '../../../contract/record.ts';
import { useSlice } from '../../session/portal-context.ts';
import { sayShortDate } from '../../page/dates.ts';
import { DueText } from '../status/record-head.tsx';
import styles from './record-cards.module.css';
import { StateTag } from '../../facts/state-tag.tsx';
import { usePageOf } from '../links/pages.ts';
import { sayAssignee } from '../actions/record-assignee.tsx';
import { cellText, nameOfRecord, nothing } from '../../facts/words.ts';

interface RecordCardsProps {
  readonly records: readonly WireRow[];
  readonly columns: readonly WireColumn[];
  readonly showsAssignee?: boolean;
}

export function RecordCards({ records, columns, showsAssignee = false }: RecordCardsProps) {
  return (
    <ul className={styles.cards}>
      {records.map((record) => (
        <li key={record.slug}>
          <RecordCard record={record} columns={columns} showsAssignee={showsAssignee} />
        </li>
      ))}
    </ul>
  );
}

const elsewhere = new Set(['state', 'due', 'created', 'updated']);

function RecordCard({
  record,
  columns,
  showsAssignee,
}: {
  readonly record: WireRow;
  readonly columns: readonly WireColumn[];
  readonly showsAssignee: boolean;
}) {
  const slice = useSlice();
  const path = usePageOf()(record);
  const texts = columns
    .filter(({ value }) => !elsewhere.has(value))
    .map((column) => cellText(slice, record, column))
    .filter((text) => text !== nothing);
  const name = nameOfRecord(slice, record);
  const [title = name, ...rest] = texts;
  const more = rest.join(' · ') || (title === name ? '' : name);
  const lines = (
    <>
      <span className={styles.title}>{title}</span>
      {more !== '' && <span className={styles.rest}>{more}</span>}
      {showsAssignee && record.assignment !== null && (
        <span className={styles.rest}>{sayAssignee(record.assignment.assignee)}</span>
      )}
      <span className={styles.foot}>
        <StateTag type={record.type} state={record.state} />
        {record.due === null ? (
          <time dateTime={record.updated_at}>{sayShortDate(record.updated_at, slice.timeZone)}</time>
        ) : (
          <DueText due={record.due} isShort />
        )}
      </span>
    </>
  );
  return path === null ? (
    <div className={styles.card}>{lines}</div>
  ) : (
    <Link to={path} className={styles.card} data-row-link>
      {lines}
    </Link>
  );
}
