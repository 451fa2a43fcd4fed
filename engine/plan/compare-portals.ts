/** Compares two portals subject by subject. */
import { isDeepStrictEqual } from 'node:util';
import type { Portal } from '../portal/model/portal.ts';
import { isMapping } from '../portal/values/is-mapping.ts';
import type { Action, ConfigurationChange, KeyChange } from './change.ts';
import { withLaterNames } from './subjects/later-names.ts';
import { earlierNames } from './subjects/renamed-subjects.ts';
import { type RenamedPages, renamedPages } from './subjects/renamed-pages.ts';
import { type RenamedStates, renamedStates, withRenamedStates } from './subjects/renamed-states.ts';
import { type PlanSubject, type SubjectKind, subjectKinds, subjectsOf } from './subjects/subjects.ts';

/** @returns every difference, ordered by kind of subject and as the later configuration has them */
export function comparePortals(before: Portal, after: Portal): readonly ConfigurationChange[] {
  const renamed = renamedStates(before, after);
  const pages = renamedPages(before, after);
  const earlierName = earlierNames(before, after, pages);
  const later = withLaterNames(before, after, pages);
  const [old, now] = [byName(subjectsOf(before)), byName(subjectsOf(after))];
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
  const explained = withoutRows([...changes, ...lost], changedRows(before, after));
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
    const [was, is] = [withoutPlaces(before[key]), withoutPlaces(after[key])];
    return isDeepStrictEqual(was, is) ? [] : [{ key, before: was, after: is }];
  });
}

/** Where something is written is not what it is. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (key === 'place' ? [] : [[key, withoutPlaces(one)]])),
  );
}

interface ChangedRows {
  readonly added: ReadonlySet<string>;
  readonly lost: ReadonlySet<string>;
}

/** The values that each lookup has gained and lost. */
function changedRows(before: Portal, after: Portal): readonly ChangedRows[] {
  const names = new Set([...Object.keys(before.lookups), ...Object.keys(after.lookups)]);
  return [...names].flatMap((name) => {
    const [was, is] = [valuesOf(before, name), valuesOf(after, name)];
    const [added, lost] = [is.difference(was), was.difference(is)];
    return added.size + lost.size === 0 ? [] : [{ added, lost }];
  });
}

function valuesOf({ lookups }: Portal, name: string): ReadonlySet<string> {
  return new Set(lookups[name]?.rows.map(({ value }) => value));
}

/** A question with choices from a lookup changes with its rows, which are told once. */
function withoutRows(
  changes: readonly ConfigurationChange[],
  rows: readonly ChangedRows[],
): readonly ConfigurationChange[] {
  const isOfRows = ({ key, before, after }: KeyChange): boolean => {
    if (key !== 'enum' && key !== 'items') return false;
    const [was, is] = [new Set(choicesOf(before)), new Set(choicesOf(after))];
    const [added, lost] = [is.difference(was), was.difference(is)];
    return rows.some((one) => isSame(one.added, added) && isSame(one.lost, lost));
  };
  return changes.flatMap((change) => {
    if (change.subject.kind !== 'question' || change.actions[0] !== 'change') return [change];
    const keys = change.keys.filter((one) => !isOfRows(one));
    return keys.length === 0 ? [] : [{ ...change, keys }];
  });
}

function choicesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return isMapping(value) ? choicesOf(value['enum'] ?? []) : [];
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && one.isSubsetOf(other);
}
