/** Opens an uploaded picture with a limit on its pixels. Runs in a child process. */
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
