/** Links the seal of the portal or of a document to a picture. */
import { type Cursor, text } from '../input/cursor.ts';
import { type LinkContext, reportUnknown } from '../input/link-context.ts';

/** @returns the name of a picture; null: the default seal */
export function linkSeal(at: Cursor, context: Pick<LinkContext, 'diagnostics' | 'pictures'>): string | null {
  const name = text(at);
  if (name === null || context.pictures.has(name)) return name;
  reportUnknown(context, 'picture/unknown', at, { name, choices: context.pictures.keys() });
  return null;
}
