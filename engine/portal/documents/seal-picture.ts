/** The picture of the seal: the portal's, and the one on a document. */
import type { Picture } from '../model/document.ts';
import type { Portal } from '../model/portal.ts';

/** Below /assets, which no other page can have. */
export const picturesPath = '/assets/pictures';

/** @param name of a picture. @returns its address; null: the default seal */
export function sealAddress(name: string | null): string | null {
  return name === null ? null : `${picturesPath}/${encodeURIComponent(name)}`;
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
