/** How wide the columns of a table are. They do not change while its rows come and go. */
import type { WireRow } from '../../../contract/record.ts';
import { dueAsSaid } from '../../../portal/time/working-days.ts';
import type { PortalSlice, WireColumn } from '../../../portal/wire/slice.ts';
import { briefMomentOf } from '../../facts/brief-words.ts';
import { cellText } from '../../facts/words.ts';
import { sayDue, sayNearDate } from '../../page/dates.ts';
import { isShort } from './table-cell.tsx';

export interface ColumnWidth {
  /** Letters that its title and its values need. */
  readonly letters: number;
  /** It gets no narrower. */
  readonly least: number;
  /** It has what the others leave: the first with names or other longer texts. */
  readonly takesRest: boolean;
}

/** Records that are looked at: those of the first pages. */
const most = 60;
const widest = 40;
/** A column that shrinks stays readable. Texts of a few letters, such as years, do not shrink. */
const leastShrunk = 13;

export function columnWidths(
  slice: PortalSlice,
  records: readonly WireRow[],
  { columns, sort }: { readonly columns: readonly WireColumn[]; readonly sort: string },
): readonly ColumnWidth[] {
  const seen = records.slice(0, most);
  const widths = columns.map((column) => {
    const isLink = column === columns[0];
    const longest = Math.max(0, ...seen.map((record) => lettersOf(slice, record, { column, isLink })));
    const letters = Math.max(titleLetters(column, sort), Math.min(longest, widest));
    return { letters, least: isShort(column) ? letters : Math.min(letters, leastShrunk) };
  });
  const first = widths.findIndex(({ letters, least }) => letters > least);
  return widths.map((width, index) => ({ ...width, takesRest: index === first }));
}

/**
 * All columns have what they need, or else those that can shrink give up the same share of it.
 * @param pixels of so many letters
 * @param room pixels of all columns; 0: not known yet
 * @returns the pixels of each column; null: it takes the rest
 */
export function fittedWidths(
  widths: readonly ColumnWidth[],
  pixels: (letters: number) => number,
  room: number,
): readonly (number | null)[] {
  const needed = sumOf(widths.map(({ letters }) => pixels(letters)));
  const least = sumOf(widths.map((width) => pixels(width.least)));
  const share = room === 0 || needed <= room ? 1 : Math.max(0, (room - least) / (needed - least));
  return widths.map((width) =>
    width.takesRest
      ? null
      : pixels(width.least) + Math.floor(share * (pixels(width.letters) - pixels(width.least))),
  );
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** Titles are in smaller letters; that of the column by which the table is sorted has an arrow. */
function titleLetters({ title, value }: WireColumn, sort: string): number {
  return title.length * 0.94 + (bareSort(sort) === value ? 3 : 0.5);
}

/** The column of an order, without the sign of descending order. */
export function bareSort(sort: string): string {
  return sort.replace(/^-/, '');
}

/** Capitals and figures are wide, and the link is bold. */
const wideLetter = 1.2;
/** Those of a text even out, and less so in a few; an e-mail address has no narrow spaces. */
const plain = { letter: 0.97, address: 1.06, more: 1.8 };
/** Of a link that is a date. */
const boldLetter = 1.12;
/** The letters of a tag are small, and it has a mark and edges. */
const tag = { letter: 0.8, edges: 5.6 };
/** The icon of a due date, and the gap before the day. */
const dueEdges = 4.6;

interface MeasuredColumn {
  readonly column: WireColumn;
  /** The first column leads to the record. */
  readonly isLink: boolean;
}

function lettersOf(slice: PortalSlice, record: WireRow, { column, isLink }: MeasuredColumn): number {
  if (column.value === 'due') return dueLetters(slice, record.due);
  const brief = briefMomentOf(slice, record, column)?.brief;
  const said = brief ?? cellText(slice, record, column);
  const letters = said.length;
  if (column.value === 'state') return letters * tag.letter + tag.edges;
  if (brief !== undefined) return isLink ? letters * boldLetter : letters;
  if (isShort(column)) return letters * wideLetter;
  return letters * (said.includes('@') ? plain.address : plain.letter) + plain.more;
}

function dueLetters(slice: PortalSlice, due: string | null): number {
  const said = due === null ? null : sayDue(due, slice);
  if (due === null || said === null) return 1;
  const date = sayNearDate(dueAsSaid(due, slice.timeZone), slice.timeZone);
  return said.brief.length + date.length + dueEdges;
}
