/**
 * Re-encodes uploaded pictures without hidden data, and creates small copies for printing. Runs in a child process.
 */
import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';

// Each picture is opened once, so a cache would not help. One thread at a time.
sharp.cache(false);
sharp.concurrency(1);

export interface PictureSource {
  /** Path of the file. */
  readonly path: string;
  /** A picture with more pixels is not decoded. */
  readonly maxPixels: number;
}

/** The first page, rotated by its camera orientation. Reading throws if it is broken, too large or not a picture. */
export function openPicture({ path, maxPixels }: PictureSource): Sharp {
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true }).autoOrient();
}

export interface PictureRequest extends PictureSource {
  /** Extension of its format. */
  readonly kind: string;
  /** Path of the new file. */
  readonly to: string;
}

export type PictureResult =
  | { readonly is: 'clean' }
  | { readonly is: 'too-large'; readonly width: number; readonly height: number }
  | { readonly is: 'broken' };

const encoders: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  jpg: (picture) => picture.jpeg({ quality: 90 }),
  png: (picture) => picture.png(),
  webp: (picture) => picture.webp({ quality: 90 }),
  gif: (picture) => picture.gif(),
  tiff: (picture) => picture.tiff({ quality: 90 }),
};

/** Pixels. A strip one pixel wide takes hundreds of times as long as a square of the same size. */
const LONGEST_SIDE = 20_000;

/** @throws if the new file cannot be written, never for a faulty picture */
export async function cleanPicture({ kind, to, ...source }: PictureRequest): Promise<PictureResult> {
  const size = await sizeOf(source);
  if (size === null) return { is: 'broken' };
  if (size.width * size.height > source.maxPixels || Math.max(size.width, size.height) > LONGEST_SIDE)
    return { is: 'too-large', ...size };
  const content = await encoders[kind]?.(openPicture(source))
    .toBuffer()
    .catch(() => null);
  if (!content) return { is: 'broken' };
  await writeFile(to, content, { mode: 0o600 });
  return { is: 'clean' };
}

export type SquareRequest = Omit<PictureRequest, 'kind'>;

/** Writes a small square JPEG of the middle. @throws if the new file cannot be written, never for a faulty picture */
export async function squarePicture({ to, ...source }: SquareRequest): Promise<PictureResult> {
  const size = await sizeOf(source);
  const content =
    size === null || Math.max(size.width, size.height) > LONGEST_SIDE ? null : await loadThumbnail(source);
  if (content === null) return { is: 'broken' };
  await writeFile(to, content, { mode: 0o600 });
  return { is: 'clean' };
}

/** Reads only the first bytes; decodes nothing. */
async function sizeOf({ path }: PictureSource): Promise<{ width: number; height: number } | null> {
  const found = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return found && { width: found.width, height: found.height };
}

/** Pixels of each side: 30 mm at 400 dots an inch. */
const side = 480;

/** A square JPEG of the middle of the picture; null if the picture cannot be read or has too many pixels. */
export async function loadThumbnail(source: PictureSource): Promise<Buffer | null> {
  try {
    const square = openPicture(source)
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#ffffff' });
    return await square.jpeg({ quality: 90 }).toBuffer();
  } catch {
    return null;
  }
}
