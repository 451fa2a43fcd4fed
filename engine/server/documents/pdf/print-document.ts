/** Prints a document as PDF, as it was issued, with the pictures of its record. Runs in a child process. */
import { readFile } from 'node:fs/promises';
import type { DocumentContent } from '../../../portal/documents/document-content.ts';
import type { Picture } from '../../../portal/model/document.ts';
import { layOutDocument, paperScales } from '../../../portal/documents/document-layout.ts';
import { loadThumbnail, type PictureSource, pictureToPng } from '../../sandbox/pictures.ts';
import { drawBorder } from './draw-border.ts';
import { drawPage } from './draw-page.ts';
import { drawPaleSeal } from './draw-seal.ts';
import { createPaper, ink, type PdfPaper, type PdfSeal } from './paper.ts';

export interface PrintRequest extends Omit<PrintableDocument, 'pictures' | 'seal'> {
  readonly seal: { readonly title: string; readonly picture: Picture | null };
  /** Id of a file → its path. */
  readonly pictures: ReadonlyMap<string, string>;
  /** A picture with more pixels is left out. */
  readonly maxPixels: number;
}

/** If a picture cannot be read, its frame stays empty. */
export async function printDocument({
  pictures,
  maxPixels,
  seal,
  ...drawing
}: PrintRequest): Promise<Uint8Array> {
  const loaded = new Map<string, Buffer>();
  for (const [id, path] of pictures) {
    const thumbnail = await loadPicture(drawing.content, id, { path, maxPixels });
    if (thumbnail !== null) loaded.set(id, thumbnail);
  }
  const picture =
    seal.picture === null ? null : await pictureToPng(Buffer.from(seal.picture.content, 'base64'));
  return drawDocument({ ...drawing, seal: { title: seal.title, picture }, pictures: loaded });
}

/** A signature keeps its transparent ground; a picture of a place is wide. */
function loadPicture({ blocks }: DocumentContent, id: string, source: PictureSource): Promise<Buffer | null> {
  const isSignature = blocks.some((block) => block.block === 'signature' && block.picture === id);
  if (isSignature) return readFile(source.path).catch(() => null);
  const isWide = blocks.some(
    (block) => block.block === 'photo' && block.file === id && block.isWide === true,
  );
  return loadThumbnail(source, isWide ? { width: 640, height: 480 } : undefined);
}

export interface PrintableDocument {
  readonly content: DocumentContent;
  readonly number: string | null;
  /** The content of the code. */
  readonly code: string;
  /** Printed across the page; null: it is valid. */
  readonly mark: string | null;
  /** Colors of seal and border. */
  readonly accent: string;
  readonly second: string;
  readonly seal: PdfSeal;
  /** The portal's title, in the tiny print. */
  readonly portal: string;
  readonly pictures: ReadonlyMap<string, Buffer>;
}

export async function drawDocument(drawing: PrintableDocument): Promise<Buffer> {
  const wanted = layOutDocument(drawing.content).length;
  for (const scale of paperScales.slice(0, -1)) {
    const paper = draw(drawing, scale);
    if (paper.pdf.bufferedPageRange().count === wanted) return finish(paper);
  }
  return finish(draw(drawing, paperScales.at(-1) ?? 1));
}

function draw(
  { content, number, code, mark, portal, ...design }: PrintableDocument,
  scale: number,
): PdfPaper {
  const info = {
    Title: [content.title, number].filter(Boolean).join(' '),
    Subject: content.subject ?? '',
    Keywords: code,
  };
  const border = content.border ?? 'none';
  const paper = createPaper({ size: content.paper, scale, border, info, ...design });
  const tiny = [number, portal, content.title].filter(Boolean).join(' · ');
  layOutDocument(content).forEach((page, at) => {
    if (at > 0) paper.pdf.addPage();
    if (page.color !== null) drawGround(paper, page.color);
    if (content.paper === 'A4') {
      if (border === 'security') drawPaleSeal(paper);
      drawBorder(paper, tiny);
    }
    if (mark !== null) drawMark(paper, mark);
    drawPage(paper, page, code);
  });
  return paper;
}

/** The colour of the paper, up to its edges. */
function drawGround({ pdf }: PdfPaper, color: string): void {
  const { width, height } = pdf.page;
  pdf.rect(0, 0, width, height).fill(color);
}

/** Behind everything else, from corner to corner. */
function drawMark({ pdf, left, width, size }: PdfPaper, mark: string): void {
  const { width: wide, height } = pdf.page;
  pdf.save();
  pdf
    .rotate(-35, { origin: [wide / 2, height / 2] })
    .fillColor(ink.warning)
    .fillOpacity(0.16);
  pdf
    .font('bold')
    .fontSize(size * 7)
    .text(mark.toLocaleUpperCase(), left, height / 2 - size * 4, {
      width,
      align: 'center',
      lineBreak: false,
    });
  pdf.restore();
  pdf.fillOpacity(1);
}

function finish({ pdf }: PdfPaper): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  pdf.on('end', () => resolve(Buffer.concat(parts)));
  pdf.on('error', reject);
  pdf.end();
  return promise;
}
