/** Copies a record type with its workflow, its form and its pages. */
import { pointerTo } from '../../../portal/values/pointer.ts';
import { namedPlaces } from '../../../config/grammar/named-places.ts';
import type { Route } from '../../../portal/model/route.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { addBesides, sayAlone } from '../add-besides.ts';
import { copyText, isMeant, type NameChange } from '../copy-text.ts';
import type { ConfigurationDraft } from '../draft.ts';
import { addBlock, blockOf, replaceScalars } from '../../../config/edit/edit-yaml.ts';
import { named, parsedFile } from './part.ts';
import { workflowFileOf } from './steps.ts';
import { writtenPages } from './written-pages.ts';

interface RecordCopy {
  readonly like: string;
  readonly name: string;
  readonly title: string;
}

/** @returns what is left to decide */
export function copyRecord(draft: ConfigurationDraft, copy: RecordCopy): readonly string[] {
  const { like, name, title } = copy;
  const { lists } = named('record type', like, draft.portal.recordTypes);
  const file = parsedFile(draft, `records/${like}.yaml`);
  const form = String(mappingOf(file.value)['form'] ?? '');
  const renamings: readonly NameChange[] = [
    { kind: 'record', from: [like], to: name },
    { kind: 'form', from: [form], to: name },
    ...Object.keys(lists).map((list): NameChange => ({
      kind: 'list',
      from: [`${like}/${list}`],
      to: `${name}/${list}`,
    })),
  ];
  const record = withOwnNumbers(copyText(file, { title, renamings }), name);
  draft.create(`records/${name}.yaml`, copyOwnPages(draft, record, copy));
  const workflow = workflowFileOf(draft, like);
  if (workflow !== undefined)
    draft.create(`workflows/${name}.yaml`, copyText(workflow, { title, renamings }));
  if (form !== '') {
    draft.create(
      `forms/${name}.yaml`,
      copyText(parsedFile(draft, `forms/${form}.yaml`), { title, renamings: [] }),
    );
  }
  const pages = draft.portal.routes.filter(
    ({ of }) => of.length > 0 && of.every(({ type }) => type === like),
  );
  const copied = new Set(pages.flatMap((page) => copyPage(draft, page, { ...copy, renamings })));
  const alone = addBesides(
    draft,
    { kind: 'record', from: [like], to: name },
    (place) =>
      [file, workflow].includes(place.file) ||
      (place.file.kind === 'route' &&
        [...copied].some((page) => place.pointer.startsWith(pointerTo('routes', page)))),
  );
  return [
    `the questions (forms/${name}.yaml) and the steps (workflows/${name}.yaml), now as ${like}`,
    'the titles of its pages, now the same, and the letters with which its numbers begin (`number`)',
    ...sayAlone(like, alone),
  ];
}

/** Two types with one pattern would give the same number twice: the copy's begins with the initials of its name. */
function withOwnNumbers(text: string, name: string): string {
  const initials = name.split('-').map(([first = '']) => first.toUpperCase());
  return replaceScalars(text, ({ value, path: [word, key = 'pattern'], isKey }) =>
    word === 'number' && key === 'pattern' && !isKey
      ? value.replace(/^[^{]*/, `${initials.join('')}-`)
      : null,
  );
}

/** The copy of a record type's file, with other names and paths for the pages in it. */
function copyOwnPages({ portal }: ConfigurationDraft, text: string, { like, name }: RecordCopy): string {
  return replaceScalars(text, ({ value, path: [word, page = '', ...keys], isKey }) => {
    if (word !== 'pages' || page === '') return null;
    if (isKey) return keys.length === 0 ? `${value}.${name}` : null;
    if (keys.at(-1) === 'name') return `${value}.${name}`;
    if (keys.at(-1) !== 'path' || !value.startsWith('/')) return null;
    const { area = '' } = portal.departments[String(page).split('.', 1)[0] ?? ''] ?? {};
    return otherPath(value, area, like, name);
  });
}

/** @returns the name of the page, if it is written by itself and not made for several departments */
function copyPage(
  draft: ConfigurationDraft,
  { name: page, path, area }: Route,
  { like, name, renamings }: RecordCopy & { readonly renamings: readonly NameChange[] },
): string[] {
  const written = writtenPages(draft).find((one) => one.name === page && one.below === 'routes');
  if (written === undefined || written.said['forEach'] !== undefined || written.said['with'] !== undefined)
    return [];
  const { file } = written;
  const root =
    (area === null ? null : draft.portal.departments[area]?.area) ?? /^\/\{\w+\}/.exec(path)?.[0] ?? '';
  const places = new Map(namedPlaces(file).map((place) => [place.pointer, place]));
  const copy = replaceScalars(file.text, ({ path: at, isKey }) => {
    if (at[0] !== 'routes' || at[1] !== page) return null;
    if (isKey) return at.length === 2 ? `${page}.${name}` : null;
    if (at.length === 3 && at[2] === 'path') return otherPath(path, root, like, name);
    const place = places.get(pointerTo(...at));
    return (place && renamings.find((one) => isMeant(place, one))?.to) ?? null;
  });
  const block = blockOf(copy, ['routes', `${page}.${name}`]);
  draft.edit(file.name, (text) => addBlock(text, ['routes'], block, page));
  return [page];
}

/** `/desk/loans/{slug}` becomes `/desk/request/{slug}`, and `/desk` becomes `/desk/request`. */
function otherPath(path: string, root: string, like: string, name: string): string {
  const [first = '', ...rest] = path.slice(root.length).replace(/^\//, '').split('/');
  const isNamed = first === like || first === `${like}s`;
  return [root, name, ...(isNamed ? rest : [first, ...rest])]
    .filter((one, at) => at === 0 || one !== '')
    .join('/');
}
