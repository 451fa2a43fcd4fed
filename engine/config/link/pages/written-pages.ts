/** Pages that a record type writes: a list, the form of a new record, and the page of one record. Each is a route. */
import type { ParsedFile } from '../../source/source.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { child, type Cursor, entries, isPresent, text, texts } from '../input/cursor.ts';
import { baseName } from '../input/files.ts';
import { type LinkContext, report, reportUnknown } from '../input/link-context.ts';

/** A page as a routes file would have it. */
export interface RouteSource {
  /** As written, with placeholders. */
  readonly name: string;
  readonly at: Cursor;
  /** The keys that it has in common with others. */
  readonly root: Cursor;
}

/** The pages of one entry, in the order in which a person meets them. */
const pageParts = ['list', 'form', 'record'] as const;
type PagePart = (typeof pageParts)[number];

/** What follows the name and the path of the list. */
const ends: Readonly<Record<PagePart, { readonly name: string; readonly path: string }>> = {
  list: { name: '', path: '' },
  form: { name: '.new', path: 'new' },
  record: { name: '.record', path: '{slug}' },
};

/**
 * The first word of a name is the department in whose area the page is. A page with a path of its own may be in none.
 * @param type root of the file of a record type
 */
export function writtenPagesOf(type: Cursor, context: LinkContext): RouteSource[] {
  const { names, uses } = context;
  return pageGroups(type).flatMap(({ name, at, parts }) => {
    const [key = ''] = name.split('.', 1);
    const department = names.departments.get(key);
    const isOfEach = key === '{department}' && isPresent(child(child(at, 'forEach'), 'department'));
    const own = text(child(at, 'path'));
    if (department === undefined && own === null && !isOfEach) {
      reportUnknown(context, 'department/unknown', at, { name: key, choices: names.departments.keys() });
      return [];
    }
    if (department !== undefined) uses?.push({ at, kind: 'department', of: null, name: key, isKey: true });
    const isOfArea = department !== undefined || isOfEach;
    const common = { ...mappingOf(at.value), ...(isOfArea && { area: key }) };
    const area = department === undefined ? '{department.area}' : text(child(department, 'area'));
    const path = own ?? pathFromName(area ?? '', name);
    checkTitles({ name, at, parts }, type, context);
    return parts.map((part) => writePage({ part, parts, name, path, common, at, type }));
  });
}

/** The path of an entry that says none: that of the department's area with the other words of the name. */
export function pathFromName(area: string, name: string): string {
  return [area, ...name.split('.').slice(1)].join('/');
}

/** Reports titles that the pages would have without them. */
function checkTitles({ at, parts }: PageGroup, type: Cursor, context: LinkContext): void {
  for (const part of parts) {
    const own = child(child(at, part), 'title');
    const title = isPresent(own) || !isFirst(part, parts) ? own : child(at, 'title');
    const usual = titleOf(part, child(at, part), type);
    if (usual !== null && text(title) === usual)
      report(context, 'route/repeated-title', title, { title: usual });
  }
}

/** The names of the pages of a record type, each with the place that says it, or with that of its part. */
export function pageNamesOf(type: Cursor): { readonly name: string; readonly at: Cursor }[] {
  return pageGroups(type).flatMap(({ name: group, at, parts }) =>
    parts.map((part) => {
      const own = child(child(at, part), 'name');
      const name = nameOf(part, parts, group, child(at, part));
      if (isPresent(own)) return { name, at: own };
      return { name, at: name === group ? at : child(at, part) };
    }),
  );
}

/** The parameters in the paths of the pages of a record type. */
export function pageParametersOf(type: Cursor): string[] {
  return pageGroups(type).flatMap(({ at, parts }) => {
    const paths = [at, ...parts.map((part) => child(at, part))].map((one) => text(child(one, 'path')) ?? '');
    return [
      ...(parts.includes('record') ? ['slug'] : []),
      ...paths.flatMap((path) => parametersIn(path, at)),
    ];
  });
}

/** The parameters in a path of an entry. What `forEach` fills is none. */
function parametersIn(path: string, entry: Cursor): string[] {
  const filled = mappingOf(child(entry, 'forEach').value);
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
    Object.hasOwn(filled, name) ? [] : [name],
  );
}

interface PageGroup {
  readonly name: string;
  readonly at: Cursor;
  readonly parts: readonly PagePart[];
}

