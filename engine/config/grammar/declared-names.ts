/** Lists the names that a configuration declares, by what they name: departments, states, papers. */
import { SECOND_STEP_DUE } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';

/** What a name in a configuration can name. The schemas say it of each key, under `x-names`. */
export const nameKinds = [
  'calendar',
  'chain',
  'clock',
  'constant',
  'day',
  'department',
  'document',
  'fact',
  'flag',
  'form',
  'group',
  'guard',
  'kind',
  'landing',
  'list',
  'lookup',
  'message',
  'navigation',
  'notice',
  'office-constant',
  'paper',
  'parameter',
  'picture',
  'record',
  'report',
  'role',
  'route',
  'schedule',
  'set',
  'state',
  'transition',
] as const;
export type NameKind = (typeof nameKinds)[number];

/** Name → what people read of it; empty if it has no title. A name of several record types has all their titles. */
export type DeclaredNames = Readonly<Record<NameKind, ReadonlyMap<string, string>>>;

type NamedTitle = readonly [name: string, title: string];

export function declaredNames(portal: Portal): DeclaredNames {
  const departments = Object.values(portal.departments);
  const types = Object.values(portal.recordTypes);
  const workflows = Object.values(portal.workflows);
  const each = (kind: 'states' | 'transitions' | 'clocks'): NamedTitle[] =>
    workflows.flatMap((flow) =>
      Object.entries(flow[kind]).map(([name, { title }]): NamedTitle => [name, `${title} (${flow.of})`]),
    );
  const names: Readonly<Record<NameKind, Iterable<NamedTitle>>> = {
    calendar: titled(portal.calendars),
    chain: Object.entries(portal.chains).map(([name, guards]): NamedTitle => [name, guards.join(', ')]),
    clock: each('clocks'),
    constant: untitled(portal.constants),
    day: titled(portal.days.named),
    department: [
      ...titled(portal.departments),
      ...Object.entries(portal.aliases).map(([alias, key]): NamedTitle => [alias, `an alias of ${key}`]),
    ],
    document: titled(portal.documents),
    fact: types.flatMap((one) => Object.keys(one.derived).map((name): NamedTitle => [name, one.type])),
    flag: departments.flatMap((one) => [
      ...Object.entries(one.flags).map(([name, { title }]): NamedTitle => [name, title ?? '']),
      ...untitled(one.derived),
      [SECOND_STEP_DUE, ''] as const,
    ]),
    form: untitled(portal.namedForms),
    group: Object.entries(portal.groups).map(([name, keys]): NamedTitle => [name, keys.join(', ')]),
    guard: untitled(portal.guards),
    kind: titled(portal.kinds),
    landing: departments.flatMap((one) => untitled(one.landings)),
    list: types.flatMap((one) =>
      Object.values(one.lists).map(({ name, title }): NamedTitle => [`${one.type}/${name}`, title]),
    ),
    lookup: titled(portal.lookups),
    message: Object.entries(portal.messages),
    navigation: portal.navigation.map(({ key, title }): NamedTitle => [key, title]),
    notice: Object.entries(portal.notices).map(([name, { subject }]): NamedTitle => [name, subject]),
    'office-constant': departments.flatMap((one) => untitled(one.constants)),
    paper: titled(portal.papers),
    parameter: portal.routes.flatMap((one) => [...untitled(one.params), ...untitled(one.with)]),
    picture: untitled(portal.pictures),
    record: titled(portal.recordTypes),
    report: titled(portal.reports),
    role: [['owner', ''], ...types.flatMap((one) => untitled(one.parties))],
    route: portal.routes.map(({ name, title }): NamedTitle => [name, title]),
    schedule: titled(portal.fees),
    set: titled(portal.sets),
    state: each('states'),
    transition: each('transitions'),
  };
  const merged = nameKinds.map((kind) => [kind, mergeTitles(names[kind])] as const);
  return Object.fromEntries(merged) as Record<NameKind, Map<string, string>>;
}

function titled(by: Readonly<Record<string, { readonly title: string }>>): NamedTitle[] {
  return Object.entries(by).map(([name, { title }]) => [name, title]);
}

function untitled(by: object): NamedTitle[] {
  return Object.keys(by).map((name) => [name, '']);
}

function mergeTitles(names: Iterable<NamedTitle>): Map<string, string> {
  const titles = new Map<string, Set<string>>();
  for (const [name, title] of names) {
    const known = titles.get(name) ?? new Set();
    titles.set(name, title === '' ? known : known.add(title));
  }
  return new Map([...titles].sort().map(([name, said]) => [name, [...said].join('; ')]));
}
