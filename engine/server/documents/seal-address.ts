/** The address of the seal on a document. */
import { sealName } from '../../portal/documents/seal-picture.ts';
import type { Portal } from '../../portal/model/portal.ts';

/** Below /assets, which no other page can have. */
export const picturesPath = '/assets/pictures';

/** @param document name of its template. @returns null: it has the default seal */
export function sealAddress(portal: Pick<Portal, 'documents' | 'seal'>, document: string): string | null {
  const name = sealName(portal, document);
  return name === null ? null : `${picturesPath}/${encodeURIComponent(name)}`;
}
