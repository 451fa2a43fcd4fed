/** Finds the subjects of an earlier configuration that only have other names in the later one. */
import type { NamedKind } from '../portal/model/place.ts';
import type { Portal } from '../portal/model/portal.ts';
import { formerNamesOf, ownerKinds } from '../portal/succession/names-in.ts';
import { isMapping } from '../portal/values/is-mapping.ts';
import type { RenamedPages } from './renamed-pages.ts';
import type { PlanSubject, SubjectKind } from './subjects.ts';

/** How a plan calls what data hangs on; roles are told with their record type. */
export const subjectKindOf: Readonly<Record<NamedKind, SubjectKind | null>> = {
  department: 'department',
  type: 'record type',
  kind: 'kind',
  item: 'item',
  question: 'question',
  lookup: 'lookup',
  row: 'row',
  document: 'document',
  role: null,
  clock: 'clock',
  step: 'step',
};

export interface EarlierName {
  readonly name: string;
  /** False: only what it belongs to has another name. */
  readonly isRenamed: boolean;
}

/** @returns the earlier name of a subject; null: it had the same */
export function earlierNames(
  before: Portal,
  after: Portal,
  pages: RenamedPages,
): (subject: PlanSubject) => EarlierName | null {
  const earlierPages = new Map(Array.from(pages.names, ([from, to]) => [to, from]));
  const direct = new Map<string, string>();
  const owners: (readonly [from: string, to: string])[] = [];
  for (const { kind, name, successor } of formerNamesOf(before, after)) {
    const subject = subjectKindOf[kind];
    if (successor === null || subject === null) continue;
    direct.set(`${subject}\n${successor}`, name);
    if (ownerKinds.has(kind)) owners.push([name, successor]);
  }
  return ({ kind, name, formerly = null }) => {
    const page = kind === 'page' ? earlierPages.get(name) : undefined;
    if (page !== undefined) return { name: page, isRenamed: false };
    const own = direct.get(`${kind}\n${name}`) ?? formerly;
    const found = own ?? name;
    const owner = owners.find(
      ([, to]) => found === to || found.startsWith(`${to}.`) || found.startsWith(`${to}: `),
    );
    const earlier = owner === undefined ? found : `${owner[0]}${found.slice(owner[1].length)}`;
    return earlier === name ? null : { name: earlier, isRenamed: own !== null };
  };
}

/** Names that stand in rules: what only mentions a renamed one has not changed. */
const mentioned: ReadonlySet<NamedKind> = new Set(['department', 'type', 'kind', 'document', 'lookup']);

/** @returns the value with the later names, where it mentions earlier ones */
export function withLaterNames(after: Portal, pages: RenamedPages): (value: unknown) => unknown {
  const names = new Map([
    ...pages.names,
    ...after.formerNames.flatMap(({ kind, name, successor }) =>
      successor !== null && mentioned.has(kind) ? [[name, successor] as const] : [],
    ),
  ]);
  if (names.size === 0) return (value) => value;
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(walk);
    if (!isMapping(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, texts.has(key) ? one : walk(one)]),
    );
  };
  return walk;
}

/** Keys with words for people or names of files, which may be those of a name by chance. */
const texts: ReadonlySet<string> = new Set(
  'name form input title label help description message titleForCitizens'.split(' '),
);
