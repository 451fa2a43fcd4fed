/** The rows of a table, each of the same height. Of a long table only those near the window are in the page. */
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { WireRow } from '../../../contract/record.ts';
import type { WireColumn } from '../../../portal/wire/slice.ts';
import { cellText } from '../../facts/words.ts';
import { useSlice } from '../../session/portal-context.ts';
import { linkedColumn } from './filled-columns.ts';
import { usePageOf } from '../links/pages.ts';
import { AssigneeCell } from './assignee-cell.tsx';
import styles from './table.module.css';
import { type Selection, SelectRow } from './row-selection.tsx';
import { useRowWindow } from './row-window.ts';
import { isSelectable } from './selectable-rows.ts';
import { amountOf, Cell } from './table-cell.tsx';

interface TableRowsProps {
  readonly records: readonly WireRow[];
  readonly columns: readonly WireColumn[];
  /** Pixels. */
  readonly rowHeight: number;
  readonly selection?: Selection;
  readonly onClaimed?: () => void;
}

export function TableRows({ records, rowHeight, ...row }: TableRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const parts = useRowWindow({ count: records.length, rowHeight, focused, body });
  return (
    // It only notes which of its rows has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <tbody
      ref={body}
      onFocus={(event) => {
        const index = Number(event.target.closest('tr')?.ariaRowIndex);
        setFocused(Number.isNaN(index) ? null : index - firstRow);
      }}
    >
      {parts.map((part) => {
        if ('gap' in part)
          return <tr key={`gap ${part.before}`} aria-hidden="true" style={{ height: part.gap }} />;
        const record = records[part.index];
        if (record === undefined) return null;
        return <TableRow key={record.slug} record={record} at={part.index + firstRow} {...row} />;
      })}
    </tbody>
  );
}

/** Rows are counted from 1, and the head is the first. */
const firstRow = 2;

interface TableRowProps extends Omit<TableRowsProps, 'records' | 'rowHeight'> {
  readonly record: WireRow;
  /** Its place in the table. */
  readonly at: number;
}

function TableRow({ record, at, columns, selection, onClaimed }: TableRowProps) {
  const slice = useSlice();
  const path = usePageOf()(record);
  const linked = linkedColumn(slice, record, columns);
  const isSelected = selection?.slugs.has(record.slug) === true;
  return (
    <tr className={styles.row} aria-rowindex={at} {...(isSelected && { 'data-selected': true })}>
      {selection !== undefined && (
        <td className={styles.select}>
          {isSelectable(record) && <SelectRow record={record} selection={selection} />}
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.value} {...titleOf(cellText(slice, record, column), column)} {...amountOf(column)}>
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
        <td>
          <AssigneeCell record={record} onClaimed={onClaimed} />
        </td>
      )}
    </tr>
  );
}

/** The column may be too narrow for it. */
function titleOf(cell: string, { value }: WireColumn) {
  return value === 'due' || cell.length < 10 ? {} : { title: cell };
}
