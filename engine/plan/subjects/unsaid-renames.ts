/** No data hangs on some names, so no file says their earlier ones: what is the same under another name was renamed. */
import { isDeepStrictEqual } from 'node:util';
import type { Portal } from '../../portal/model/portal.ts';
import { partsOfName } from '../../portal/succession/names-in.ts';
import { readerOf, type RenamedSubject } from './later-words.ts';
import { type PlanSubject, type SubjectKind, subjectsOf } from './subjects.ts';

const nameless: readonly SubjectKind[] = [
  'group',
  'guard',
  'chain',
  'page',
  'form',
  'fees',
  'notice',
  'report',
  'calendar',
  'arrivals',
  'picture',
  'message',
  'navigation group',
  'named day',
];

/** They keep what they belong to. */
const namelessParts: readonly SubjectKind[] = [
  'constant',
  'fact',
  'list',
  'reminder',
  'fee line',
  'fee table',
];

/** What a subject belongs to, if it is no record type, kind or lookup. */
export const ownersOfParts: Readonly<Partial<Record<SubjectKind, SubjectKind>>> = {
  flag: 'department',
  constant: 'department',
  question: 'form',
  'fee line': 'fees',
  'fee table': 'fees',
};

/** @param said the renames that the later configuration declares, and those that follow from them */
export function unsaidRenames(
  before: Portal,
  after: Portal,
  said: readonly RenamedSubject[],
): readonly RenamedSubject[] {
  const [old, now] = [byKind(before), byKind(after)];
  let known = said;
  // A renamed guard may be all that is different in a chain.
  for (let round = 0; round < mostRounds; round += 1) {
    const names = known;
    const more = [...nameless, ...namelessParts].flatMap((kind) =>
      renamesOf(kind, { old: old.get(kind) ?? [], now: now.get(kind) ?? [], names }),
    );
    if (more.length === 0) break;
    known = [...known, ...more];
  }
  return known.slice(said.length);
}

const mostRounds = 4;
const mostCompared = 2500;

/** A form without a file of its own has the name of what it belongs to. */
function byKind(portal: Portal): ReadonlyMap<SubjectKind, readonly PlanSubject[]> {
  const named = subjectsOf(portal).filter(
    ({ kind, name }) => kind !== 'form' || Object.hasOwn(portal.namedForms, name),
  );
  return Map.groupBy(named, ({ kind }) => kind);
}

interface RenamedKind {
  readonly old: readonly PlanSubject[];
  readonly now: readonly PlanSubject[];
  readonly names: readonly RenamedSubject[];
}

function renamesOf(kind: SubjectKind, { old, now, names }: RenamedKind): readonly RenamedSubject[] {
  const laterName = laterNames(kind, names);
  const [had, has] = [new Set(old.map(({ name }) => laterName(name))), new Set(now.map(({ name }) => name))];
  const lost = old.filter(({ name }) => !has.has(laterName(name)));
  const added = now.filter(({ name }) => !had.has(name));
  if (lost.length * added.length === 0 || lost.length * added.length > mostCompared) return [];
  const isPart = namelessParts.includes(kind);
  const isSame = (one: PlanSubject, other: PlanSubject) => {
    if (isPart && ownerOf(laterName(one.name)) !== ownerOf(other.name)) return false;
    // It may name itself.
    const read = readerOf([...names, { kind, from: one.name, to: other.name }]);
    return isDeepStrictEqual(read(one.value, other.value), other.value);
  };
  const alike = lost.map((one) => ({ one, others: added.filter((other) => isSame(one, other)) }));
  return alike.flatMap(({ one, others: [other, ...more] }) => {
    if (other === undefined || more.length > 0) return [];
    const isOnly = alike.filter(({ others }) => others.includes(other)).length === 1;
    return isOnly ? [{ kind, from: one.name, to: other.name }] : [];
  });
}

/** With what is known of it, and of what it belongs to. */
function laterNames(kind: SubjectKind, names: readonly RenamedSubject[]): (name: string) => string {
  const own = new Map(names.flatMap((one) => (one.kind === kind ? [[one.from, one.to] as const] : [])));
  const ownerKind = ownersOfParts[kind] ?? 'record type';
  const owners = new Map(
    names.flatMap((one) => (one.kind === ownerKind ? [[one.from, one.to] as const] : [])),
  );
  return (name) => {
    const { owner, part } = partsOfName(name);
    const later = part === '' ? undefined : owners.get(owner);
    return own.get(name) ?? (later === undefined ? name : `${later}${name.slice(owner.length)}`);
  };
}

function ownerOf(name: string): string {
  const { owner, part } = partsOfName(name);
  return part === '' ? '' : owner;
}
