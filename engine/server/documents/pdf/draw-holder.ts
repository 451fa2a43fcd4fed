/** Draws what people read from afar: the holder of a permit, and few facts such as the last day. */
import type { ContentBlock } from '../../../portal/documents/document-content.ts';
import { drawText } from './draw-words.ts';
import { ink, type PdfPaper } from './paper.ts';

type Block<Name extends ContentBlock['block']> = Extract<ContentBlock, { block: Name }>;

export function drawHolder(paper: PdfPaper, { name, lines }: Block<'holder'>): void {
  const { pdf, size, isCard, width } = paper;
  const largest = size * (isCard ? 1.7 : 3.1);
  const fitting = fitted(paper, name, { largest, smallest: size * 1.3, width, lines: isCard ? 1 : 2 });
  drawText(paper, name, { size: fitting, isBold: true, align: isCard ? 'left' : 'center' });
  pdf.y += size * 0.1;
  for (const line of lines) {
    drawText(paper, line, { size: size * (isCard ? 1 : 1.2), align: isCard ? 'left' : 'center' });
  }
}

interface Fit {
  readonly largest: number;
  readonly smallest: number;
  readonly width: number;
  /** Most lines of the text. */
  readonly lines: number;
}

/** The largest size at which the text has no more lines, and no word is broken. */
function fitted({ pdf }: PdfPaper, text: string, { largest, smallest, width, lines }: Fit): number {
  pdf.font('bold');
  for (let size = largest; size > smallest; size -= largest / 24) {
    pdf.fontSize(size);
    const longest = Math.max(...text.split(/\s+/).map((word) => pdf.widthOfString(word)));
    if (
      longest <= width &&
      pdf.heightOfString(text, { width }) <= pdf.currentLineHeight(true) * (lines + 0.4)
    )
      return size;
  }
  return smallest;
}

/** In a row of fields, all values in one size. */
export function drawHighlights(paper: PdfPaper, { rows }: Block<'highlights'>): void {
  const { pdf, left, width, size, accent, isCard } = paper;
  const pad = size * (isCard ? 0.4 : 0.7);
  const wanted = size * (isCard ? 1.5 : 2.3);
  pdf.font('bold').fontSize(wanted);
  const wide = rows.map(({ text, label }) =>
    Math.max(pdf.widthOfString(text), pdf.widthOfString(label) / 2.4, size * 4),
  );
  const all = wide.reduce((sum, one) => sum + one, 0);
  const room = width - rows.length * pad * 2;
  const value = Math.min(wanted, (wanted * room) / all);
  const height = size * 0.9 * 1.3 + value * 1.3 + pad * 1.3;
  const y = pdf.y;
  let x = left;
  rows.forEach(({ label, text }, at) => {
    const column = ((wide[at] ?? 0) / all) * room + pad * 2;
    pdf.save().fillOpacity(0.07).rect(x, y, column, height).fill(accent).restore();
    pdf.rect(x, y, column, height).lineWidth(0.7).strokeColor(accent).stroke();
    pdf.y = y + pad * 0.5;
    const look = { x: x + pad, width: column - pad * 2 + 1, align: 'center' } as const;
    drawText(paper, label, { ...look, size: size * 0.9, color: ink.faint });
    drawText(paper, text, { ...look, size: value, isBold: true });
    x += column;
  });
  pdf.y = y + height;
}
