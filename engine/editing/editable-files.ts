/** The files that the workbench edits. */
import { parseDocument } from 'yaml';
import { kindOfFile } from '../config/validate/file-kinds.ts';
import type { FileKind, SourceFile } from '../config/source/source.ts';
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
export function folderOf([file]: readonly SourceFile[]): string {
  return file === undefined ? 'config/' : file.path.slice(0, -file.name.length);
}

export interface EditableFiles {
  readonly sort: EditableSort;
  readonly files: readonly { readonly file: string; readonly title: string }[];
}

export function editableFiles(files: readonly SourceFile[]): readonly EditableFiles[] {
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
