/** The picture of the seal on a document. */
import type { Picture } from '../model/document.ts';
import type { Portal } from '../model/portal.ts';

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
