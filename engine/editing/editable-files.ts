/** The files that the workbench edits. */
import { isMap, parseDocument } from 'yaml';
import { baseName, kindId } from '../config/link/input/files.ts';
import { isOfBase, layeredName } from '../config/layers/layer-names.ts';
import { kindOfFile } from '../config/validate/file-kinds.ts';
import type { FileKind, SourceFile } from '../config/source/source.ts';
import { type EditableSort, editableSorts } from '../contract/editing.ts';
import { nameOfLanguage } from '../portal/language/language-name.ts';
import { onceForEach } from '../portal/values/once-for-each.ts';
import { replacingText, wholeText } from './layered-file.ts';

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
 * The files of the configuration that are edited here, each as a whole: one that changes that of a base has what both
 * say, and one that only bases have is a file of this configuration that replaces it.
 */
export function ownFiles(files: readonly SourceFile[]): readonly SourceFile[] {
  const own = files.filter(({ name }) => !isOfBase(name));
  if (own.length === files.length) return own.filter(({ name }) => sortOfFile(name) !== null);
  const folder = folderOf(files);
  const layers = Map.groupBy(files, ({ name }) => layeredName(name).name);
  return [...layers].flatMap(([name, written]): SourceFile[] => {
    const [file, ...more] = written;
    if (file === undefined || sortOfFile(name) === null) return [];
    const path = `${folder}${name}`;
    if (more.length === 0)
      return [isOfBase(file.name) ? { name, path, text: replacingText(file.text) } : file];
    const text = wholeText(files, name);
    return text === null ? [] : [{ name, path, text }];
  });
}

export interface EditableFiles {
  readonly sort: EditableSort;
  readonly files: readonly { readonly file: string; readonly title: string }[];
  /** What a new one can be like, as commands name it. */
  readonly models: readonly { readonly name: string; readonly title: string }[];
}

/** @param files those that `ownFiles` returns */
export function editableFiles(files: readonly SourceFile[]): readonly EditableFiles[] {
  return editableSorts.map((sort) => {
    const own = files
      .filter(({ name }) => sortOfFile(name) === sort)
      .toSorted((a, b) => titleOfFile(a).localeCompare(titleOfFile(b)));
    return {
      sort,
      files: own.map((file) => ({ file: file.name, title: titleOfFile(file) })),
      models: own.flatMap((file) => modelsIn(file, sort)),
    };
  });
}

function modelsIn(file: SourceFile, sort: EditableSort): EditableFiles['models'] {
  if (sort === 'texts') return [];
  if (sort === 'offices') return groupsIn(file).map((name) => ({ name, title: name }));
  const name = sort === 'kinds' ? kindId({ path: file.name }) : baseName({ path: file.name });
  return [{ name, title: titleOfFile(file) }];
}

const groupsIn = onceForEach(({ text }: SourceFile): readonly string[] => {
  const groups: unknown = parseDocument(text).get('groups');
  return isMap(groups) ? groups.items.map(({ key }) => String(key)) : [];
});

/** The title that the file gives itself; of a language, its name. */
export const titleOfFile = onceForEach(({ name, text }: SourceFile): string => {
  const id = (name.split('/').at(-1) ?? name).replace(/\.yaml$/, '');
  if (sortOfFile(name) === 'texts') return nameOfLanguage(id);
  const line = /^title:.*$/m.exec(text)?.[0];
  const title: unknown = line === undefined ? null : parseDocument(line).get('title');
  return typeof title === 'string' ? title : id;
});
