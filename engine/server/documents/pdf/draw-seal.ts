/** Draws the letterhead with its seal, and the large pale seal behind the text of a certificate. */
import { lettersAround } from '../../../portal/documents/default-seal.ts';
import type { ContentBlock } from '../../../portal/documents/document-content.ts';
import { sealLetter } from '../../../portal/text/seal.ts';
import { drawRule, drawText, type TextStyle } from './draw-words.ts';
import { millimetres, type PdfPaper } from './paper.ts';

export function drawLetterhead(paper: PdfPaper, { lines }: Extract<ContentBlock, { block: 'seal' }>): void {
  const { pdf, left, size, accent, isCard, border } = paper;
  const radius = isCard ? millimetres(4) : size * (border === 'security' ? 3.5 : 3);
  const y = pdf.y;
  drawSeal(paper, { x: left + radius, y: y + radius, radius });
  // The lines stand in the middle beside the seal.
  const heights = lines.length * size * 1.32;
  pdf.y = isCard ? y : y + Math.max(0, radius - heights / 2);
  lines.forEach((line, at) => {
    const isLast = at === lines.length - 1;
    const look: TextStyle = { size: isLast ? size * 1.1 : size * 0.92, align: 'center', isBold: isLast };
    const room = radius * 2 + size;
    drawText(
      paper,
      line,
      isCard
        ? { ...look, align: 'left', x: left + radius * 2.5, width: paper.width - radius * 2.5 }
        : { ...look, x: left + room, width: paper.width - 2 * room },
    );
  });
  pdf.y = Math.max(pdf.y, y + radius * 2) + size * (isCard ? 0.2 : 0.6);
  drawRule(paper, accent);
}

/** Behind the text of the sheet. */
export function drawPaleSeal(paper: PdfPaper): void {
  const { pdf } = paper;
  const { width, height } = pdf.page;
  pdf.save().opacity(0.05);
  drawSeal(paper, { x: width / 2, y: height / 2, radius: millimetres(58) });
  pdf.restore();
  pdf.opacity(1);
}

interface SealPlace {
  /** Of the middle. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

function drawSeal(paper: PdfPaper, { x, y, radius }: SealPlace): void {
  const { pdf, accent, seal } = paper;
  if (seal.picture !== null) {
    const box: [number, number] = [radius * 2, radius * 2];
    pdf.image(seal.picture, x - radius, y - radius, { fit: box, align: 'center', valign: 'center' });
    return;
  }
  for (const [part, lineWidth] of [
    [0.97, 0.04],
    [0.92, 0.012],
    [0.64, 0.024],
  ] as const) {
    pdf
      .circle(x, y, radius * part)
      .lineWidth(radius * lineWidth)
      .strokeColor(accent)
      .stroke();
  }
  pdf.circle(x, y + radius * 0.78, radius * 0.036).fill(accent);
  const word = (text: string, size: number, top: number): void => {
    pdf.font('bold').fontSize(size).fillColor(accent);
    pdf.text(text, x - pdf.widthOfString(text) / 2, top, { lineBreak: false });
  };
  word(sealLetter(seal.title), radius * 0.74, y - radius * 0.48);
  for (const { letter, turn } of lettersAround(seal.title)) {
    pdf.save().rotate(turn, { origin: [x, y] });
    word(letter, radius * 0.165, y - radius * 0.885);
    pdf.restore();
  }
}
