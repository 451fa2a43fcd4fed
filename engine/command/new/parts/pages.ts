/** Adds pages of a department to its routes file. */
import type { Department } from '../../../portal/model/department.ts';
import type { Route } from '../../../portal/model/route.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import type { ConfigurationDraft } from '../draft.ts';
import { addBlock, writeScalar } from '../../../config/edit/edit-yaml.ts';
import { homeOf } from './part.ts';

export interface NewPage {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly screen: string;
  /** Other keys with their values as YAML: `of: loan/asked`. */
  readonly keys?: readonly string[];
  /** True: the menu leads to it. */
  readonly isInMenu?: boolean;
}

/** The pages are guarded like the department's home page. */
export function addPages(draft: ConfigurationDraft, department: Department, pages: readonly NewPage[]): void {
  const home = homeOf(draft.portal, department);
  const file = routesFileOf(draft, department, home);
  const shared = mappingOf(file?.value);
  const guarding = [
    ...(shared['area'] === department.key || home.area === null ? [] : [`area: ${department.key}`]),
    ...guardLines(shared, home),
  ];
  const menu = menuGroup(draft, department);
  const blocks = pages.map(({ name, path, title, screen, keys = [], isInMenu = false }) => {
    const lines = [
      ...guarding,
      `path: ${path}`,
      ...keys.filter((one) => one.startsWith('params:')),
      `title: ${writeScalar(title)}`,
      `screen: ${screen}`,
      ...keys.filter((one) => !one.startsWith('params:')),
      ...(isInMenu && menu !== null ? [`nav: { group: ${menu} }`] : []),
    ];
    return `${name}:\n${lines.map((line) => `  ${line}\n`).join('')}`;
  });
  if (file !== null) draft.edit(file.name, (text) => addBlock(text, ['routes'], blocks.join('')));
  else
    draft.create(`routes/${department.key}.yaml`, `routes:\n${blocks.join('').replaceAll(/^(?=.)/gm, '  ')}`);
}

/** What guards the pages of a department that a record type writes, and where the menu leads to them: `chain: area`. */
export function ownKeysOf(draft: ConfigurationDraft, department: Department): readonly string[] {
  const home = homeOf(draft.portal, department);
  const file = draft.parsed.find(({ name }) => name === `departments/${department.key}.yaml`);
  const menu = menuGroup(draft, department);
  return [...guardLines(mappingOf(file?.value), home), ...(menu === null ? [] : [`nav: { group: ${menu} }`])];
}

/** The file of its area, or that of its home page if this is not made for several departments. */
function routesFileOf({ parsed }: ConfigurationDraft, { key }: Department, home: Route) {
  const files = parsed.filter(({ kind }) => kind === 'route');
  const ofArea = files.filter(({ value }) => mappingOf(value)['area'] === key);
  return (
    ofArea.find(({ name }) => name === `routes/${key}.yaml`) ??
    ofArea[0] ??
    files.find(({ value }) => Object.hasOwn(mappingOf(mappingOf(value)['routes']), home.name)) ??
    null
  );
}

function guardLines(shared: Readonly<Record<string, unknown>>, { chain, guards }: Route): string[] {
  if (chain !== null) return shared['chain'] === chain ? [] : [`chain: ${chain}`];
  return String(shared['guards']) === String(guards) ? [] : [`guards: [${guards.join(', ')}]`];
}

/** The group in which the department's menu begins; null: it has no menu. */
function menuGroup({ portal }: ConfigurationDraft, { key }: Department): string | null {
  const page = portal.routes.find(({ area, nav }) => area === key && nav !== null);
  return page?.nav?.group ?? portal.navigation[0]?.key ?? null;
}
