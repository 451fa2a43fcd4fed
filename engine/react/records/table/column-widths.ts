/** How wide the columns of a table are. They do not change while its rows come and go. */
import type { WireRow } from '../../../contract/record.ts';
import type { PortalSlice, WireColumn } from '../../../portal/wire/slice.ts';
import { briefMomentOf } from '../../facts/brief-words.ts';
import { cellText } from '../../facts/words.ts';
import { sayDue } from '../../page/dates.ts';
import { isShort } from './table-cell.tsx';

export interface ColumnWidth {
  /** Letters; null: the column shares what the others leave. */
  readonly letters: number | null;
  /** It gets no narrower. */
  readonly least: number;
}

/** Records that are looked at: those of the first pages. */
const most = 60;
const widest = 26;
/** Texts of a few letters, such as years, do not share. */
const fewLetters = 11;
/** A column that shares stays readable. */
const leastShared = 13;
const arrow = 3;

export function columnWidths(
  slice: PortalSlice,
  records: readonly WireRow[],
  columns: readonly WireColumn[],
): readonly ColumnWidth[] {
  const seen = records.slice(0, most);
  return columns.map((column) => {
    const longest = Math.max(0, ...seen.map((record) => lettersOf(slice, record, column)));
    const letters = Math.max(column.title.length + arrow, Math.min(longest, widest));
    const isOwn = isShort(column) || letters <= fewLetters;
    return isOwn ? { letters, least: letters } : { letters: null, least: Math.min(letters, leastShared) };
  });
}

/** The tag of a state has a mark; a due date has an icon and the day. */
const markLetters = 4;
const dayLetters = 10;
const wideLetter = 1.2;

function lettersOf(slice: PortalSlice, record: WireRow, column: WireColumn): number {
  if (column.value === 'due') {
    const said = record.due === null ? null : sayDue(record.due, slice);
    return said === null ? 1 : said.brief.length + dayLetters;
  }
  const brief = briefMomentOf(slice, record, column)?.brief;
  const letters = (brief ?? cellText(slice, record, column)).length;
  if (column.value === 'state') return letters + markLetters;
  // Capitals and figures are wide, and the link is bold.
  return isShort(column) && brief === undefined ? Math.ceil(letters * wideLetter) : letters;
}
