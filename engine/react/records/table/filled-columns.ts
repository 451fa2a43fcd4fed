/** Which columns a table shows, and which of them leads to the record. */
import type { WireRow } from '../../../contract/record.ts';
import type { PortalSlice, WireColumn } from '../../../portal/wire/slice.ts';
import { cellText, nothing } from '../../facts/words.ts';

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
