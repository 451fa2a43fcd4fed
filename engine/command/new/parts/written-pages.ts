/** The pages of a configuration as it writes them, before they are made for each department or kind. */
import type { ParsedFile } from '../../../config/source/source.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { type ConfigurationDraft, RefusedDraft } from '../draft.ts';

export interface WrittenPage {
  readonly name: string;
  readonly file: ParsedFile;
  /** The key of the file below which pages are: `routes`, or `pages` of a record type. */
  readonly below: PageKey;
  /** Its keys. */
  readonly said: Readonly<Record<string, unknown>>;
}

type PageKey = 'routes' | 'pages';

export function writtenPages({ parsed }: ConfigurationDraft): readonly WrittenPage[] {
  return parsed.flatMap((file) => {
    const below = pageKeyOf(file);
    if (below === null) return [];
    return Object.entries(mappingOf(mappingOf(file.value)[below])).map(([name, said]) => ({
      name,
      file,
      below,
      said: mappingOf(said),
    }));
  });
}

/** Where a file of this kind has pages; null: nowhere. */
export function pageKeyOf({ kind }: Pick<ParsedFile, 'kind'>): PageKey | null {
  if (kind === 'route') return 'routes';
  return kind === 'record' ? 'pages' : null;
}

/** @throws RefusedDraft if there is no page of this name, or it is made with others */
export function writtenPage(draft: ConfigurationDraft, name: string): WrittenPage {
  const page = writtenPages(draft).find((one) => one.name === name);
  if (page !== undefined) return page;
  throw new RefusedDraft(
    `There is no page "${name}" that is written by itself. "npx munisipyo routes" lists the pages.`,
  );
}
