/** Finds what only has another name in the later configuration. */
import type { NamedKind } from '../../portal/model/place.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { formerNamesOf, ownerKinds, partsOfName } from '../../portal/succession/names-in.ts';
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

/** The renames that `formerly` declares, and those that follow from them: sets and papers. */
export function renamedSubjects(before: Portal, after: Portal): readonly RenamedSubject[] {
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
