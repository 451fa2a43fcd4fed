/** The file types that a paper may have. */
import { items, text, texts, type Cursor } from '../reading/cursor.ts';
import { report, type LinkContext } from '../reading/link-context.ts';

/** Image formats that the server cannot decode, so it would refuse every such file. */
const unreadable: ReadonlySet<string> = new Set(
  'heic heif avif bmp svg ico icns psd jxl jp2 jxr eps raw dng cr2 cr3 nef arw raf orf rw2 xcf'.split(' '),
);

/** Reports image formats that the server cannot decode. */
export function linkAccepts(at: Cursor, context: Pick<LinkContext, 'diagnostics'>): string[] {
  for (const one of items(at)) {
    const kind = text(one);
    if (kind !== null && unreadable.has(kind)) report(context, 'paper/unreadable-picture', one, { kind });
  }
  return texts(at);
}
