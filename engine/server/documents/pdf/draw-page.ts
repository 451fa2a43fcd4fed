/** Draws the parts of a page: letterhead, tables, signatures, and in the footer the code and the fine print. */
import { encodeQR } from 'qr';
import type { ContentBlock } from '../../../portal/documents/document-content.ts';
import type { DocumentPage, LayoutBlock, Signature } from '../../../portal/documents/document-layout.ts';
import { linesBesideCode } from '../../../portal/documents/printed-code.ts';
import { breakBefore, drawList, drawRows } from './draw-table.ts';
import { drawMarkdown, drawRule, drawText, type TextStyle } from './draw-words.ts';
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
      drawSeal(paper, block);
      break;
    case 'banner':
      drawText(paper, block.text, { size: size * 1.8, align: 'center', isBold: true, color: ink.warning });
      break;
    case 'rows':
      drawRows(paper, block);
      break;
    case 'list':
      drawList(paper, block);
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

/** Draws the seal like the portal: a letter in a ring. */
function drawSeal(paper: PdfPaper, { lines }: Extract<ContentBlock, { block: 'seal' }>): void {
  const { pdf, left, size, accent, seal, isCard } = paper;
  const radius = isCard ? millimetres(3.6) : millimetres(10);
  const y = pdf.y;
  const middle = y + radius;
  pdf
    .circle(left + radius, middle, radius)
    .lineWidth(isCard ? 0.8 : 1.6)
    .strokeColor(accent)
    .stroke();
  pdf
    .circle(left + radius, middle, radius * 0.84)
    .lineWidth(0.5)
    .strokeColor(accent)
    .stroke();
  pdf.font('bold').fontSize(radius).fillColor(accent);
  pdf.text(seal, left, middle - radius * 0.63, { width: radius * 2, align: 'center', lineBreak: false });
  pdf.y = y;
  lines.forEach((line, at) => {
    const isLast = at === lines.length - 1;
    const look: TextStyle = { size: isLast ? size * 1.05 : size * 0.92, align: 'center', isBold: isLast };
    drawText(
      paper,
      line,
      isCard ? { ...look, align: 'left', x: left + radius * 2.5, width: paper.width - radius * 2.5 } : look,
    );
  });
  pdf.y = Math.max(pdf.y, y + radius * 2) + size * (isCard ? 0.2 : 0.6);
  drawRule(paper, accent);
}

function drawSignatures(paper: PdfPaper, signatures: readonly Signature[]): void {
  const { pdf, left, width, size, isCard } = paper;
  const above = size * (isCard ? 1.2 : 2.6);
  breakBefore(paper, above + size * 3);
  const y = pdf.y + above;
  const room = width / Math.max(signatures.length, isCard ? 1 : 2);
  // A single signature is on the right, as in letters.
  const start = signatures.length === 1 && !isCard ? left + room : left;
  let lowest = y;
  signatures.forEach(({ name, position }, at) => {
    const x = start + room * at;
    const look: TextStyle = { size, align: 'center', x, width: room - size };
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

/** At the lower edge of the page, or directly below the content if that reaches so far. */
function drawFoot(paper: PdfPaper, { foot }: DocumentPage, address: string): void {
  const { pdf, left, width, bottom, isCard } = paper;
  if (foot.qr === null && foot.fine.length === 0) return;
  const side = foot.qr === null ? 0 : millimetres(isCard ? 20 : 32);
  const x = left + (side === 0 ? 0 : side + millimetres(isCard ? 2 : 4));
  const size = paper.size * 0.82;
  const look: TextStyle = { size, color: ink.faint, x, width: left + width - x };
  const lines = linesBesideCode(foot.qr, address);
  const words = foot.fine.flatMap(({ body }) => body).map((block) => textOf(block));
  const height = Math.max(side, heightOf(paper, [...lines, ...words], look));
  const y = Math.max(pdf.y, bottom - height - 1);
  if (foot.qr !== null) drawCode(paper, address, { x: left, y, side });
  pdf.y = y;
  for (const line of lines) drawText(paper, line, look);
  for (const block of foot.fine) {
    pdf.y += size * 0.3;
    drawMarkdown(paper, block.body, look);
  }
}

function heightOf({ pdf }: PdfPaper, texts: readonly string[], { size, width = 0 }: TextStyle): number {
  pdf.font('regular').fontSize(size);
  return texts.reduce(
    (sum, text) => sum + pdf.heightOfString(text, { width, lineGap: size * 0.12 }) + size * 0.5,
    0,
  );
}

function textOf(block: DocumentPage['foot']['fine'][number]['body'][number]): string {
  if (block.kind === 'list')
    return block.items.map((item) => `   ${item.map(({ text }) => text).join('')}`).join('\n');
  return 'words' in block ? block.words.map(({ text }) => text).join('') : '';
}

function drawCode(
  { pdf }: PdfPaper,
  code: string,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): void {
  const modules = encodeQR(code, 'raw', { ecc: 'low' });
  const step = side / modules.length;
  pdf.rect(x, y, side, side).fill('#ffffff');
  modules.forEach((row, line) =>
    row.forEach((isDark, column) => {
      if (isDark) pdf.rect(x + column * step, y + line * step, step, step);
    }),
  );
  pdf.fill('#000000');
}
