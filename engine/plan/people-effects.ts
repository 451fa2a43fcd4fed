/** Says in words what the people of each department can do from now on, and what they no longer can. */
import { listsOnPages } from '../config/check/routes/department-lists.ts';
import { accountsOf, knownVisitor } from '../config/logic/visitor-facts.ts';
import { possible } from '../portal/conditions/possible.ts';
import type { Condition } from '../portal/model/condition.ts';
import { signedOut } from '../portal/model/department.ts';
import type { Portal } from '../portal/model/portal.ts';
import { successionsOf } from '../portal/succession/succeed-record.ts';
import type { PeopleEffect } from './change.ts';
import { compareRecordRights } from './compare-rights.ts';
import type { RightChange } from './right-change.ts';
import { openingChanges } from './opening-pages.ts';
import { departmentGains } from './subjects/department-gains.ts';
import { laterName, namesBetween } from './subjects/paired-names.ts';
import type { SubjectKind } from './subjects/subjects.ts';

/** The subject of a plan that a right belongs to, with its later name. */
export interface PeopleChange {
  readonly kind: SubjectKind;
  readonly name: string;
  readonly effects: readonly PeopleEffect[];
}

/** A sentence with the people of whom it is true. */
interface PeopleSentence {
  readonly kind: SubjectKind;
  readonly name: string;
  readonly text: string;
  /** Keys in the later configuration, or in the one before; null: visitors without an account. */
  readonly departments: readonly (string | null)[];
}

/** @param after with the way back from the one before */
export function peopleChanges(before: Portal, after: Portal): readonly PeopleChange[] {
  const sentences = [
    ...openingChanges(before, after).flatMap(sayOpening),
    ...listChanges(before, after),
    ...sayRights(before, after),
  ].filter(({ departments }) => departments.length > 0);
  const bySubject = Map.groupBy(sentences, ({ kind, name }) => `${kind}\n${name}`);
  return [...bySubject.values()].flatMap((some) =>
    some.slice(0, 1).map(({ kind, name }) => ({ kind, name, effects: effectsOf(some, before, after) })),
  );
}

/** What is true of several departments is said once. */
function effectsOf(
  sentences: readonly PeopleSentence[],
  before: Portal,
  after: Portal,
): readonly PeopleEffect[] {
  const titleOf = (key: string) => (after.departments[key] ?? before.departments[key])?.title ?? key;
  return Array.from(
    Map.groupBy(sentences, ({ text }) => text),
    ([text, some]) => ({
      text,
      people: some
        .flatMap(({ departments }) => departments)
        .map((key) => ({
          department: key,
          title: key === null ? 'visitors without an account' : titleOf(key),
          accounts: null,
        })),
    }),
  );
}

function sayOpening({
  page,
  opens,
  closes,
}: ReturnType<typeof openingChanges>[number]): readonly PeopleSentence[] {
  return [
    { kind: 'page', name: page, text: 'opens for {people}', departments: opens },
    { kind: 'page', name: page, text: 'no longer opens for {people}', departments: closes },
  ];
}

/** Who sees records in a list, on any page that opens for them. */
function listChanges(before: Portal, after: Portal): readonly PeopleSentence[] {
  const gainsOf = departmentGains(before, after);
  const [was, is] = [seersOf(before), seersOf(after)];
  return namesBetween(before, after)
    .pair('list', (_, at) => [...(at === 'before' ? was : is).keys()])
    .flatMap((list) => {
      const [earlier, later] = [was.get(list.before ?? ''), is.get(list.after ?? '')];
      const { gained, lost } = gainsOf({ before: earlier?.seers, after: later?.seers });
      const about = { kind: 'list', name: laterName(list) } as const;
      const said = `the list "${(later ?? earlier)?.title ?? about.name}"`;
      return [
        { ...about, text: `{people} can now see ${said}`, departments: gained },
        { ...about, text: `{people} can no longer see ${said}`, departments: lost },
      ];
    });
}

interface SeenList {
  readonly title: string;
  /** Departments. */
  readonly seers: readonly string[];
}

/** By record type and list. */
function seersOf(portal: Portal): ReadonlyMap<string, SeenList> {
  const known = Object.values(portal.recordTypes).flatMap(({ type, lists }) =>
    Object.values(lists).map(({ name, title }) => [`${type}.${name}`, { title, seers: [] }] as const),
  );
  const onPages = listsOnPages(portal).map(({ type, list, pages }) => {
    const seers = [...new Set(pages.flatMap(({ seenBy }) => seenBy))];
    return [`${type.type}.${list.name}`, { title: list.title, seers }] as const;
  });
  return new Map<string, SeenList>([...known, ...onPages]);
}

