/** Finds what only has another name in the later configuration. */
import type { NamedKind } from '../../portal/model/place.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { formerNamesOf, ownerKinds, partsOfName } from '../../portal/succession/names-in.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import type { RenamedSubject } from './later-words.ts';
import { type RenamedPages, renamedPages } from './renamed-pages.ts';
import { ownersOfParts, unsaidRenames } from './unsaid-renames.ts';
import { movedNames, renamedSets, setOf } from './renamed-sets.ts';
import { type PlanSubject, type SubjectKind, subjectsOf } from './subjects.ts';

/** How a plan calls what data hangs on. */
export const subjectKindOf: Readonly<Record<NamedKind, SubjectKind>> = {
  department: 'department',
  type: 'record type',
  kind: 'kind',
  item: 'item',
  question: 'question',
  lookup: 'lookup',
  row: 'row',
  document: 'document',
  role: 'role',
  clock: 'clock',
  step: 'step',
};

/** The renames that `formerly` declares, those that follow from them, and those of names without data. */
export function renamedSubjects(before: Portal, after: Portal): readonly RenamedSubject[] {
  return renamedSince(before)(after);
}

/** Earlier name → later name. */
export function renamedNames(
  before: Portal,
  after: Portal,
  wanted: SubjectKind,
): ReadonlyMap<string, string> {
  return new Map(
    renamedSubjects(before, after).flatMap(({ kind, from, to }) =>
      kind === wanted ? [[from, to] as const] : [],
    ),
  );
}

const renamedSince = onceForEach((before: Portal) =>
  onceForEach((after: Portal): readonly RenamedSubject[] => {
    const said = saidRenames(before, after);
    return [...said, ...unsaidRenames(before, after, said)];
  }),
);

function saidRenames(before: Portal, after: Portal): readonly RenamedSubject[] {
  const said = after.formerNames.flatMap(({ kind, name, successor }) => {
    return successor === null ? [] : [{ kind: subjectKindOf[kind], from: name, to: successor }];
  });
  const papers = said.flatMap(({ kind, from, to }) =>
    kind === 'item' ? [[partsOfName(from).part, partsOfName(to).part] as const] : [],
  );
  // The rule of a single field goes with its question.
  const fields = said.flatMap(({ kind, from, to }) => {
    const [one, other] = [partsOfName(from), partsOfName(to)];
    return kind === 'question' && Object.hasOwn(after.recordTypes, other.owner)
      ? [{ kind: 'field' as const, from: `${one.owner}.${one.part}`, to: `${other.owner}.${other.part}` }]
      : [];
  });
  const movedPapers = movedNames(papers, before.papers, after.papers);
  return [
    ...said,
    ...fields,
    ...Array.from(renamedPages(before, after).names, ([from, to]) => ({ kind: 'page' as const, from, to })),
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
  const former = formerNamesOf(before, after);
  const renamedIn = (isWanted: (kind: NamedKind) => boolean) =>
    former.flatMap(({ kind, name, successor }) =>
      successor !== null && isWanted(kind) ? [{ from: name, to: successor }] : [],
    );
  const [withData, departments] = [
    renamedIn((kind) => ownerKinds.has(kind)),
    renamedIn((kind) => kind === 'department'),
  ];
  const ownersOf = (kind: SubjectKind) => {
    const owner = ownersOfParts[kind];
    if (owner === 'department') return departments;
    return [...renamed.filter((one) => one.kind === owner), ...withData];
  };
  const withEarlierOwner = (kind: SubjectKind, name: string): string => {
    const owner = ownersOf(kind).find(
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
    const own = said.find((one) => known.has(`${kind}\n${withEarlierOwner(kind, one)}`)) ?? said[0] ?? null;
    const earlier = withEarlierOwner(kind, own ?? name);
    if (earlier === name) return null;
    const follows = own === null || (kind === 'kind' && withLaterSet(own) === name);
    return { name: earlier, isRenamed: !follows && kind !== 'field' };
  };
}
