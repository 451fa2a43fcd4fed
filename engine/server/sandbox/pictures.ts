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

/** Pixels: 60 by 20 mm at 300 dots an inch. */
const signatureBox = { width: 720, height: 240 } as const;

/** The color of ink. */
const ink = { r: 27, g: 42, b: 90 } as const;

/**
 * Writes the dark strokes of a signature on white paper as a PNG with a transparent ground.
 * @throws if the new file cannot be written, never for a faulty picture
 */
export async function traceSignature({ to, ...source }: SquareRequest): Promise<PictureResult> {
  const size = await sizeOf(source);
  if (size === null || Math.max(size.width, size.height) > LONGEST_SIDE) return { is: 'broken' };
  const content = await strokesOf(source).catch(() => null);
  if (content === null) return { is: 'broken' };
  await writeFile(to, content, { mode: 0o600 });
  return { is: 'clean' };
}

async function strokesOf(source: PictureSource): Promise<Buffer> {
  const grey = await openPicture(source)
    .resize(1440, 1440, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .greyscale()
    .normalise()
    .png()
    .toBuffer();
  const strokes = await sharp(grey)
    .trim({ background: '#ffffff', threshold: 60 })
    .resize(signatureBox.width, signatureBox.height, { fit: 'inside' })
    // Paper becomes white and ink black; shadows between them stay soft.
    .linear(1.7, -90)
    .negate({ alpha: false })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = strokes.info;
  return sharp({ create: { width, height, channels: 3, background: ink } })
    .joinChannel(strokes.data, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
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

/** A JPEG of the middle of the picture; null if the picture cannot be read or has too many pixels. */
export async function loadThumbnail(
  source: PictureSource,
  { width, height }: { readonly width: number; readonly height: number } = { width: side, height: side },
): Promise<Buffer | null> {
  try {
    const middle = openPicture(source)
      .resize(width, height, { fit: 'cover' })
      .flatten({ background: '#ffffff' });
    return await middle.jpeg({ quality: 90 }).toBuffer();
  } catch {
    return null;
  }
}

/** A picture of the configuration as PNG, sharp enough for a seal in print; null if it cannot be read. */
export async function pictureToPng(content: Buffer): Promise<Buffer | null> {
  try {
    const picture = sharp(content, { density: 300, limitInputPixels: 25_000_000 });
    return await picture.resize(480, 480, { fit: 'inside' }).png().toBuffer();
  } catch {
    return null;
  }
}