/** @returns whether both configurations have it, by its later name */
function keptIn(all: object, earlier: object, names: ReadonlyMap<string, string>): (key: string) => boolean {
  const known = new Set(Object.keys(earlier).map((key) => names.get(key) ?? key));
  return (key) => known.has(key) && Object.hasOwn(all, key);
}

/** Of record types and departments that both configurations have. */
function sayRights(before: Portal, after: Portal): readonly PeopleSentence[] {
  const { departments, types } = successionsOf(after);
  const hasDepartment = keptIn(after.departments, before.departments, departments);
  const hasType = keptIn(after.recordTypes, before.recordTypes, types);
  const created = creationChanges(before, after).filter(({ name }) => hasType(name));
  const others = compareRecordRights(before, after).flatMap((change): PeopleSentence[] => {
    const { what, name, department } = change;
    const [type = ''] = name.split('.', 1);
    if (!hasType(type) || (department !== null && !hasDepartment(department))) return [];
    const kind = what === 'step' ? 'step' : 'access';
    return [{ kind, name, text: sayRight(change, after), departments: [department] }];
  });
  const isKept = (key: string | null) => key === null || hasDepartment(key);
  return [...created.map((one) => ({ ...one, departments: one.departments.filter(isKept) })), ...others];
}

/** Who begins new records. */
function creationChanges(before: Portal, after: Portal): readonly PeopleSentence[] {
  const { types } = successionsOf(after);
  const gainsOf = departmentGains(before, after);
  const was = new Map(
    Object.values(before.recordTypes).map(({ type, access }) => [
      types.get(type) ?? type,
      creatorsIn(before, access.create),
    ]),
  );
  return Object.values(after.recordTypes).flatMap(({ type, title, access }) => {
    const { gained, lost } = gainsOf({ before: was.get(type), after: creatorsIn(after, access.create) });
    const about = { kind: 'access', name: type } as const;
    return [
      { ...about, text: `{people} can now begin a "${title}"`, departments: gained },
      { ...about, text: `{people} can no longer begin a "${title}"`, departments: lost },
    ];
  });
}

/** Departments with an account for which the rule can be true; null: visitors without an account. */
function creatorsIn(portal: Portal, rule: Condition): readonly (string | null)[] {
  return [null, ...Object.keys(portal.departments)].filter((department) => {
    const visitors = department === null ? [signedOut] : accountsOf(portal, department, [rule]);
    return visitors.some((visitor) => possible(rule, knownVisitor({ portal, visitor })).true);
  });
}

const verbs: Readonly<Record<RightChange['what'], string>> = {
  page: 'open',
  step: 'take',
  read: 'see',
  update: 'change',
};

function sayRight({ what, name, title, verdict, states, isPartial }: RightChange, after: Portal): string {
  const [type = '', step] = name.split('.', 2);
  const where = sayStates(after, { type, step, states });
  const does = (object: string) =>
    `${verbs[what]} ${what === 'step' ? `"${title ?? name}"${object}` : `${object}records of "${title ?? name}"`}`;
  const [more, fewer, other] =
    what === 'step'
      ? [' in more cases', ' in fewer cases', ' in other cases']
      : ['more ', 'fewer ', 'other '];
  switch (verdict) {
    case 'wider':
      return `{people} can ${isPartial ? does(more) : `now ${does('')}`}${where}`;
    case 'narrower':
      return `{people} can ${isPartial ? does(fewer) : `no longer ${does('')}`}${where}`;
    case 'both ways':
      return `{people} can ${does(other)}${where} than before`;
    case 'unproved':
      return `it is not proved whether {people} can still ${does('')}${where}: read the rule`;
  }
}

const mostStates = 3;

/** Empty: in all states in which anybody could. */
function sayStates(
  { workflows }: Portal,
  {
    type,
    step,
    states,
  }: { readonly type: string; readonly step: string | undefined; readonly states: readonly string[] },
): string {
  const workflow = workflows[type];
  const all = step === undefined ? Object.keys(workflow?.states ?? {}) : workflow?.transitions[step]?.from;
  if (states.length === 0 || all === undefined || all.every((one) => states.includes(one))) return '';
  if (states.length > mostStates) return ` in ${states.length} of ${all.length} states`;
  const titles = states.map((key) => `"${workflow?.states[key]?.title ?? key}"`);
  return ` in ${new Intl.ListFormat('en').format(titles)}`;
}
