/** Creates a small copy of a picture for printing. Runs in a child process. */
import { openPicture, type PictureSource } from './open-picture.ts';

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