function pageGroups(type: Cursor): PageGroup[] {
  return entries(child(type, 'pages')).map(([name, at]) => ({
    name,
    at,
    parts: pageParts.filter((part) => isPresent(child(at, part))),
  }));
}

interface PageDraft extends PageGroup {
  readonly part: PagePart;
  readonly path: string;
  readonly common: Readonly<Record<string, unknown>>;
  readonly type: Cursor;
}

function writePage(draft: PageDraft): RouteSource {
  const { part, parts, common, type, at: group } = draft;
  const at = child(group, part);
  const own = mappingOf(at.value);
  const { aliases, title, nav, list: _list, form: _form, record: _record, ...shared } = common;
  const record = baseName(type.file);
  const path = pathOf(draft, own['path']);
  const value = {
    ...shared,
    ...(isFirst(part, parts) && { aliases, title, nav }),
    ...own,
    path,
    ...recordsInPath({
      part,
      names: parametersIn(path, group),
      type,
      said: own['params'] ?? common['params'],
    }),
    screen: part === 'record' ? (own['screen'] ?? text(at) ?? part) : part,
    of: part === 'list' ? `${record}/${text(at) ?? ''}` : record,
  };
  return {
    name: nameOf(part, parts, draft.name, at),
    at: {
      ...at,
      file: withPlaces(group, part),
      value: { ...value, title: value['title'] ?? titleOf(part, at, type) },
    },
    root: { ...group, value: {} },
  };
}

function nameOf(part: PagePart, parts: readonly PagePart[], group: string, at: Cursor): string {
  return text(child(at, 'name')) ?? (isFirst(part, parts) ? group : group + ends[part].name);
}

/** The list, or the only page, has the name and the path of the entry. */
function isFirst(part: PagePart, parts: readonly PagePart[]): boolean {
  return part === 'list' || parts.length === 1;
}

/** A path of its own that begins with a slash is whole; any other one is below the entry's. */
function pathOf({ part, parts, path }: PageDraft, said: unknown): string {
  const group = path.replace(/\/$/, '');
  const own = typeof said === 'string' ? said : null;
  if (own?.startsWith('/') === true) return own;
  if (own !== null) return `${group}/${own}`;
  const isWhole = part === 'record' ? path.endsWith('}') : isFirst(part, parts);
  return isWhole ? path : `${group}/${ends[part].path}`;
}

interface WrittenPath {
  readonly part: PagePart;
  /** Of the parameters in it. */
  readonly names: readonly string[];
  readonly type: Cursor;
  /** The parameters as they are written, if they are. */
  readonly said: unknown;
}

/**
 * The parameters in a path: the last one of a record's page is the record, the one before it is the record above. A list
 * below a record shows only what is below it.
 */
function recordsInPath({ part, names, type, said }: WrittenPath) {
  const own = part === 'record' ? names.at(-1) : undefined;
  const above = names.at(part === 'record' ? -2 : -1);
  const parents = texts(child(type, 'parent'));
  const record = baseName(type.file);
  return {
    params: {
      ...(above !== undefined && parents.length === 1 && { [above]: parents[0] }),
      ...(own !== undefined && { [own]: above === undefined ? record : { record, within: above } }),
      ...mappingOf(said),
    },
    ...(part === 'list' && above !== undefined && { below: above }),
  };
}

/** What people already read of it: the heading of the list, or the name of the record. */
function titleOf(part: PagePart, at: Cursor, type: Cursor): string | null {
  const list = part === 'list' ? child(child(type, 'lists'), text(at) ?? '') : null;
  return (list === null ? null : text(child(list, 'title'))) ?? text(child(type, 'title'));
}

/** The file with the places of the entry: a key is where the page has it, else where the entry has it. */
function withPlaces({ file, pointer, value }: Cursor, part: PagePart): ParsedFile {
  const base = `${pointer}/${part}`;
  const own = mappingOf(mappingOf(value)[part]);
  const placeOf = (asked: string): string => {
    const [, key = ''] = asked.slice(base.length).split('/');
    if (Object.hasOwn(own, key)) return asked;
    return Object.hasOwn(mappingOf(value), key) ? pointer + asked.slice(base.length) : base;
  };
  return {
    ...file,
    positions: (asked, where) => file.positions(placeOf(asked), where),
    rangeOf: (asked, where) => file.rangeOf(placeOf(asked), where),
    sourceOf: (asked) => file.sourceOf(placeOf(asked)),
  };
}
