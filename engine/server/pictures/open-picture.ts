/** Opens a picture that somebody sent, with a limit on its pixels. Runs in a child process. */
import sharp, { type Sharp } from 'sharp';

// Pictures are opened once each, one after another.
sharp.cache(false);
sharp.concurrency(1);

export interface PictureSource {
  /** Path of the file. */
  readonly path: string;
  /** A picture with more pixels is not decoded. */
  readonly maxPixels: number;
}

/** The first page, upright as the camera held it. Reading it throws where it is broken, too large or no picture. */
export function openPicture({ path, maxPixels }: PictureSource): Sharp {
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true }).autoOrient();
}
