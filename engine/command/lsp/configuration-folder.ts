/** A configuration folder in an editor: its files, with open buffers before the disk, linked with its names. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Additions } from '../../extension/extension.ts';
import { basesOf, isOfBase, layeredName } from '../../config/layers/layer-names.ts';
import { kindOfFile } from '../../config/validate/file-kinds.ts';
import { type ReadFiles, readFiles, shownPath } from '../../config/read-files.ts';
import type { ParseCache } from '../../config/stages.ts';
import type { SourceFile } from '../../config/source/source.ts';
import { type CompileNames, compileNames, type NamedConfiguration } from '../../symbols/compile-names.ts';

/** The text of an open buffer by its address. */
export type Buffers = ReadonlyMap<string, string>;

export interface ConfigurationFolder {
  readonly directory: string;
  /** Parses and links, with the names. Computed once for the same buffers. */
  readonly names: () => NamedConfiguration;
  /** Like `names`, with another text in the place of one file's. */
  readonly namesWith: (uri: string, text: string) => NamedConfiguration;
  /** Its files, with open buffers before the disk. */
  readonly read: () => ReadFiles;
  /** What its files are compiled with. */
  readonly options: Pick<CompileNames, 'additions' | 'cache'>;
  /** True if it is this folder, or a base of it. */
  readonly isMadeOf: (directory: string) => boolean;
  /** Forgets what was computed: a buffer or a file has changed. */
  readonly forget: () => void;
  readonly uriOf: (path: string) => string;
  /** The path of a file as diagnostics show it. */
  readonly pathOf: (uri: string) => string;
}

/** The folder with portal.yaml around a file; null if there is none. */
export function folderOf(uri: string): string | null {
  if (!uri.startsWith('file:')) return null;
  let directory = dirname(fileURLToPath(uri));
  while (!existsSync(join(directory, 'portal.yaml'))) {
    const above = dirname(directory);
    if (above === directory) return null;
    directory = above;
  }
  return directory;
}

export function openFolder(
  directory: string,
  buffers: () => Buffers,
  additions: Additions,
): ConfigurationFolder {
  const cache: ParseCache = new Map();
  let named: NamedConfiguration | null = null;
  const read = (others: Buffers): ReadFiles => {
    const found = readFiles(directory);
    return { ...found, files: overlay(found.files, { directory, buffers: others }) };
  };
  const options = { cache, additions };
  const link = (others: Buffers) => compileNames(read(others).files, { ...options, proofs: false });
  const namesNow = () => (named ??= link(buffers()));
  /** Known from the last change. After somebody writes `extends`, the base is read with the next one. */
  let bases: readonly string[] | null = null;
  const basesNow = (): readonly string[] => {
    bases = basesOf(namesNow().files).map((base) => join(directory, base));
    return bases;
  };
  return {
    directory,
    options,
    names: namesNow,
    namesWith: (uri, text) => link(new Map([...buffers(), [uri, text]])),
    read: () => read(buffers()),
    isMadeOf: (other) => other === directory || (bases ?? basesNow()).includes(other),
    forget: () => {
      if (named !== null) basesNow();
      named = null;
    },
    uriOf: (path) => pathToFileURL(resolve(path)).href,
    pathOf: (uri) => shownPath(directory, nameIn(directory, uri) ?? ''),
  };
}

/** The path of a file below the folder, or of one beside it, which a base may be; null if it is elsewhere. */
function nameIn(directory: string, uri: string): string | null {
  if (!uri.startsWith('file:')) return null;
  const name = relative(directory, fileURLToPath(uri)).split(sep).join('/');
  return name.startsWith('..') && !isOfBase(name) ? null : name;
}

/** Buffers take the place of files; one that is not saved yet is a file already. */
function overlay(
  files: readonly SourceFile[],
  { directory, buffers }: { readonly directory: string; readonly buffers: Buffers },
): SourceFile[] {
  const open = new Map(
    [...buffers].flatMap(([uri, text]) => {
      const name = nameIn(directory, uri);
      const isKnown = name !== null && kindOfFile(layeredName(name).name) !== null;
      return isKnown ? [[name, text] as const] : [];
    }),
  );
  const known = new Set(files.map(({ name }) => name));
  const added = [...open].flatMap(([name, text]) =>
    known.has(name) || isOfBase(name) ? [] : [{ path: shownPath(directory, name), name, text }],
  );
  return [...files.map((file) => ({ ...file, text: open.get(file.name) ?? file.text })), ...added];
}
