/** Compares two portals subject by subject. */
import { isDeepStrictEqual } from 'node:util';
import type { Portal } from '../portal/model/portal.ts';
import type { Action, ConfigurationChange, KeyChange } from './change.ts';
import { withoutFollowing } from './following-keys.ts';
import { readerOf } from './subjects/later-words.ts';
import { earlierNames, renamedSubjects } from './subjects/renamed-subjects.ts';
import { type RenamedPages, renamedPages } from './subjects/renamed-pages.ts';
import { type RenamedStates, renamedStates, withRenamedStates } from './subjects/renamed-states.ts';
import { type PlanSubject, type SubjectKind, subjectKinds, subjectsOf } from './subjects/subjects.ts';

/** @returns every difference, ordered by kind of subject and as the later configuration has them */
export function comparePortals(before: Portal, after: Portal): readonly ConfigurationChange[] {
  const renamed = renamedStates(before, after);
  const pages = renamedPages(before, after);
  const earlierName = earlierNames(before, after, pages);
  const later = readerOf(renamedSubjects(before, after));
  const now = byName(subjectsOf(after));
  const old = byName(withLaterTexts(subjectsOf(before), now, later));
  const states = new Map(
    [...renamed].flatMap(([type, names]) =>
      Array.from(names, ([from, to]) => [keyOf('state', `${type}.${to}`), `${type}.${from}`]),
    ),
  );
  const left = new Set<string>();
  const changes = [...now].flatMap(([key, subject]) => {
    const state = states.get(key);
    const other = state === undefined ? earlierName(subject) : { name: state, isRenamed: true };
    const from = other === null ? key : keyOf(subject.kind, other.name);
    const isMoved = from !== key && old.has(from) && !old.has(key);
    const earlier = old.get(isMoved ? from : key);
    if (isMoved) left.add(from);
    const read = earlier && readAnew(earlier, subject, { renamed, later, pages });
    return changeOf(read, subject, isMoved && other?.isRenamed === true);
  });
  const lost = [...old].flatMap(([key, subject]) =>
    now.has(key) || left.has(key) ? [] : [told(subject, ['lose'])],
  );
  const explained = withoutFollowing([...changes, ...lost], before, after);
  return explained.toSorted(
    (a, b) => subjectKinds.indexOf(a.subject.kind) - subjectKinds.indexOf(b.subject.kind),
  );
}

/** The effect of a new question that must be answered. */
export const required = 'required';

interface LaterNames {
  readonly renamed: RenamedStates;
  readonly later: (value: unknown, later: unknown) => unknown;
  readonly pages: RenamedPages;
}

/** With the names of the later configuration. @param after the same in the later configuration */
function readAnew(
  subject: PlanSubject,
  after: PlanSubject,
  { renamed, later, pages }: LaterNames,
): PlanSubject {
  const { type } = subject;
  const value = renamed.size === 0 ? subject.value : withRenamedStates(subject.value, { type, renamed });
  const read = later(value, after.value) as PlanSubject['value'];
  const { path } = read;
  if (subject.kind !== 'page' || typeof path !== 'string') return { ...subject, value: read };
  return { ...subject, value: { ...read, path: pages.pathOf(path, String(after.value['path'])) } };
}

/** A translation has the name of its text, which may have placeholders with earlier names. */
function withLaterTexts(
  subjects: readonly PlanSubject[],
  now: ReadonlyMap<string, PlanSubject>,
  later: LaterNames['later'],
): readonly PlanSubject[] {
  const isLost = ({ kind, name }: PlanSubject) =>
    kind === 'translation' && name.includes('{') && !now.has(keyOf(kind, name));
  if (!subjects.some(isLost)) return subjects;
  const texts = [...now.keys()].join('\n');
  return subjects.map((one) => (isLost(one) ? { ...one, name: String(later(one.name, texts)) } : one));
}

function byName(subjects: readonly PlanSubject[]): Map<string, PlanSubject> {
  return new Map(subjects.map((one) => [keyOf(one.kind, one.name), one]));
}

function keyOf(kind: SubjectKind, name: string): string {
  return `${kind}\n${name}`;
}

function changeOf(
  before: PlanSubject | undefined,
  after: PlanSubject,
  isMoved: boolean,
): ConfigurationChange[] {
  if (before === undefined) {
    const isRequired = after.kind === 'question' && after.value['isRequired'] === true;
    return [{ ...told(after, ['add']), effects: isRequired ? [required] : [] }];
  }
  const keys = keysBetween(before.value, after.value);
  if (keys.length === 0 && !isMoved) return [];
  const actions: Action[] = [
    ...(isMoved ? ['move' as const] : []),
    ...(keys.length > 0 ? ['change' as const] : []),
  ];
  return [{ ...told(after, actions), from: isMoved ? before.name : null, keys }];
}

function told({ kind, name, title, place }: PlanSubject, actions: readonly Action[]): ConfigurationChange {
  const code = `change/${kind.replaceAll(' ', '-')}-${words[actions[0] ?? 'change']}`;
  return {
    code,
    subject: { kind, name, title },
    actions,
    from: null,
    place,
    keys: [],
    touches: null,
    effects: [],
  };
}

const words: Readonly<Record<Action, string>> = {
  add: 'added',
  change: 'changed',
  move: 'renamed',
  lose: 'lost',
};

function keysBetween(before: PlanSubject['value'], after: PlanSubject['value']): KeyChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const [was, is] = [before[key], after[key]];
    return isDeepStrictEqual(was, is) ? [] : [{ key, before: was, after: is }];
  });
}
