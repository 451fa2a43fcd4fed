/** Records as a table that can be sorted and selected. */
import { isRequester } from '../../../portal/model/department.ts';
import { useElementSize } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import type { WireRow } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import { rowHeights } from '../../../portal/theme/tokens.ts';
import type { PortalSlice, WireColumn } from '../../../portal/wire/slice.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icon.tsx';
import { bareSort, columnWidths, fittedWidths, sumOf } from './column-widths.ts';
import { filledColumns } from './filled-columns.ts';
import styles from './table.module.css';
import { SelectAll, type Selection } from './row-selection.tsx';
import { isSelectable } from './selectable-rows.ts';
import { amountOf } from './table-cell.tsx';
import { TableRows } from './table-rows.tsx';

interface RecordTableProps {
  readonly records: readonly WireRow[];
  readonly columns: readonly WireColumn[];
  readonly title: string;
  readonly isCompact?: boolean;
  /** Rows of the whole list; null: not known. */
  readonly total?: number | null;
  readonly sort?: string;
  readonly onSort?: (column: string) => void;
  /** Rows can be selected if a bulk action exists. */
  readonly selection?: Selection;
  /** Shows who works on each record, and lets people claim it; called afterwards. */
  readonly onClaimed?: () => void;
}

/** Those who work in lists all day see many rows on one line each; others see fewer, with more room. */
type Density = 'compact' | 'dense' | 'roomy';

export function RecordTable(props: RecordTableProps) {
  const { records, title, isCompact = false, sort = '', total = records.length, onSort, selection } = props;
  const { onClaimed } = props;
  const slice = useSlice();
  const { department } = useSession();
  const isOfRequesters = isRequester(slice.departments, department);
  const density = isOfRequesters ? 'roomy' : isCompact ? 'compact' : 'dense';
  const columns = filledColumns(slice, records, props.columns);
  const widths = columnWidths(slice, records, { columns, sort });
  const scale = textScale();
  const { ref, width } = useElementSize();
  const selectable = selection === undefined ? [] : records.filter(isSelectable);
  const shown = selectable.length > 0 ? selection : undefined;
  const pixels = (letters: number) => Math.ceil(letters * letterWidth * scale + paddings[density]);
  const beside = (shown ? selectWidth : 0) + (onClaimed ? assigneeWidth : 0);
  const least = sumOf(widths.map((one) => pixels(one.least))) + beside;
  // A head that stays in the window is no part of a frame that scrolls by itself.
  const isWider = width > 0 && least > width;
  return (
    <div ref={ref} className={styles.frame} {...(isWider && { 'data-scrolls': true })}>
      <table
        className={styles.table}
        aria-label={title}
        data-density={density}
        aria-rowcount={total === null ? -1 : total + 1}
        style={{ minWidth: least }}
      >
        <colgroup>
          {shown !== undefined && <col style={{ width: selectWidth }} />}
          {fittedWidths(widths, pixels, width && width - beside).map((fitted, index) => (
            <col key={columns[index]?.value} {...(fitted !== null && { style: { width: fitted } })} />
          ))}
          {onClaimed !== undefined && <col style={{ width: assigneeWidth }} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {shown !== undefined && <SelectAll records={selectable} selection={shown} />}
            {columns.map((column) => (
              <Heading key={column.value} column={column} sort={sort} {...(onSort && { onSort })} />
            ))}
            {onClaimed !== undefined && <th scope="col">{text(recordMessages.assignee)}</th>}
          </tr>
        </thead>
        <TableRows
          records={records}
          columns={columns}
          rowHeight={rowHeightOf(density, slice)}
          {...(shown && { selection: shown })}
          {...(onClaimed && { onClaimed })}
        />
      </table>
    </div>
  );
}

const selectWidth = 40;
const assigneeWidth = 120;
const letterWidth = 7.4;
/** As the styles have them. */
const paddings = { compact: 16, dense: 16, roomy: 24 } as const satisfies Record<Density, number>;

/** Pixels, with the line between two rows. The styles have the same. */
function rowHeightOf(density: Density, { theme }: PortalSlice): number {
  return { compact: 28, dense: rowHeights[theme.density ?? 'compact'], roomy: 48 }[density];
}

/** 1 with text of 16 pixels: the portal and the browser can both enlarge it. */
function textScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
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
  const isSorted = bareSort(sort) === column.value;
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
      <Icon of={IconChevronRight} size={12} />
    </span>
  );
}
