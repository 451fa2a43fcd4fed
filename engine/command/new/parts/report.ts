/** `new report NAME`: a report of record type, on a page. */
import { titleFromKey } from '../../../config/link/input/title-from-key.ts';
import { addBesides } from '../add-besides.ts';
import { copyText } from '../copy-text.ts';
import { type ConfigurationDraft, RefusedDraft } from '../draft.ts';
import { writeScalar } from '../../../config/edit/edit-yaml.ts';
import { addToList } from '../../../config/edit/write-value.ts';
import { addPages } from './pages.ts';
import { asked, departmentFor, named, parsedFile, type NewPart, type PartRequest } from './part.ts';
import { writtenPages } from './written-pages.ts';

export const report: NewPart = {
  names: 'NAME',
  flags: ['title', 'of', 'page', 'office', 'like'],
  make(request) {
    const { draft, name, flags } = request;
    const { like, page } = flags;
    const { recordTypes, reports } = draft.portal;
    const title = flags.title ?? titleFromKey(name);
    if (like === undefined) {
      const type = asked('of', flags.of, Object.keys(recordTypes));
      named('record type', type, recordTypes);
      draft.create(`reports/${name}.yaml`, minimal(draft, title, type));
      showOnPage(request, title);
      return ['what it counts (`measure`, `groupBy`) and which records (`where`)'];
    }
    named('report', like, reports);
    draft.create(
      `reports/${name}.yaml`,
      copyText(parsedFile(draft, `reports/${like}.yaml`), { title, renamings: [] }),
    );
    if (page === undefined) addBesides(draft, { kind: 'report', from: [like], to: name });
    else showOnPage(request, title);
    return [`what it counts (\`measure\`, \`groupBy\`) and which records (\`where\`), now as ${like}`];
  },
};

function minimal({ portal }: ConfigurationDraft, title: string, type: string): string {
  const groups = Object.hasOwn(portal.workflows, type) ? ['groupBy: state'] : [];
  const counted = writeScalar(portal.recordTypes[type]?.title ?? type);
  return [
    `title: ${writeScalar(title)}`,
    `of: ${type}`,
    ...groups,
    'measure:',
    `  - { count: true, title: ${counted} }`,
    'chart: bar',
    '',
  ].join('\n');
}

/** On the page that `--page` names, or on the only one with reports; a portal without one gets one. */
function showOnPage(request: PartRequest, title: string): void {
  const { draft, name, flags } = request;
  const pages = pagesWithReports(draft);
  if (pages.size === 0 && flags.page === undefined) {
    const office = departmentFor(request, 'office', ['handler', 'supervisor']);
    const path = `${office.area}/${name}`;
    const keys = [`reports: [${name}]`];
    addPages(draft, office, [
      { name: `${office.key}.${name}`, path, title, screen: 'report', keys, isInMenu: true },
    ]);
    return;
  }
  const names = [...pages.keys()];
  const page = writtenNameOf(asked('page', flags.page, names), names);
  const file = pages.get(page);
  if (file === undefined) {
    throw new RefusedDraft(
      `The page "${page}" shows no reports. Choose one of: ${[...pages.keys()].join(', ')}.`,
    );
  }
  draft.edit(file, (text) => addToList(text, ['routes', page, 'reports'], name));
}

/** The names of pages with reports, as they are written, with their files. */
function pagesWithReports(draft: ConfigurationDraft): ReadonlyMap<string, string> {
  const pages = writtenPages(draft).filter(({ said }) => Array.isArray(said['reports']));
  return new Map(pages.map(({ name, file }) => [name, file.name]));
}

/** The page that makes this one: `{department}.reports` makes `desk.reports`. */
function writtenNameOf(page: string, names: readonly string[]): string {
  if (names.includes(page)) return page;
  const makes = (name: string) =>
    new RegExp(
      `^${name
        .split(/\{[^}]*\}/)
        .map(RegExp.escape)
        .join('[^.]+')}$`,
    ).test(page);
  return names.find(makes) ?? page;
}
