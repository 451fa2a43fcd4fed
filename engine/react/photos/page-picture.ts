/** The tasks of the worker: decodes photos, straightens and shrinks pages, and binds them into a PDF. */
import { pdf } from 'tinypdf';
import { cornersAfter, type Corners, isParallelogram, type Size, sizeOfPage } from './corners.ts';
import { findCorners } from './find-corners.ts';
import type { LookedAt, MadePage, PageEdit, PageLimits, PhotoTasks } from './photo-tasks.ts';
import { type Pixels, straighten } from './straighten.ts';

/** Longest sides in pixels: of what a screen shows, of what the search for corners reads, of a thumbnail. */
const previewSide = 1400;
const searchSide = 320;
const thumbnailSide = 240;

/** The straightening samples a photo that is hardly larger than its page. */
const spare = 1.3;

/** A4 in points, the unit of PDF. */
const a4 = { short: 595, long: 842 };

export const photoTasks: PhotoTasks = {
  async look(photo): Promise<LookedAt> {
    const picture = await createImageBitmap(photo);
    const { width, height } = picture;
    const preview = draw(picture, fitted(picture, previewSide));
    const small = draw(picture, fitted(picture, searchSide));
    picture.close();
    return {
      width,
      height,
      corners: findCorners(pixelsOf(small)),
      preview: preview.canvas.transferToImageBitmap(),
    };
  },
  async make(photo, edit, limits): Promise<MadePage> {
    const picture = await createImageBitmap(photo);
    const page = pageOf(picture, edit, limits);
    picture.close();
    const made = await page.canvas.convertToBlob({ type: 'image/jpeg', quality: limits.quality / 100 });
    const small = draw(page.canvas, fitted(page.canvas, thumbnailSide));
    return { picture: made, thumbnail: small.canvas.transferToImageBitmap() };
  },
  async bind(pictures): Promise<Blob> {
    const document = pdf();
    for (const picture of pictures) {
      const size = await sizeOf(picture);
      const bytes = new Uint8Array(await picture.arrayBuffer());
      const { width, height } = onPaper(size);
      document.page(width, height, (page) => page.image(bytes, 0, 0, width, height));
    }
    return new Blob([new Uint8Array(document.build())], { type: 'application/pdf' });
  },
};

type PageContext = OffscreenCanvasRenderingContext2D;

/** A transparent picture lies on white. */
function createPage({ width, height }: Size): PageContext {
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false });
  if (context === null) throw new Error('There is no memory for the picture.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  return context;
}

function draw(picture: ImageBitmap | OffscreenCanvas, size: Size): PageContext {
  const context = createPage(size);
  context.drawImage(picture, 0, 0, size.width, size.height);
  return context;
}

function pageOf(
  picture: ImageBitmap,
  { corners: marked, turns }: PageEdit,
  { side }: PageLimits,
): PageContext {
  const corners = cornersAfter(marked, turns);
  const size = sizeOfPage(corners, picture, side);
  if (isParallelogram(corners)) return cutOut(picture, corners, size);
  const { width, height } = sizeOfPage(corners, picture, Infinity);
  const scale = Math.min(1, (Math.max(size.width, size.height) / Math.max(width, height)) * spare);
  const smaller = { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) };
  const { data } = straighten(pixelsOf(draw(picture, smaller)), corners, size);
  const context = createPage(size);
  context.putImageData(new ImageData(data, size.width, size.height), 0, 0);
  return context;
}

/** Without perspective the browser's own drawing is faster and smoother. */
function cutOut(picture: ImageBitmap, [a, b, , d]: Corners, { width, height }: Size): PageContext {
  const context = createPage({ width, height });
  const at = ({ x, y }: { readonly x: number; readonly y: number }) =>
    [x * picture.width, y * picture.height] as const;
  const [left, top] = at(a);
  const [acrossX, acrossY] = at({ x: b.x - a.x, y: b.y - a.y });
  const [downX, downY] = at({ x: d.x - a.x, y: d.y - a.y });
  const onto = new DOMMatrix([acrossX / width, acrossY / width, downX / height, downY / height, left, top]);
  context.setTransform(onto.inverse());
  context.drawImage(picture, 0, 0);
  return context;
}

function pixelsOf(context: PageContext): Pixels {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  return { data: new Uint8ClampedArray(data), width, height };
}

function fitted({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function sizeOf(picture: Blob): Promise<Size> {
  const { width, height, close } = await createImageBitmap(picture).then((bitmap) => ({
    width: bitmap.width,
    height: bitmap.height,
    close: () => bitmap.close(),
  }));
  close();
  return { width, height };
}

/** A page in the proportions of the photo that fits on A4, upright or across. */
function onPaper({ width, height }: Size): Size {
  const [most, least] = width > height ? [a4.long, a4.short] : [a4.short, a4.long];
  const scale = Math.min(most / width, least / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
