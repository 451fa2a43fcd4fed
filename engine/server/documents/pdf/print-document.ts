/** Prints a document with the pictures of its record. Runs in a child process. */
import { loadThumbnail } from '../../pictures/load-thumbnail.ts';
import { drawDocument, type PrintableDocument } from './draw-document.ts';

export interface PrintRequest extends Omit<PrintableDocument, 'pictures'> {
  /** Id of a file → its path. */
  readonly pictures: ReadonlyMap<string, string>;
  /** A picture with more pixels is left out. */
  readonly maxPixels: number;
}

/** If a picture cannot be read, its frame stays empty. */
export async function printDocument({ pictures, maxPixels, ...drawing }: PrintRequest): Promise<Uint8Array> {
  const loaded = new Map<string, Buffer>();
  for (const [id, path] of pictures) {
    const thumbnail = await loadThumbnail({ path, maxPixels });
    if (thumbnail !== null) loaded.set(id, thumbnail);
  }
  return drawDocument({ ...drawing, pictures: loaded });
}
