/** The pages of a configuration as its routes files write them, before they are made for each department or kind. */
import type { ParsedFile } from '../../../config/source/source.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { type ConfigurationDraft, RefusedDraft } from '../draft.ts';

export interface WrittenPage {
  readonly name: string;
  readonly file: ParsedFile;
  /** Its keys. */
  readonly said: Readonly<Record<string, unknown>>;
}

export function writtenPages({ parsed }: ConfigurationDraft): readonly WrittenPage[] {
  return parsed
    .filter(({ kind }) => kind === 'route')
    .flatMap((file) =>
      Object.entries(mappingOf(mappingOf(file.value)['routes'])).map(([name, said]) => ({
        name,
        file,
        said: mappingOf(said),
      })),
    );
}

/** @throws RefusedDraft if there is no page of this name, or it is made for each of several departments */
export function writtenPage(draft: ConfigurationDraft, name: string): WrittenPage {
  const page = writtenPages(draft).find((one) => one.name === name);
  if (page !== undefined) return page;
  throw new RefusedDraft(
    `There is no page "${name}" that is written by itself. "npx munisipyo routes" lists the pages.`,
  );
}
