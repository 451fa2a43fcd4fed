/** Records as the rows of a table; the whole row opens the record, what is due stands in words. */
import { Link } from 'react-router-dom';
import type { ListColumn } from '../../portal/record-type.ts';
import type { WireRecord } from '../../portal/wire.ts';
import { useSlice } from '../portal-context.ts';
import { Icon } from '../shell/icons.tsx';
import { DueText } from './due-text.tsx';
import styles from './record-table.module.css';
import { StateTag } from './state-tag.tsx';
import { usePageOf } from './use-page-of.ts';
import { cellText } from './words.ts';

interface RecordTableProps {
  readonly records: readonly WireRecord[];
  readonly columns: readonly ListColumn[];
  readonly title: string;
  readonly sort?: string;
  readonly onSort?: (column: string) => void;
}

export function RecordTable({ records, columns, title, sort = '', onSort }: RecordTableProps) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.value} column={column} sort={sort} {...(onSort && { onSort })} />
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Row key={record.slug} record={record} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadingProps {
  readonly column: ListColumn;
  readonly sort: string;
  readonly onSort?: (column: string) => void;
}

const directions = new Map<string, 'ascending' | 'descending'>([
  ['', 'ascending'],
  ['-', 'descending'],
]);

/** Columns of another record cannot be sorted by. */
function Heading({ column, sort, onSort }: HeadingProps) {
  const isSorted = sort.replace(/^-/, '') === column.value;
  const direction = isSorted ? directions.get(sort.startsWith('-') ? '-' : '') : undefined;
  if (onSort === undefined || column.value.includes('.')) return <th scope="col">{column.title}</th>;
  return (
    <th scope="col" {...(direction !== undefined && { 'aria-sort': direction })}>
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

function Row({ record, columns }: { readonly record: WireRecord; readonly columns: readonly ListColumn[] }) {
  const path = usePageOf()(record);
  return (
    <tr className={styles.row}>
      {columns.map((column, index) => (
        <td key={column.value} {...(isShort(column.value) && { 'data-short': true })}>
          {index === 0 && path !== null ? (
            <Link to={path} className={styles.link} data-row-link>
              <Cell record={record} column={column.value} />
            </Link>
          ) : (
            <Cell record={record} column={column.value} />
          )}
        </td>
      ))}
    </tr>
  );
}

const short = new Set(['number', 'state', 'due', 'created', 'updated']);

/** Numbers and dates stay on one line, however long the names beside them are. */
function isShort(column: string): boolean {
  return short.has(column.split('.').at(-1) ?? '');
}

function Cell({ record, column }: { readonly record: WireRecord; readonly column: string }) {
  const slice = useSlice();
  if (column === 'state') return <StateTag type={record.type} state={record.state} />;
  if (column === 'due') return <DueText due={record.due} />;
  const text = cellText(slice, record, column);
  // A draft has no number yet; the link needs words all the same.
  return column === 'number' && record.number === null ? 'No number yet' : text;
}
