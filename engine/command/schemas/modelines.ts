/** The first line of a configuration file, which tells editors where its schema is. */
import { dirname, relative, resolve, sep } from 'node:path';
import { kindOfFile } from '../../config/validate/file-kinds.ts';
import type { SourceFile } from '../../config/source/source.ts';

const modeline = /^# yaml-language-server: \$schema=(\S+)[ \t]*\r?\n/;

/** @returns the line with its line break; `folder` is the folder with the schemas */
export function modelineOf({ path, name }: Pick<SourceFile, 'path' | 'name'>, folder: string): string {
  const schema = resolve(folder, `${kindOfFile(name)}.json`);
  const way = relative(dirname(resolve(path)), schema)
    .split(sep)
    .join('/');
  return `# yaml-language-server: $schema=${way}\n`;
}

/** The text of the file with a modeline that names the schema in the folder; null: it has it already. */
export function withModeline(file: SourceFile, folder: string): string | null {
  const line = modelineOf(file, folder);
  return file.text.startsWith(line) ? null : line + file.text.replace(modeline, '');
}

/** The folder of the schema that the file's modeline names; null if it has none. */
export function folderOfModeline({ path, text }: Pick<SourceFile, 'path' | 'text'>): string | null {
  const [, way] = modeline.exec(text) ?? [];
  return way === undefined || /^\w+:\/\//.test(way) ? null : dirname(resolve(dirname(path), way));
}
