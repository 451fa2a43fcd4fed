/** Records as a table that can be sorted and selected. */
import { Link } from 'react-router-dom';
import type { WireAction, WireRow } from '../../../contract/record.ts';
import { listMessages } from '../../../locales/lists.ts';
import { recordMessages } from '../../../locales/records.ts';
import type { ValueKind } from '../../../portal/forms/value-type.ts';
import type { PortalSlice, WireColumn } from '../../../portal/wire/slice.ts';
import { StateTag } from '../../facts/state-tag.tsx';
import { cellText, nameOfRecord, nothing } from '../../facts/words.ts';
import { useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icons.tsx';
import { usePageOf } from '../links/pages.ts';
import { AssigneeCell } from './assignee-cell.tsx';
import { Found } from '../../page/found-words.tsx';
import { DueText } from '../status/record-head.tsx';
import styles from './record-table.module.css';

interface RecordTableProps {
  readonly records: readonly WireRow[];
  readonly columns: readonly WireColumn[];
  readonly title: string;
  readonly isCompact?: boolean;
  readonly sort?: string;
  readonly onSort?: (column: string) => void;
  /** Rows can be selected if a bulk action exists. */
  readonly selection?: Selection;
  /** Shows who works on each record, and lets people claim it; called afterwards. */
  readonly onClaimed?: () => void;
}

interface Selection {
  readonly slugs: ReadonlySet<string>;
  readonly onChange: (slugs: ReadonlySet<string>) => void;
}

export function RecordTable(props: RecordTableProps) {
  const { records, title, isCompact = false, sort = '', onSort, selection, onClaimed } = props;
  const columns = filledColumns(useSlice(), records, props.columns);
  const selectable = selection === undefined ? [] : records.filter(isSelectable);
  const shown = selectable.length > 0 ? selection : undefined;
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={title} data-density={isCompact ? 'compact' : undefined}>
        <thead>
          <tr>
            {shown !== undefined && <SelectAll records={selectable} selection={shown} />}
            {columns.map((column) => (
              <Heading key={column.value} column={column} sort={sort} {...(onSort && { onSort })} />
            ))}
            {onClaimed !== undefined && <th scope="col">{text(recordMessages.assignee)}</th>}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <RecordRow
              key={record.slug}
              record={record}
              columns={columns}
              {...(shown && { selection: shown })}
              {...(onClaimed && { onClaimed })}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadingProps {
  readonly column: WireColumn;
  readonly sort: string;
  readonly onSort?: (column: string) => void;
}

const directions = new Map<string, 'ascending' | 'descending'>([
  ['', 'ascending'],
  ['-', 'descending'],
]);

/** Columns of another record cannot be sorted. */
function Heading({ column, sort, onSort }: HeadingProps) {
  const isSorted = sort.replace(/^-/, '') === column.value;
  const direction = isSorted ? directions.get(sort.startsWith('-') ? '-' : '') : undefined;
  const amount = amountOf(column);
  if (onSort === undefined || column.value.includes('.'))
    return (
      <th scope="col" {...amount}>
        {column.title}
      </th>
    );
  return (
    <th scope="col" {...amount} {...(direction !== undefined && { 'aria-sort': direction })}>
      <button type="button" className={styles.sort} onClick={() => onSort(column.value)}>
        {column.title}
        {direction !== undefined && <Arrow direction={direction} />}
      </button>
    </th>
  );
}

function Arrow({ direction }: { readonly direction: 'ascending' | 'descending' }) {
  return (
    <span className={styles.arrow} data-direction={direction}>
      <Icon name="chevron" size={12} />
    </span>
  );
}

interface RecordRowProps {
  readonly record: WireRow;
  readonly columns: readonly WireColumn[];
  readonly selection?: Selection;
  readonly onClaimed?: () => void;
}

function RecordRow({ record, columns, selection, onClaimed }: RecordRowProps) {
  const slice = useSlice();
  const path = usePageOf()(record);
  const linked = linkedColumn(slice, record, columns);
  return (
    <tr className={styles.row}>
      {selection !== undefined && (
        <td className={styles.select}>
          {isSelectable(record) && <SelectRow record={record} selection={selection} />}
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.value} {...(isShort(column) && { 'data-short': true })} {...amountOf(column)}>
          {index === linked && path !== null ? (
            <Link to={path} className={styles.link} data-row-link>
              <Cell record={record} column={column} />
            </Link>
          ) : (
            <Cell record={record} column={column} />
          )}
        </td>
      ))}
      {onClaimed !== undefined && (
        <td data-short>
          <AssigneeCell record={record} onClaimed={onClaimed} />
        </td>
      )}
    </tr>
  );
}

