/** The files that the workbench edits. */
import { isMap, parseDocument } from 'yaml';
import { writeValue } from '../config/edit/write-value.ts';
import { isOfBase } from '../config/layers/layer-names.ts';
import { parseFiles } from '../config/stages.ts';
import { kindOfFile } from '../config/validate/file-kinds.ts';
import { writeYaml } from '../config/write-yaml.ts';
import type { FileKind, ParsedFile, SourceFile } from '../config/source/source.ts';
import { type EditableSort, editableSorts } from '../contract/editing.ts';
import { nameOfLanguage } from '../portal/language/language-name.ts';
import { onceForEach } from '../portal/values/once-for-each.ts';

const sortsOfKinds: Partial<Record<FileKind, EditableSort>> = {
  'requirement-kind': 'kinds',
  fee: 'fees',
  lookup: 'lookups',
  locale: 'texts',
  groups: 'offices',
};

/** @returns null for a file that is not edited here */
export function sortOfFile(name: string): EditableSort | null {
  const kind = kindOfFile(name);
  return (kind === null ? null : sortsOfKinds[kind]) ?? null;
}

/** The folder of the configuration as paths show it, with a slash at its end. */
export function folderOf(files: readonly SourceFile[]): string {
  const file = files.find(({ name }) => !isOfBase(name));
  return file === undefined ? 'config/' : file.path.slice(0, -file.name.length);
}

/**
 * The files of the configuration itself that change something. A file that only bases have is one of them as well:
 * whoever changes it replaces that of the bases.
 */
export function ownFiles(files: readonly SourceFile[]): readonly SourceFile[] {
  const own = files.filter(({ name }) => !isOfBase(name));
  if (own.length === files.length) return own;
  const names = new Set(own.map(({ name }) => name));
  const folder = folderOf(files);
  const { parsed } = parseFiles(files, undefined);
  // Merging leaves out what a layer removes.
  const left = new Set(parsed.map(({ file }) => file.name));
  return [
    ...own.filter(({ name }) => left.has(name)),
    ...parsed.flatMap(({ file }): SourceFile[] => {
      const { name } = file;
      if (names.has(name) || sortOfFile(name) === null) return [];
      return [{ name, path: `${folder}${name}`, text: replacementOf(file) }];
    }),
  ];
}

/** A file of a base as the text that replaces it. If several bases write it, it is what they say together. */
function replacementOf({ text, value, layers }: ParsedFile): string {
  if (layers !== undefined) return `layer: replace\n${writeYaml(value)}`;
  const { contents } = parseDocument(text);
  // It replaces the file of a farther base already.
  if (!isMap(contents) || contents.has('layer')) return text;
  if (contents.flow === true) return writeValue(text, ['layer'], 'replace');
  const start = contents.range?.[0] ?? 0;
  return `${text.slice(0, start)}layer: replace\n${text.slice(start)}`;
}

export interface EditableFiles {
  readonly sort: EditableSort;
  readonly files: readonly { readonly file: string; readonly title: string }[];
}

export function editableFiles(all: readonly SourceFile[]): readonly EditableFiles[] {
  const files = ownFiles(all);
  return editableSorts.map((sort) => ({
    sort,
    files: files
      .filter(({ name }) => sortOfFile(name) === sort)
      .map((file) => ({ file: file.name, title: titleOfFile(file) }))
      .toSorted((a, b) => a.title.localeCompare(b.title)),
  }));
}

/** The title that the file gives itself; of a language, its name. */
export const titleOfFile = onceForEach(({ name, text }: SourceFile): string => {
  const id = (name.split('/').at(-1) ?? name).replace(/\.yaml$/, '');
  if (sortOfFile(name) === 'texts') return nameOfLanguage(id);
  const line = /^title:.*$/m.exec(text)?.[0];
  const title: unknown = line === undefined ? null : parseDocument(line).get('title');
  return typeof title === 'string' ? title : id;
});
