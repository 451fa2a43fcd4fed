/** Which columns a table shows of these records, and which of them leads to a record. */
import type { PortalSlice, WireColumn } from '../../../portal/wire/slice.ts';
import type { WireRecord } from '../../../contract/record.ts';
import { cellText, nothing } from '../../facts/words.ts';

/** Without what another record would say, where none of these has such a record. */
export function filledColumns(
  slice: PortalSlice,
  records: readonly WireRecord[],
  columns: readonly WireColumn[],
): readonly WireColumn[] {
  const isFilled = (column: WireColumn) =>
    records.some((record) => cellText(slice, record, column) !== nothing);
  return columns.filter((column) => !column.value.includes('.') || isFilled(column));
}

/** Index of the column whose words are the link: a dash says nothing of where it leads. A missing number has words. */
export function linkedColumn(slice: PortalSlice, record: WireRecord, columns: readonly WireColumn[]): number {
  return columns.findIndex(
    (column) => column.value === 'number' || cellText(slice, record, column) !== nothing,
  );
}
