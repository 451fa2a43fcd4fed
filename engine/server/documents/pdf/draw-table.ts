/** Draws tables: labels with their texts, and lists with a summary line. */
import type { ContentBlock } from '../../../portal/documents/document-content.ts';
import { pairRows } from '../../../portal/documents/document-layout.ts';
import { drawRule, drawText } from './draw-words.ts';
import { ink, millimetres, type PdfPaper } from './paper.ts';

type RowsBlock = Extract<ContentBlock, { block: 'rows' }>;
type ListBlock = Extract<ContentBlock, { block: 'list' }>;

export function drawRows(paper: PdfPaper, { title, rows }: RowsBlock): void {
  drawTitle(paper, title);
  if (paper.border === 'security' && !paper.isCard) return drawPairs(paper, rows);
  const { pdf, left, width, size, isCard } = paper;
  const labels = width * (isCard ? 0.25 : 0.33);
  // A card may have a picture beside them.
  const texts = width - labels - (isCard ? millimetres(16) : 0);
  for (const { label, text } of rows) {
    breakBefore(paper, size * 2);
    const y = pdf.y;
    drawText(paper, label, { size, color: ink.faint, width: labels - size });
    const below = pdf.y;
    pdf.y = y;
    drawText(paper, text, { size, isBold: true, x: left + labels, width: texts });
    endLine(paper, below);
  }
}

/** Two rows side by side, each label above its text; a long text takes the whole width. */
function drawPairs(paper: PdfPaper, rows: RowsBlock['rows']): void {
  const { pdf, left, width, size } = paper;
  const gap = size * 1.4;
  const half = (width - gap) / 2;
  const cell = ({ label, text }: RowsBlock['rows'][number], x: number, room: number): void => {
    drawText(paper, label, { size: size * 0.78, color: ink.faint, x, width: room });
    drawText(paper, text, { size, isBold: true, x, width: room });
  };
  for (const line of pairRows(rows)) {
    breakBefore(paper, size * 2.6);
    const y = pdf.y;
    let lowest = y;
    line.forEach((row, at) => {
      pdf.y = y;
      cell(row, left + at * (half + gap), line.length === 1 ? width : half);
      lowest = Math.max(lowest, pdf.y);
    });
    endLine(paper, lowest);
  }
}

export function drawList(paper: PdfPaper, list: ListBlock): void {
  drawTitle(paper, list.title);
  const heads = list.columns.map(({ title }) => title);
  drawLine(paper, list, heads, { color: ink.faint, isBold: true });
  for (const row of list.rows) drawLine(paper, list, row, {});
  const { total, columns } = list;
  if (total === null) return;
  const last = columns.map((_, at) => (at === 0 ? total.label : at === columns.length - 1 ? total.text : ''));
  drawLine(paper, list, last, { isBold: true });
}

function drawLine(
  paper: PdfPaper,
  { columns }: ListBlock,
  texts: readonly string[],
  look: { readonly color?: string; readonly isBold?: boolean },
): void {
  const { pdf, left, width, size } = paper;
  breakBefore(paper, size * 2);
  const y = pdf.y;
  const shares = sharesOf(columns);
  let x = left;
  let lowest = y;
  columns.forEach(({ isRight }, at) => {
    const room = width * (shares[at] ?? 0);
    pdf.y = y;
    drawText(paper, texts[at] ?? '', {
      size,
      ...look,
      align: isRight ? 'right' : 'left',
      x,
      width: room - (isRight ? 0 : 6),
    });
    lowest = Math.max(lowest, pdf.y);
    x += room;
  });
  endLine(paper, lowest);
}

/** Columns at the right edge are short. The first column gets twice the width of the others. */
function sharesOf(columns: ListBlock['columns']): number[] {
  const weights = columns.map(({ isRight }, at) => (isRight ? 0.8 : at === 0 ? 2 : 1.4));
  const all = weights.reduce((sum, one) => sum + one, 0);
  return weights.map((one) => one / all);
}

function drawTitle(paper: PdfPaper, title: string | null): void {
  if (title === null) return;
  drawText(paper, title, { size: paper.size * 1.1, isBold: true, color: paper.accent });
  paper.pdf.y += paper.size * 0.2;
}

function endLine(paper: PdfPaper, below: number): void {
  const { pdf, size, isCard } = paper;
  pdf.y = Math.max(pdf.y, below) + size * (isCard ? 0.05 : 0.08);
  if (isCard) return;
  drawRule(paper);
  pdf.y += size * 0.22;
}

/** Starts a new page if the next line does not fit. */
export function breakBefore({ pdf, bottom, top }: PdfPaper, height: number): void {
  if (pdf.y + height <= bottom) return;
  pdf.addPage();
  pdf.y = top;
}
