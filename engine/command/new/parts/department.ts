/** `new department NAME` and `new office NAME`: like an existing one, with its pages, in every list that names that one. */
import { titleFromKey } from '../../../config/link/input/title-from-key.ts';
import { baseName } from '../../../config/link/input/files.ts';
import type { ParsedFile } from '../../../config/source/source.ts';
import { keysOf } from '../../../portal/values/pointer.ts';
import type { Department } from '../../../portal/model/department.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { addBesides, sayAlone } from '../add-besides.ts';
import { type CopyRules, copyText } from '../copy-text.ts';
import { type ConfigurationDraft, RefusedDraft } from '../draft.ts';
import { addBlock, blockOf, type YamlPath } from '../../../config/edit/edit-yaml.ts';
import { addToList } from '../../../config/edit/write-value.ts';
import { asked, named, parsedFile, type NewPart, type PartRequest } from './part.ts';
import { pageKeyOf, type WrittenPage, writtenPages } from './written-pages.ts';

type DepartmentKind = Department['kind'];

const kinds: Readonly<Record<DepartmentKind, DepartmentKind>> = {
  handler: 'handler',
  supervisor: 'supervisor',
  requester: 'requester',
};

export const office: NewPart = {
  names: 'NAME',
  flags: ['title', 'area', 'like'],
  make: (request) => makeDepartment(request, 'handler'),
};

export const department: NewPart = {
  names: 'NAME',
  flags: ['title', 'area', 'like', 'kind'],
  make(request) {
    const { kind, like } = request.flags;
    if (like !== undefined && kind === undefined) return makeDepartment(request, null);
    return makeDepartment(
      request,
      named('kind of department', asked('kind', kind, Object.keys(kinds)), kinds),
    );
  },
};

/** @param kind null: that of the one to copy */
function makeDepartment(request: PartRequest, kind: DepartmentKind | null): readonly string[] {
  const { draft, name } = request;
  const like = exampleFor(request, kind);
  const pages = ownPages(draft, like);
  const pageNames = new Map(pages.map((page) => [page.name, pageName(page.name, like.key, name)]));
  const copying = copyingOf(request, { like, kind, pageNames });
  const file = parsedFile(draft, `departments/${like.key}.yaml`);
  draft.create(`departments/${name}.yaml`, copyText(file, copying));
  copyPages(draft, pages, { copying, name, pageNames });
  const isCopied = (place: { readonly file: ParsedFile; readonly pointer: string }): boolean =>
    place.file === file ||
    (pageKeyOf(place.file) === keysOf(place.pointer)[0] &&
      (pageNames.has(keysOf(place.pointer)[1] ?? '') || isOwnFile(draft, place.file, pages)));
  const alone = copying.renamings.flatMap((renaming) => addBesides(draft, renaming, isCopied));
  addExceptions(draft, like.key, name, pageNames);
  return [
    `what it may do: as ${like.key}, which it was made like`,
    ...((kind ?? like.kind) === 'requester'
      ? []
      : [`what it asks of people: npx munisipyo new kind SET/NAME --office ${name}`]),
    ...sayAlone(like.key, alone),
  ];
}

interface DepartmentCopy {
  readonly like: Department;
  readonly kind: DepartmentKind | null;
  /** The new names of the pages that are copied. */
  readonly pageNames: ReadonlyMap<string, string>;
}

/** Names, pages, paths and the address of the demonstration are its own. */
function copyingOf(
  { draft, name, flags }: PartRequest,
  { like, kind, pageNames }: DepartmentCopy,
): CopyRules {
  const area = `/${(flags.area ?? name).replace(/^\//, '')}`;
  const everyPage = new Set(draft.portal.routes.map((page) => page.name));
  const otherPage = (value: string): string | null =>
    everyPage.has(value) && value.startsWith(`${like.key}.`) ? pageName(value, like.key, name) : null;
  return {
    title: flags.title ?? titleFromKey(name),
    renamings: [{ kind: 'department', from: [like.key, ...like.aliases], to: name }],
    renameKey: (key) => pageNames.get(key) ?? null,
    replace: (value, path) => {
      if (path.length === 1 && path[0] === 'kind') return kind;
      const page = pageNames.get(value) ?? otherPage(value);
      return page ?? otherPath(value, like.area, area) ?? otherAddress(value, path, like.key, name);
    },
  };
}

