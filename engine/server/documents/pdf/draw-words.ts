/** Draws Markdown: paragraphs, headings, lists and tables, with bold and italic words. */
import type { Markdown, Spans } from '../../../portal/text/markdown.ts';
import { ink, type PdfPaper } from './paper.ts';

export interface TextStyle {
  readonly size: number;
  readonly color?: string;
  readonly align?: 'left' | 'center' | 'right';
  readonly x?: number;
  readonly width?: number;
  readonly isBold?: boolean;
}

export function drawMarkdown(paper: PdfPaper, body: readonly Markdown[], look: TextStyle): void {
  for (const [at, block] of body.entries()) {
    if (at > 0) paper.pdf.y += look.size * 0.45;
    drawBlock(paper, block, look);
  }
}

function drawBlock(paper: PdfPaper, block: Markdown, look: TextStyle): void {
  switch (block.kind) {
    case 'heading': {
      const isFirst = block.level === 1;
      const size = look.size * (isFirst ? 2 : 1.25);
      const words = isFirst
        ? block.words.map((span) => ({ ...span, text: span.text.toLocaleUpperCase() }))
        : block.words;
      return drawWords(paper, words, { ...look, size, align: 'center', isBold: true });
    }
    case 'list':
      return block.items.forEach((item, index) =>
        drawItem(paper, item, block.isOrdered ? `${index + 1}.` : '•', look),
      );
    case 'table':
      return drawCells(paper, [block.head, ...block.rows], look);
    case 'rule':
      return drawRule(paper);
    default:
      return drawWords(paper, block.words, look);
  }
}

/** Leaves the position below the last line. */
function drawWords(paper: PdfPaper, words: Spans, look: TextStyle): void {
  const { pdf, left, width } = paper;
  const { size, color = ink.text, align = 'left', x = left, width: room = width, isBold = false } = look;
  if (words.length === 0) return;
  pdf.fontSize(size).fillColor(color);
  words.forEach(({ text, strong, emphasis }, at) => {
    pdf.font(strong === true || isBold ? 'bold' : emphasis === true ? 'italic' : 'regular');
    const options = { width: room, align, continued: at < words.length - 1, lineGap: size * 0.12 };
    if (at === 0) pdf.text(text, x, pdf.y, options);
    else pdf.text(text, options);
  });
  pdf.x = left;
}

export function drawText(paper: PdfPaper, text: string, look: TextStyle): void {
  drawWords(paper, [{ text }], look);
}

export function drawRule(paper: PdfPaper, color: string = ink.line): void {
  const { pdf, left, width } = paper;
  pdf
    .moveTo(left, pdf.y)
    .lineTo(left + width, pdf.y)
    .lineWidth(0.6)
    .strokeColor(color)
    .stroke();
}

function drawItem(paper: PdfPaper, words: Spans, mark: string, look: TextStyle): void {
  const { pdf, left, width } = paper;
  const { size, x = left, width: room = width } = look;
  const indent = size * 1.6;
  const y = pdf.y;
  drawText(paper, mark, { ...look, width: indent });
  pdf.y = y;
  drawWords(paper, words, { ...look, x: x + indent, width: room - indent });
}

function drawCells(paper: PdfPaper, rows: readonly (readonly Spans[])[], look: TextStyle): void {
  const { pdf, left, width } = paper;
  const count = Math.max(1, ...rows.map((row) => row.length));
  rows.forEach((row, at) => {
    const y = pdf.y;
    let lowest = y;
    row.forEach((words, column) => {
      pdf.y = y;
      drawWords(paper, words, {
        ...look,
        isBold: at === 0,
        x: left + (width / count) * column,
        width: width / count - 6,
      });
      lowest = Math.max(lowest, pdf.y);
    });
    pdf.y = lowest + look.size * 0.2;
    drawRule(paper);
    pdf.y += look.size * 0.2;
  });
}