function SelectAll({
  records,
  selection,
}: {
  readonly records: readonly WireRow[];
  readonly selection: Selection;
}) {
  const shown = new Set(records.map(({ slug }) => slug));
  const isAll = [...shown].every((slug) => selection.slugs.has(slug));
  // Rows that were selected under other filters stay.
  const others = [...selection.slugs].filter((slug) => !shown.has(slug));
  const next = new Set(isAll ? others : [...others, ...shown]);
  return (
    <th scope="col" className={styles.select}>
      <input
        type="checkbox"
        aria-label={text(listMessages.selectAll)}
        checked={isAll}
        onChange={() => selection.onChange(next)}
      />
    </th>
  );
}

function SelectRow({ record, selection }: { readonly record: WireRow; readonly selection: Selection }) {
  const slice = useSlice();
  const { slugs, onChange } = selection;
  const toggle = () => {
    const next = new Set(slugs);
    if (!next.delete(record.slug)) next.add(record.slug);
    onChange(next);
  };
  return (
    <input
      type="checkbox"
      data-select
      aria-label={text(listMessages.selectRow, { name: record.number ?? nameOfRecord(slice, record) })}
      checked={slugs.has(record.slug)}
      onChange={toggle}
    />
  );
}

/** Amounts are right-aligned. */
function amountOf({ type }: WireColumn) {
  return type === 'money' ? { 'data-amount': true } : {};
}

const short: readonly ValueKind[] = ['state', 'date', 'moment', 'due'];

/** Numbers and dates do not wrap, however long the names beside them are. */
function isShort({ value, type }: WireColumn): boolean {
  return short.includes(type) || value.split('.').at(-1) === 'number';
}

function Cell({ record, column }: { readonly record: WireRow; readonly column: WireColumn }) {
  const slice = useSlice();
  if (column.value === 'state') return <StateTag type={record.type} state={record.state} />;
  if (column.value === 'due') return <DueText due={record.due} />;
  const cell = cellText(slice, record, column);
  // A draft has no number yet, but the link needs a text.
  if (column.value === 'number' && record.number === null) return text(recordMessages.noNumber);
  return <Found text={cell} />;
}

/** The steps that all of these allow; [] if they share none. */
export function bulkActionsOf(records: readonly WireRow[]): readonly WireAction[] {
  const [first, ...others] = records;
  if (first === undefined) return [];
  return first.actions
    .filter(isForSeveral)
    .filter((action) => others.every(({ actions }) => actions.some((other) => isSame(action, other))));
}

/** Decides whether any step of this record can run in bulk, or somebody can claim or release it. */
export function isSelectable({ actions, assignment = null }: WireRow): boolean {
  return actions.some(isForSeveral) || (assignment !== null && (assignment.claim || assignment.release));
}

/** A slot or a person is chosen for one record at a time. */
function isForSeveral({ bulk, books, pick }: WireAction): boolean {
  return bulk && books === null && pick === null;
}

function isSame(one: WireAction, other: WireAction): boolean {
  return isForSeveral(other) && one.name === other.name && one.input === other.input;
}

/** Hides columns of another record if none of these records has one. */
export function filledColumns(
  slice: PortalSlice,
  records: readonly WireRow[],
  columns: readonly WireColumn[],
): readonly WireColumn[] {
  const isFilled = (column: WireColumn) =>
    records.some((record) => cellText(slice, record, column) !== nothing);
  return columns.filter((column) => !column.value.includes('.') || isFilled(column));
}

/** Index of the column with the link. A dash is a poor link; a missing number has a text. */
export function linkedColumn(slice: PortalSlice, record: WireRow, columns: readonly WireColumn[]): number {
  return columns.findIndex(
    (column) => column.value === 'number' || cellText(slice, record, column) !== nothing,
  );
}
