/** Draws the foot of a page: the code, the words beside it, the fine print, and the picture of a place. */
import { encodeQR } from 'qr';
import type { DocumentPage } from '../../../portal/documents/document-layout.ts';
import { linesBesideCode } from '../../../portal/documents/printed-code.ts';
import { breakBefore } from './draw-table.ts';
import { drawMarkdown, drawText, type TextStyle } from './draw-words.ts';
import { ink, millimetres, type PdfPaper } from './paper.ts';

/** At the lower edge of the page, or directly below the content if that reaches so far. */
export function drawFoot(paper: PdfPaper, { foot }: DocumentPage, address: string): void {
  const { pdf, left, width, bottom, isCard, pictures } = paper;
  if (foot.qr === null && foot.fine.length === 0) return;
  const side = foot.qr === null ? 0 : millimetres(isCard ? 20 : 32);
  const x = left + (side === 0 ? 0 : side + millimetres(isCard ? 2 : 4));
  const size = paper.size * 0.82;
  const picture = foot.photo === null ? undefined : pictures.get(foot.photo);
  const photo = picture === undefined ? null : { picture, width: millimetres(44), height: millimetres(33) };
  const beside = photo === null ? 0 : photo.width + millimetres(4);
  const look: TextStyle = { size, color: ink.faint, x, width: left + width - x - beside };
  const lines = linesBesideCode(foot.qr, address);
  const words = foot.fine.flatMap(({ body }) => body).map((block) => textOf(block));
  const height = Math.max(side, photo?.height ?? 0, heightOf(paper, [...lines, ...words], look));
  breakBefore(paper, height);
  const y = Math.max(pdf.y, bottom - height - 1);
  if (foot.qr !== null) drawCode(paper, address, { x: left, y, side });
  if (photo !== null) {
    const from = left + width - photo.width;
    pdf.image(photo.picture, from, y, { cover: [photo.width, photo.height] });
    pdf.rect(from, y, photo.width, photo.height).lineWidth(0.6).strokeColor(ink.line).stroke();
  }
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
