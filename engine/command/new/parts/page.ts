/** `new route DEPARTMENT.NAME`: a page of a department. */
import { titleFromKey } from '../../../config/link/input/title-from-key.ts';
import { writeValue } from '../../../config/edit/write-value.ts';
import { screenKinds } from '../../../portal/model/route.ts';
import { RefusedDraft } from '../draft.ts';
import {
  addBlock,
  blockOf,
  replaceScalars,
  withoutKey,
  writeScalar,
  type YamlPath,
} from '../../../config/edit/edit-yaml.ts';
import { addPages } from './pages.ts';
import { asked, named, type NewPart, type PartRequest } from './part.ts';
import { writtenPage } from './written-pages.ts';

export const page: NewPart = {
  names: 'DEPARTMENT.NAME',
  flags: ['title', 'path', 'of', 'screen', 'area', 'like'],
  make(request) {
    const { draft, name, flags } = request;
    if (draft.portal.routes.some((one) => one.name === name)) {
      throw new RefusedDraft(`There is a page "${name}" already.`);
    }
    const title = flags.title ?? titleFromKey(name.split('.').at(-1) ?? name);
    return flags.like === undefined ? addNew(request, title) : copy(request, flags.like, title);
  },
};

/** Screens that show one record, which the path names. */
const ofOneRecord: ReadonlySet<string> = new Set(['record', 'checklist', 'transition']);

function addNew({ draft, name, flags }: PartRequest, title: string): readonly string[] {
  const { departments, aliases, recordTypes } = draft.portal;
  const [first = '', ...rest] = name.split('.');
  const key = flags.area ?? first;
  const department = named('department', aliases[key] ?? key, departments);
  const { of } = flags;
  const isList = of?.includes('/') === true;
  const isText = of === undefined && flags.screen === undefined;
  const screen = isText
    ? 'text'
    : asked('screen', flags.screen ?? (isList ? 'list' : undefined), screenKinds);
  if (of !== undefined && !isList) named('record type', of, recordTypes);
  const isOfOne = of !== undefined && ofOneRecord.has(screen);
  const path = flags.path ?? `${department.area}/${rest.join('/')}`;
  const keys = [
    ...(isOfOne ? [`params: { slug: ${of} }`] : []),
    ...(of === undefined ? [] : [`of: ${of}`]),
    ...(isText ? [`sections: [{ title: ${writeScalar(title)}, body: To be written. }]`] : []),
  ];
  addPages(draft, department, [
    { name, path: isOfOne ? `${path}/{slug}` : path, title, screen, keys, isInMenu: !isOfOne },
  ]);
  return isText ? ['what the page says (`sections`)'] : [];
}

function copy({ draft, name, flags }: PartRequest, like: string, title: string): readonly string[] {
  const { file, below: holder, said } = writtenPage(draft, like);
  if (holder === 'pages') {
    draft.edit(file.name, (text) =>
      addBlock(text, ['pages'], entryLike(text, said, { like, name, title, path: flags.path }), like),
    );
    return [];
  }
  const path = flags.path ?? otherEnd(draft.portal.routes.find((one) => one.name === like)?.path ?? '', name);
  draft.edit(file.name, (text) => {
    // The key alone is the root of a text of its own.
    const [, ...lines] = blockOf(text, ['routes', like]).split('\n');
    const inner = lines.map((line) => line.replace(/^ {2}/, '')).join('\n');
    const changed = replaceScalars(withoutKey(inner, 'aliases'), ({ path: [key], isKey }) => {
      if (isKey) return null;
      if (key === 'path') return path;
      return key === 'title' ? title : null;
    });
    const unlabelled = writeValue(changed, ['nav', 'label'], undefined);
    return addBlock(text, ['routes'], `${name}:\n${unlabelled.replaceAll(/^(?=.)/gm, '  ')}`, like);
  });
  return [];
}

interface EntryCopy {
  readonly like: string;
  readonly name: string;
  readonly title: string;
  readonly path: string | undefined;
}

/** An entry of a record type's pages with another name and title: its first page alone. */
function entryLike(
  text: string,
  said: Readonly<Record<string, unknown>>,
  { like, name, title, path }: EntryCopy,
): string {
  const block = replaceScalars(blockOf(text, ['pages', like]), ({ path: [, key], isKey }) =>
    isKey && key === undefined ? name : null,
  );
  const others: YamlPath[] = [
    ['aliases'],
    ['nav', 'label'],
    ...('list' in said ? [['form'], ['record']] : []),
  ];
  const titled = writeValue(writeValue(block, [name, 'title'], title), [name, 'path'], path);
  return others.reduce((entry, keys) => writeValue(entry, [name, ...keys], undefined), titled);
}

/** `/desk/requests` becomes `/desk/archive` for `desk.archive`; what is in braces stays. */
function otherEnd(path: string, name: string): string {
  const segments = path.split('/');
  const last = segments.findLastIndex((segment) => segment !== '' && !segment.includes('{'));
  return segments.with(last, name.split('.').at(-1) ?? name).join('/');
}
