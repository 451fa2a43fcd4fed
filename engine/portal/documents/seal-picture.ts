/** The picture of the seal: the portal's, and the one on a document. */
import type { Picture } from '../model/document.ts';
import type { Portal } from '../model/portal.ts';
import { bytesOf } from './statement.ts';

/** Below /assets, which no other page can have. */
export const picturesPath = '/assets/pictures';

/** @param name of a picture. @returns its address; null: the default seal */
export function sealAddress(name: string | null): string | null {
  return name === null ? null : `${picturesPath}/${encodeURIComponent(name)}`;
}

/** Characters of base64. A larger picture costs the first page of a visit a request, a smaller one none. */
const mostInline = 24_000;

/** @returns the picture beside the title of the portal, or its address if it is large; null: the default seal */
export function sealBesideTitle({ seal, pictures }: Pick<Portal, 'seal' | 'pictures'>): string | null {
  const picture = seal === null ? undefined : pictures[seal];
  if (picture === undefined || picture.content.length > mostInline) return sealAddress(seal);
  const { type, content } = picture;
  // As a text it is smaller once the answer is compressed.
  if (type !== 'image/svg+xml') return `data:${type};base64,${content}`;
  return `data:${type},${encodeURIComponent(new TextDecoder().decode(bytesOf(content)))}`;
}

/** @param document name of its template. @returns null: the default seal */
export function sealName(
  { documents, seal }: Pick<Portal, 'documents' | 'seal'>,
  document: string,
): string | null {
  const template = Object.hasOwn(documents, document) ? documents[document] : undefined;
  return template?.seal ?? seal;
}

export function sealPicture(
  portal: Pick<Portal, 'documents' | 'seal' | 'pictures'>,
  document: string,
): Picture | null {
  const name = sealName(portal, document);
  return name === null ? null : (portal.pictures[name] ?? null);
}
