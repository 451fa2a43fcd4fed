/** The configuration with what a command adds to it, in memory. Nothing is written until all of it is checked. */
import { resolve } from 'node:path';
import { namedPlaces, type NamedPlace } from '../../config/grammar/named-places.ts';
import { writeValue } from '../../config/edit/write-value.ts';
import { fileInBase } from '../../config/layers/layer-names.ts';
import { shownPath } from '../../config/read-files.ts';
import type { ParsedFile, SourceFile } from '../../config/source/source.ts';
import { type ParseCache, parseFiles } from '../../config/stages.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { FileChange } from '../../config/edit/patch.ts';
import { folderOfModeline, modelineOf } from '../schemas/modelines.ts';

/** Why nothing can be made: a name that is taken, or a flag that is missing. */
export class RefusedDraft extends Error {
  override name = 'RefusedDraft';
}

export interface ConfigurationDraft {
  /** The configuration before. */
  readonly portal: Portal;
  /** The files before. */
  readonly parsed: readonly ParsedFile[];
  /** The places of the files before that name something. Files with tests are left out: they say what is expected. */
  named(): readonly (NamedPlace & { readonly file: ParsedFile })[];
  /** @throws RefusedDraft if there is none */
  textOf(name: string): string;
  has(name: string): boolean;
  /**
   * Adds a file with a modeline like those of the other files.
   * @param text without modeline
   * @throws RefusedDraft if the file exists
   */
  create(name: string, text: string): void;
  /** @throws RefusedDraft if some of the file is in a base: others may extend it too */
  edit(name: string, change: (text: string) => string): void;
  /** Gives a key at the top of a file its value, over that of a base. */
  set(name: string, key: string, value: unknown): void;
  /** All files, with the changes. */
  files(): readonly SourceFile[];
  changes(): readonly FileChange[];
}

export function createDraft(
  directory: string,
  sources: readonly SourceFile[],
  { portal, cache }: { readonly portal: Portal; readonly cache: ParseCache },
): ConfigurationDraft {
  const before = new Map(sources.map((file) => [file.name, file]));
  const texts = new Map<string, string>();
  const { parsed } = parseFiles(sources, cache);
  const files = parsed.map(({ file }) => file);
  const schemas = sources.map(folderOfModeline).find((folder) => folder !== null);
  const textOf = (name: string): string => {
    const text = texts.get(name) ?? before.get(name)?.text;
    if (text === undefined) throw new RefusedDraft(`There is no file ${shownPath(directory, name)}.`);
    return text;
  };
  const has = (name: string): boolean =>
    texts.has(name) || before.has(name) || fileInBase(sources, name) !== undefined;
  const change = (name: string, edit: (text: string) => string): void => {
    texts.set(name, edit(textOf(name)));
  };
  return {
    portal,
    parsed: files,
    named: () =>
      files
        .filter(({ kind }) => kind !== 'test')
        .flatMap((file) => namedPlaces(file).map((place) => ({ ...place, file }))),
    textOf,
    has,
    create(name, text) {
      const path = shownPath(directory, name);
      if (has(name)) throw new RefusedDraft(`${path} exists already. Nothing is overwritten.`);
      const line = schemas === undefined ? '' : modelineOf({ path: resolve(directory, name), name }, schemas);
      texts.set(name, line + text);
    },
    edit(name, edit) {
      const base = fileInBase(sources, name);
      if (base !== undefined)
        throw new RefusedDraft(
          `This would change ${name}, which has parts in the base (${base.path}). Write the change in a file of that name with \`layer:\` (docs/configure/layers.md), or run the command for the base.`,
        );
      change(name, edit);
    },
    set: (name, key, value) => change(name, (text) => writeValue(text, [key], value)),
    files: () => [
      ...sources.map((file) => ({ ...file, text: texts.get(file.name) ?? file.text })),
      ...[...texts]
        .filter(([name]) => !before.has(name))
        .map(([name, text]) => ({ path: shownPath(directory, name), name, text })),
    ],
    changes: () =>
      [...texts].map(([name, text]) => ({
        before: before.get(name) ?? null,
        after: { path: shownPath(directory, name), text },
      })),
  };
}