/** The department that `--like` names; by default the one of this kind with the fewest pages of its own. */
function exampleFor({ draft, flags }: PartRequest, kind: string | null): Department {
  const { departments, aliases } = draft.portal;
  if (flags.like !== undefined) return named('department', aliases[flags.like] ?? flags.like, departments);
  const [example] = Object.values(departments)
    .filter((one) => one.kind === kind)
    .toSorted((a, b) => ownPages(draft, a).length - ownPages(draft, b).length);
  if (example === undefined)
    throw new RefusedDraft(
      `There is no department of the kind ${kind} yet. Add --like with another department.`,
    );
  return example;
}

/** The pages that are written for it alone, not for each department of a list. */
function ownPages(draft: ConfigurationDraft, { key, area }: Department): readonly WrittenPage[] {
  return writtenPages(draft).filter(({ name, file, below, said }) => {
    if (below === 'pages') return name.split('.', 1)[0] === key;
    if (mappingOf(said['forEach'])['department'] !== undefined) return false;
    const owner = said['area'] ?? mappingOf(file.value)['area'];
    const path = String(said['path']);
    return owner === key || (owner === undefined && (path === area || path.startsWith(`${area}/`)));
  });
}

/** `desk.index` of desk becomes `archive.index`; a page with another first word gets the new name before it. */
function pageName(page: string, like: string, name: string): string {
  const [first = '', ...rest] = page.split('.');
  return [name, ...(rest.length === 0 && first !== like ? [first] : rest)].join('.');
}

function otherPath(value: string, before: string, after: string): string | null {
  return value === before || value.startsWith(`${before}/`) ? after + value.slice(before.length) : null;
}

/** The address of the demonstration. */
function otherAddress(value: string, path: YamlPath, like: string, name: string): string | null {
  return path[0] === 'contacts' && value.startsWith(`${like}@`) ? name + value.slice(like.length) : null;
}

interface PageCopies {
  readonly copying: CopyRules;
  readonly name: string;
  readonly pageNames: ReadonlyMap<string, string>;
}

function copyPages(
  draft: ConfigurationDraft,
  pages: readonly WrittenPage[],
  { copying, name, pageNames }: PageCopies,
): void {
  const files = Map.groupBy(pages, ({ file }) => file);
  const whole = new Set([...files.keys()].filter((file) => isOwnFile(draft, file, pages)));
  for (const [file, some] of files) {
    // The title of a page is its own.
    const copy = copyText(file, { ...copying, title: '' });
    if (whole.has(file)) {
      const suffix = whole.size === 1 ? '' : `-${baseName(file)}`;
      draft.create(`routes/${name}${suffix}.yaml`, copy);
      continue;
    }
    const below = pageKeyOf(file) ?? '';
    const blocks = some.map((page) => blockOf(copy, [below, pageNames.get(page.name) ?? '']));
    draft.edit(file.name, (text) => addBlock(text, [below], blocks.join(''), some.at(-1)?.name));
  }
}

/** True if the file is about pages alone, and every one is one of these. */
function isOwnFile(draft: ConfigurationDraft, file: ParsedFile, pages: readonly WrittenPage[]): boolean {
  if (file.kind !== 'route') return false;
  const names = new Set(pages.map((page) => page.name));
  return writtenPages(draft).every((page) => page.file !== file || names.has(page.name));
}

/** A page that is made for each department of a group leaves out those that have a page of their own. */
function addExceptions(
  draft: ConfigurationDraft,
  like: string,
  name: string,
  pageNames: ReadonlyMap<string, string>,
): void {
  for (const { name: page, file, said } of writtenPages(draft)) {
    const { except } = said;
    for (const exception of Array.isArray(except) ? except.map(String) : []) {
      if (!exception.startsWith(`${like}.`)) continue;
      const entry = pageNames.get(exception) ?? pageName(exception, like, name);
      draft.edit(file.name, (text) => addToList(text, ['routes', page, 'except'], entry, exception));
    }
  }
}
