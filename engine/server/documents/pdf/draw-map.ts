/** Draws a place on a small map of the districts, with its coordinates below. */
import type { ContentBlock } from '../../../portal/documents/document-content.ts';
import { breakBefore } from './draw-table.ts';
import { drawText } from './draw-words.ts';
import { ink, millimetres, type PdfPaper } from './paper.ts';

const ground = '#f4f2ee';

export function drawMap(paper: PdfPaper, { sketch, text }: Extract<ContentBlock, { block: 'map' }>): void {
  const { pdf, left, width, size, isCard } = paper;
  const scale = millimetres(isCard ? 18 : 60) / Math.max(sketch.width, sketch.height);
  const height = sketch.height * scale;
  breakBefore(paper, height + size * 1.6);
  const { y } = pdf;
  pdf.save().translate(left + (width - sketch.width * scale) / 2, y);
  pdf.scale(scale).lineWidth(0.5 / scale);
  for (const { path } of sketch.districts) pdf.path(path).fillAndStroke(ground, ink.faint);
  const { mark } = sketch;
  if ('path' in mark) pdf.path(mark.path).fillOpacity(0.35).fillAndStroke(ink.warning, ink.warning);
  else pdf.circle(mark.x, mark.y, 5).fill(ink.warning);
  pdf.restore();
  pdf.y = y + height + size * 0.3;
  drawText(paper, text, { size: size * 0.8, align: 'center', color: ink.faint });
}
