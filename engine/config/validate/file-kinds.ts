/** The kind of each file in a configuration. */
import { nearestName } from '../diagnostics/nearest.ts';
import type { FileKind } from '../source/source.ts';

/** Single files by name. */
const single: Readonly<Record<string, FileKind>> = {
  'portal.yaml': 'portal',
  'groups.yaml': 'groups',
  'guards.yaml': 'guards',
  'papers.yaml': 'papers',
  'gone.yaml': 'gone',
};

/** Folders whose files are all of one kind. */
const folders: Readonly<Record<string, FileKind>> = {
  departments: 'department',
  routes: 'route',
  records: 'record',
  workflows: 'workflow',
  forms: 'form',
  lookups: 'lookup',
  districts: 'district',
  calendar: 'calendar',
  arrivals: 'arrivals',
  fees: 'fee',
  documents: 'document',
  notices: 'notice',
  reports: 'report',
  locales: 'locale',
  tests: 'test',
  migrations: 'migration',
};

/** The kind of a file by its name below the configuration folder, or null if the file does not belong there. */
export function kindOfFile(name: string): FileKind | null {
  const [first = '', second, third, ...rest] = name.split('/');
  if (name === 'calendar/days.yaml') return 'days';
  if (rest.length > 0 || !name.endsWith(first === 'districts' ? '.geojson' : '.yaml')) return null;
  if (second === undefined) return single[first] ?? null;
  if (third === undefined) return folders[first] ?? null;
  if (first !== 'requirements') return null;
  return third === 'set.yaml' ? 'requirement-set' : 'requirement-kind';
}

/** Where files of this kind are: `departments/`, `groups.yaml`. */
export function placeOfKind(kind: FileKind): string {
  if (kind === 'days') return 'calendar/days.yaml';
  if (kind === 'requirement-set') return 'requirements/<set>/set.yaml';
  if (kind === 'requirement-kind') return 'requirements/<set>/';
  const is = ([, one]: readonly [string, FileKind]) => one === kind;
  const [file] = Object.entries(single).find(is) ?? [];
  const [folder = ''] = Object.entries(folders).find(is) ?? [];
  return file ?? `${folder}/`;
}

/** Returns true if the folder may contain configuration files. */
export function isKnownFolder(name: string): boolean {
  const [first = '', second, ...rest] = name.split('/');
  if (second === undefined) return first in folders || ['requirements', 'pictures'].includes(first);
  return first === 'requirements' && rest.length === 0;
}

/** The remedy for a file or a folder in the wrong place. */
export function suggestPlace(name: string): string {
  if (name.endsWith('.yml')) return 'Rename it: configuration files end in ".yaml".';
  if (/^districts\/.*\.(?:yaml|json)$/.test(name))
    return 'Rename it: the outlines of districts end in ".geojson".';
  const [first = ''] = name.split('/');
  const near = nearestName(first, [
    ...Object.keys(single),
    ...Object.keys(folders),
    'requirements',
    'pictures',
  ]);
  const meant = near === null || near === first ? '' : `Did you mean "${near}"? `;
  return `${meant}Files: ${Object.keys(single).join(', ')}. Folders: ${[...Object.keys(folders), 'pictures', 'requirements/<set>'].sort().join(', ')}.`;
}

/**
 * Ids are also path segments: lower-case letters and digits, separated by single hyphens or underscores. Languages have
 * their usual codes, such as `pt-BR`.
 */
export function isGoodId(name: string): boolean {
  if (/^locales\/[a-z]{2,3}(?:-[A-Za-z0-9]+)*\.yaml$/.test(name)) return true;
  const id = (name.split('/').at(-1) ?? '').replace(/\.(?:yaml|geojson|svg|png)$/, '');
  return id.length <= 80 && /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(id);
}
