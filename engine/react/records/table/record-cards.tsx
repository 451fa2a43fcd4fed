/** Records as cards of three lines, for a phone. */
import { Link } from 'react-router-dom';
import type { WireColumn } from '../../../portal/wire/slice.ts';
import type { WireRow } from '../../../contract/record.ts';
import { useSlice } from '../../session/portal-context.ts';
import { sayNearDate, sayDate } from '../../page/dates.ts';
import styles from './table.module.css';
import { StateTag } from '../../facts/state-tag.tsx';
import { usePageOf } from '../links/pages.ts';
import { AssigneeCell } from './assignee-cell.tsx';
import { BriefDate } from '../../page/brief-date.tsx';
import { Found } from '../../page/found-words.tsx';
import { cellText, nameOfRecord, nothing } from '../../facts/words.ts';
import { type Selection, toggled } from './row-selection.tsx';
import { isSelectable } from './selectable-rows.ts';
import { BriefDue } from './table-cell.tsx';

interface RecordCardsProps {
  readonly records: readonly WireRow[];
  readonly columns: readonly WireColumn[];
  /** A touch selects a card and does not open its record. */
  readonly selection?: Selection;
  /** Shows who works on each record, and lets people claim it; called afterwards. */
  readonly onClaimed?: () => void;
}

export function RecordCards({ records, columns, selection, onClaimed }: RecordCardsProps) {
  return (
    <ul className={styles.cards}>
      {records.map((record) => (
        <li key={record.slug} {...(selection?.slugs.has(record.slug) === true && { 'data-selected': true })}>
          {selection === undefined ? (
            <LinkedCard record={record} columns={columns} />
          ) : (
            <SelectableCard record={record} columns={columns} selection={selection} />
          )}
          {selection === undefined && onClaimed !== undefined && record.assignment !== null && (
            <p className={styles.assignee}>
              <AssigneeCell record={record} onClaimed={onClaimed} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  readonly record: WireRow;
  readonly columns: readonly WireColumn[];
}

function LinkedCard(card: CardProps) {
  const path = usePageOf()(card.record);
  return path === null ? (
    <div className={styles.card}>
      <CardLines {...card} />
    </div>
  ) : (
    <Link to={path} className={styles.card} data-row-link>
      <CardLines {...card} />
    </Link>
  );
}

function SelectableCard({ selection, ...card }: CardProps & { readonly selection: Selection }) {
  const { slug } = card.record;
  const { slugs, onChange } = selection;
  return (
    <label className={styles.selectable}>
      <input
        type="checkbox"
        data-select
        data-row-link
        disabled={!isSelectable(card.record)}
        checked={slugs.has(slug)}
        onChange={() => onChange(toggled(slugs, slug))}
      />
      <span className={styles.card}>
        <CardLines {...card} />
      </span>
    </label>
  );
}

/** A bare number or "Yes" says nothing without the title of its column. */
function titled({ column, text }: { readonly column: WireColumn; readonly text: string }): string {
  return ['number', 'boolean'].includes(column.type) ? `${column.title}: ${text}` : text;
}

const elsewhere = new Set(['state', 'due', 'created', 'updated']);

function CardLines({ record, columns }: CardProps) {
  const slice = useSlice();
  const texts = columns
    .filter(({ value }) => !elsewhere.has(value))
    .map((column) => ({ column, text: cellText(slice, record, column) }))
    .filter(({ text }) => text !== nothing);
  const name = nameOfRecord(slice, record);
  const [first, ...rest] = texts;
  const title = first?.text ?? name;
  const more = rest.map(titled).join(' · ') || (title === name ? '' : name);
  return (
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
          <BriefDate iso={record.updated_at} full={sayDate(record.updated_at, slice.timeZone)}>
            {sayNearDate(record.updated_at, slice.timeZone)}
          </BriefDate>
        ) : (
          <BriefDue due={record.due} />
        )}
      </span>
    </>
  );
}
