/** Draws the parts of a page from top to bottom; the code and the fine print are at its foot. */
import type { DocumentPage, LayoutBlock, Signature } from '../../../portal/documents/document-layout.ts';
import { drawFoot } from './draw-foot.ts';
import { drawHighlights, drawHolder } from './draw-holder.ts';
import { drawMap } from './draw-map.ts';
import { drawLetterhead } from './draw-seal.ts';
import { breakBefore, drawList, drawRows } from './draw-table.ts';
import { drawMarkdown, drawText, type TextStyle } from './draw-words.ts';
import { ink, millimetres, type PdfPaper } from './paper.ts';

/** @param code content of the code: the address with the signed statement */
export function drawPage(paper: PdfPaper, page: DocumentPage, code: string): void {
  const { pdf } = paper;
  pdf.y = paper.top;
  for (const block of page.body) drawPart(paper, block);
  drawFoot(paper, page, code);
}

function drawPart(paper: PdfPaper, block: LayoutBlock): void {
  const { pdf, size, isCard } = paper;
  switch (block.block) {
    case 'seal':
      drawLetterhead(paper, block);
      break;
    case 'banner':
      drawText(paper, block.text, { size: size * 1.8, align: 'center', isBold: true, color: ink.warning });
      break;
    case 'holder':
      drawHolder(paper, block);
      break;
    case 'highlights':
      drawHighlights(paper, block);
      break;
    case 'rows':
      drawRows(paper, block);
      break;
    case 'list':
      drawList(paper, block);
      break;
    case 'map':
      drawMap(paper, block);
      break;
    case 'signatures':
      return drawSignatures(paper, block.signatures);
    case 'photo':
      return drawPhoto(paper, block.file);
    default:
      drawMarkdown(paper, block.body, { size });
  }
  pdf.y += size * (isCard ? 0.3 : 0.8);
}

function drawSignatures(paper: PdfPaper, signatures: readonly Signature[]): void {
  const { pdf, left, width, size, isCard, pictures } = paper;
  const above = size * (isCard ? 1.2 : 2.6);
  breakBefore(paper, above + size * 4);
  const y = pdf.y + above;
  const room = width / Math.max(signatures.length, isCard ? 1 : 2);
  // A single signature is on the right, as in letters.
  const start = signatures.length === 1 && !isCard ? left + room : left;
  let lowest = y;
  signatures.forEach(({ name, position, signedAt, picture }, at) => {
    const x = start + room * at;
    const look: TextStyle = { size, align: 'center', x, width: room - size };
    const drawn = picture === undefined ? undefined : pictures.get(picture);
    if (drawn !== undefined) {
      // The signature crosses the printed name, as on paper.
      const box: [number, number] = [room - size * 3, size * (isCard ? 2 : 3.6)];
      pdf.image(drawn, x + size, y - box[1] * 0.72, { fit: box, align: 'center', valign: 'center' });
    }
    pdf.y = y;
    if (name !== null) drawText(paper, name, { ...look, isBold: true });
    else pdf.y += size * 1.2;
    pdf
      .moveTo(x + size, pdf.y)
      .lineTo(x + room - size * 2, pdf.y)
      .lineWidth(0.6)
      .strokeColor(ink.text)
      .stroke();
    pdf.y += size * 0.15;
    drawText(paper, position, { ...look, size: size * 0.92, color: ink.faint });
    if (signedAt !== undefined && !isCard)
      drawText(paper, signedAt, { ...look, size: size * 0.74, color: ink.faint });
    lowest = Math.max(lowest, pdf.y);
  });
  pdf.y = lowest + size * (isCard ? 0.2 : 0.6);
}

/** On the right, beside the following text; an empty frame if there is no picture. */
function drawPhoto({ pdf, left, width, size, isCard, pictures }: PdfPaper, file: string | null): void {
  const side = millimetres(isCard ? 15 : 30);
  const x = left + width - side;
  const y = pdf.y;
  const picture = file === null ? undefined : pictures.get(file);
  if (picture !== undefined) pdf.image(picture, x, y, { cover: [side, side] });
  pdf.rect(x, y, side, side).lineWidth(0.6).strokeColor(ink.line).stroke();
  if (picture !== undefined) return;
  pdf
    .font('regular')
    .fontSize(size * 0.9)
    .fillColor(ink.faint);
  pdf.text('Photo', x, y + side / 2 - size / 2, { width: side, align: 'center', lineBreak: false });
  pdf.y = y;
  pdf.x = left;
}
