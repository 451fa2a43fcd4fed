/** The files of a configuration by kind, and the keys in their names: a key, a type, a set and its kind. */
import type { FileKind, ParsedFile } from '../../source/source.ts';

export type FilesByKind = Readonly<Record<FileKind, readonly ParsedFile[]>>;

export function baseName({ path }: Pick<ParsedFile, 'path'>): string {
  return (path.split('/').at(-1) ?? path).replace(/\.(?:ya?ml|geojson)$/, '');
}

/** The folder of a requirement file. */
export function setName({ path }: Pick<ParsedFile, 'path'>): string {
  return path.split('/').at(-2) ?? '';
}

export function kindId(file: Pick<ParsedFile, 'path'>): string {
  return `${setName(file)}/${baseName(file)}`;
}
