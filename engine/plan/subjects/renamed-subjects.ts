/** Finds what only has another name in the later configuration, and reads earlier values with the later names. */
import type { NamedKind } from '../../portal/model/place.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { formerNamesOf, ownerKinds, partsOfName } from '../../portal/succession/names-in.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { RenamedPages } from './renamed-pages.ts';
import { movedNames, renamedSets, setOf } from './renamed-sets.ts';
import { type PlanSubject, type SubjectKind, subjectsOf } from './subjects.ts';

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

interface RenamedSubject {
  readonly kind: SubjectKind;
  readonly from: string;
  readonly to: string;
}

/** What says its earlier name itself, and what has no data and is renamed by what does. */
function renamedSubjects(before: Portal, after: Portal): readonly RenamedSubject[] {
  const said = after.formerNames.flatMap(({ kind, name, successor }) => {
    const subject = subjectKindOf[kind];
    return successor === null || subject === null ? [] : [{ kind: subject, from: name, to: successor }];
  });
  const papers = said.flatMap(({ kind, from, to }) =>
    kind === 'item' ? [[partsOfName(from).part, partsOfName(to).part] as const] : [],
  );
  const movedPapers = movedNames(papers, before.papers, after.papers);
  return [
    ...said,
    ...Array.from(renamedSets(before, after), ([from, to]) => ({ kind: 'set' as const, from, to })),
    ...Array.from(movedPapers, ([from, to]) => ({ kind: 'paper' as const, from, to })),
  ];
}

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
): (subject: Pick<PlanSubject, 'kind' | 'name' | 'formerly'>) => EarlierName | null {
  const earlierPages = new Map(Array.from(pages.names, ([from, to]) => [to, from]));
  const known = new Set(subjectsOf(before).map(({ kind, name }) => `${kind}\n${name}`));
  const renamed = renamedSubjects(before, after);
  const direct = Map.groupBy(renamed, ({ kind, to }) => `${kind}\n${to}`);
  const owners = formerNamesOf(before, after).flatMap(({ kind, name, successor }) =>
    successor !== null && ownerKinds.has(kind) ? [{ from: name, to: successor }] : [],
  );
  const withEarlierOwner = (name: string): string => {
    const owner = owners.find(
      ({ to }) => name === to || name.startsWith(`${to}.`) || name.startsWith(`${to}: `),
    );
    return owner === undefined ? name : `${owner.from}${name.slice(owner.to.length)}`;
  };
  const sets = renamedSets(before, after);
  const withLaterSet = (kind: string) => kind.replace(setOf(kind), (set) => sets.get(set) ?? set);
  return ({ kind, name, formerly = [] }) => {
    const page = kind === 'page' ? earlierPages.get(name) : undefined;
    if (page !== undefined) return { name: page, isRenamed: false };
    const said = [...(direct.get(`${kind}\n${name}`) ?? []).map(({ from }) => from), ...formerly];
    // Of several former names, the earlier configuration has one.
    const own = said.find((one) => known.has(`${kind}\n${withEarlierOwner(one)}`)) ?? said[0] ?? null;
    const earlier = withEarlierOwner(own ?? name);
    if (earlier === name) return null;
    const follows = own === null || (kind === 'kind' && withLaterSet(own) === name);
    return { name: earlier, isRenamed: !follows };
  };
}

/** Names that stand in rules: what only mentions a renamed one has not changed. */
const mentioned: ReadonlySet<SubjectKind> = new Set([
  'department',
  'record type',
  'kind',
  'document',
  'lookup',
]);

/**
 * Reads a value with the later names. A word may be the name of several things, of which only one was renamed: where
 * the later value has the same word, it stays.
 * @returns takes the earlier value, and the later one in its place if there is one
 */
export function withLaterNames(
  before: Portal,
  after: Portal,
  pages: RenamedPages,
): (value: unknown, later?: unknown) => unknown {
  const renamed = renamedSubjects(before, after);
  const names = new Map([
    ...pages.names,
    ...renamed.flatMap(({ kind, from, to }) => (mentioned.has(kind) ? [[from, to] as const] : [])),
  ]);
  const byKey = new Map([
    ['role', partsRenamed(after, 'role')],
    ['transitions', partsRenamed(after, 'step')],
  ]);
  const possible = Map.groupBy(
    [
      ...pages.names,
      ...renamed.flatMap(({ from, to }) => [[from, to] as const, [ownPartOf(from), ownPartOf(to)] as const]),
      ...partsRenamed(after, 'role'),
    ],
    ([from]) => from,
  );
  if (possible.size === 0) return (value) => value;
  /** What stands for the word among the later ones; null: none of them does. */
  const wordOf = (word: string, later: readonly unknown[]): string | null => {
    if (later.includes(word)) return word;
    return possible.get(word)?.find(([, to]) => later.includes(to))?.[1] ?? null;
  };
  const walk = (value: unknown, later: unknown, known: ReadonlyMap<string, string>): unknown => {
    if (typeof value === 'string') return wordOf(value, [later]) ?? known.get(value) ?? value;
    if (Array.isArray(value)) return listOf(value, Array.isArray(later) ? later : [], known);
    return isMapping(value) ? mapOf(value, isMapping(later) ? later : {}) : value;
  };
  const listOf = (
    value: readonly unknown[],
    later: readonly unknown[],
    known: ReadonlyMap<string, string>,
  ): readonly unknown[] => {
    if (!value.every((one) => typeof one === 'string')) {
      const isAlike = later.length === value.length;
      return value.map((one, at) => walk(one, isAlike ? later[at] : undefined, known));
    }
    const words = value.map((one) => wordOf(one, later) ?? known.get(one) ?? one);
    // A list in the order of names has another order then.
    const isSame = words.length === later.length && words.every((one) => later.includes(one));
    return isSame && words.some((one, at) => one !== value[at]) ? later : words;
  };
  const mapOf = (value: Readonly<Record<string, unknown>>, later: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        const laterKey = wordOf(key, Object.keys(later)) ?? key;
        if (texts.has(key)) return [key, one];
        const known = nameKeys.has(key) ? noNames : (byKey.get(key) ?? names);
        return [laterKey, walk(one, later[laterKey], known)];
      }),
    );
  return (value, later) => walk(value, later, names);
}

const noNames: ReadonlyMap<string, string> = new Map();

/** Earlier name → later name, without what they belong to. */
function partsRenamed({ formerNames }: Portal, kind: NamedKind): ReadonlyMap<string, string> {
  return new Map(
    formerNames.flatMap((one) =>
      one.kind === kind && one.successor !== null
        ? [[partsOfName(one.name).part, partsOfName(one.successor).part] as const]
        : [],
    ),
  );
}

/** `ask` of `loan.ask`, `student` of `membership/student`. */
function ownPartOf(name: string): string {
  const { owner, part } = partsOfName(name);
  return part === '' ? owner.slice(owner.lastIndexOf('/') + 1) : part;
}

/** Keys with words for people. */
const texts: ReadonlySet<string> = new Set(
  'title label help description message titleForCitizens'.split(' '),
);

/** Keys with names of other things, such as files, which may be those of a renamed one by chance. */
const nameKeys: ReadonlySet<string> = new Set(['name', 'form', 'input']);
