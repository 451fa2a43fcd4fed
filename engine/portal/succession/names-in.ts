/** Finds in a portal every name that stored data may hang on. */
import type { Form } from '../model/form.ts';
import type { FormerName, NamedKind } from '../model/place.ts';
import type { Portal } from '../model/portal.ts';
import type { ChecklistItem } from '../model/requirement.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { type PlacedQuestion, questionsOf } from './form-questions.ts';

/**
 * Records with the same questions: all of a kind that has a form of its own, or all others of a type. Answers of steps
 * that are stored in the record belong to the type.
 */
export interface AnswerScope {
  /** `set/kind`, or the record type. */
  readonly name: string;
  readonly questions: readonly PlacedQuestion[];
}

export const answerScopesOf = onceForEach((portal: Portal): readonly AnswerScope[] => {
  const ofForm = (hash: string | null): readonly PlacedQuestion[] => {
    const form: Form | undefined = hash === null ? undefined : portal.forms[hash];
    return form === undefined ? [] : questionsOfForm(form);
  };
  const ofSteps = (type: string): readonly PlacedQuestion[] =>
    Object.values(portal.workflows[type]?.transitions ?? {}).flatMap(({ saves, input }) =>
      saves ? ofForm(input) : [],
    );
  return [
    ...Object.values(portal.recordTypes).map(({ type, form }) => ({
      name: type,
      questions: [...ofForm(form), ...ofSteps(type)],
    })),
    ...Object.values(portal.kinds).flatMap(({ id, form }) =>
      form === null ? [] : [{ name: id, questions: ofForm(form) }],
    ),
  ];
});

const questionsOfForm = onceForEach((form: Form): readonly PlacedQuestion[] => questionsOf(form));

/** The scope of a record's answers. */
export function answerScopeOf(
  { kinds }: Portal,
  record: { readonly type: string; readonly kind: string | null },
) {
  const kind = record.kind === null ? undefined : kinds[record.kind];
  return kind === undefined || kind.form === null ? record.type : kind.id;
}

/** Each name that data may hang on, by kind. */
export const namesIn = onceForEach((portal: Portal): ReadonlyMap<NamedKind, ReadonlySet<string>> => {
  const { departments, recordTypes, kinds, lookups, documents, workflows } = portal;
  const items: readonly (readonly [string, readonly ChecklistItem[]])[] = [
    ...Object.values(recordTypes).map((one) => [one.type, one.items] as const),
    ...Object.values(kinds).map((one) => [one.id, one.items] as const),
  ];
  const ofType = (part: 'clocks' | 'transitions'): string[] =>
    Object.values(workflows).flatMap((one) => Object.keys(one[part]).map((name) => `${one.of}.${name}`));
  return new Map<NamedKind, ReadonlySet<string>>([
    ['department', new Set(Object.keys(departments))],
    ['type', new Set(Object.keys(recordTypes))],
    ['kind', new Set(Object.keys(kinds))],
    ['item', new Set(items.flatMap(([owner, some]) => some.map(({ id }) => `${owner}: ${id}`)))],
    [
      'question',
      new Set(
        answerScopesOf(portal).flatMap(({ name, questions }) =>
          questions.map(({ path }) => `${name}: ${path}`),
        ),
      ),
    ],
    ['lookup', new Set(Object.keys(lookups))],
    [
      'row',
      new Set(
        Object.values(lookups).flatMap(({ name, rows }) => rows.map(({ value }) => `${name}: ${value}`)),
      ),
    ],
    ['document', new Set(Object.keys(documents))],
    [
      'role',
      new Set(
        Object.values(recordTypes).flatMap(({ type, parties }) =>
          Object.keys(parties).map((role) => `${type}.${role}`),
        ),
      ),
    ],
    ['clock', new Set(ofType('clocks'))],
    ['step', new Set(ofType('transitions'))],
  ]);
});

/** The two halves of a name such as `permit: phone` or `permit.review`; the owner of any other name is itself. */
export function partsOfName(name: string): { readonly owner: string; readonly part: string } {
  const [, owner = name, part = ''] = /^(.+?)(?:: |\.)(.+)$/.exec(name) ?? [];
  return { owner, part };
}

/** Kinds whose names begin the names of what is below them. */
export const ownerKinds: ReadonlySet<NamedKind> = new Set(['type', 'kind', 'lookup']);

/** The former names that the earlier configuration has: of several names in a row, only the one that it uses. */
export function formerNamesOf(before: Portal, after: Portal): readonly FormerName[] {
  const names = namesIn(before);
  const owners = new Map(
    after.formerNames.flatMap(({ kind, name, successor }) =>
      ownerKinds.has(kind) && names.get(kind)?.has(name) === true ? [[successor, name] as const] : [],
    ),
  );
  return after.formerNames.filter(({ kind, name }) => {
    const { owner, part } = partsOfName(name);
    const earlier = part === '' ? name : `${owners.get(owner) ?? owner}${name.slice(owner.length)}`;
    return names.get(kind)?.has(earlier);
  });
}

export interface LostName {
  readonly kind: NamedKind;
  readonly name: string;
}

/**
 * The names of which the later configuration says nothing. What is below a lost name is lost with it and not listed;
 * what is below a renamed one has its owner's new name.
 */
export function lostNames(before: Portal, after: Portal): readonly LostName[] {
  const decided = new Map(after.formerNames.map((one) => [`${one.kind}\n${one.name}`, one.successor]));
  const later = namesIn(after);
  const owners = new Map(
    after.formerNames.flatMap(({ kind, name, successor }) =>
      ownerKinds.has(kind) ? [[name, successor] as const] : [],
    ),
  );
  const hasOwner = (owner: string): boolean => [...ownerKinds].some((kind) => later.get(kind)?.has(owner));
  const isKnown = (kind: NamedKind, name: string): boolean =>
    later.get(kind)?.has(name) === true || decided.has(`${kind}\n${name}`);
  return Array.from(namesIn(before)).flatMap(([kind, names]) =>
    Array.from(names).flatMap((name): LostName[] => {
      const { owner, part } = partsOfName(name);
      const to = owners.get(owner) ?? owner;
      const current = part === '' || to === owner ? name : name.replace(owner, to);
      if (isKnown(kind, current) || decided.has(`${kind}\n${name}`)) return [];
      if (part !== '' && !hasOwner(to)) return [];
      if (kind === 'question' && isBelowDecided(current, decided, (one) => isKnown(kind, one))) return [];
      return [{ kind, name }];
    }),
  );
}

/** A question of a list or a group that has another name, or is gone with everything in it. */
function isBelowDecided(
  name: string,
  decided: ReadonlyMap<string, string | null>,
  isKnown: (name: string) => boolean,
): boolean {
  for (let end = name.lastIndexOf('.'); end > 0; end = name.lastIndexOf('.', end - 1)) {
    const successor = decided.get(`question\n${name.slice(0, end)}`);
    if (successor === undefined) continue;
    const moved = `${successor ?? ''}${name.slice(end)}`;
    return successor === null || isKnown(moved) || isBelowDecided(moved, decided, isKnown);
  }
  return false;
}
