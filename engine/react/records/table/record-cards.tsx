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
import { AssigneeCell } from './assignee-cell.tsx';
import { Found } from '../../page/found-words.tsx';
import { cellText, nameOfRecord, nothing } from '../../facts/words.ts';

interface RecordCardsProps {
  readonly records: readonly WireRow[];
  readonly columns: readonly WireColumn[];
  /** Shows who works on each record, and lets people claim it; called afterwards. */
  readonly onClaimed?: () => void;
}

export function RecordCards({ records, columns, onClaimed }: RecordCardsProps) {
  return (
    <ul className={styles.cards}>
      {records.map((record) => (
        <li key={record.slug}>
          <RecordCard record={record} columns={columns} />
          {onClaimed !== undefined && record.assignment !== null && (
            <p className={styles.assignee}>
              <AssigneeCell record={record} onClaimed={onClaimed} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

const elsewhere = new Set(['state', 'due', 'created', 'updated']);

function RecordCard({
  record,
  columns,
}: {
  readonly record: WireRow;
  readonly columns: readonly WireColumn[];
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
      <span className={styles.title}>
        <Found text={title} />
      </span>
      {more !== '' && (
        <span className={styles.rest}>
          <Found text={more} />
        </span>
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
