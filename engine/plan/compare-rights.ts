/**
 * Compares what each kind of visitor may do under two configurations: open a page, take a step, read or change a
 * record. It tries every combination of what the rules ask, so a difference comes with a case that shows it.
 */
import { keyOf, testsBySubject, type ValueTests } from '../config/logic/one-value.ts';
import { worldsOf } from '../config/logic/satisfiability.ts';
import { asVisitorMeets, changeableIn, visibleIn } from '../config/logic/visitor-facts.ts';
import { knownColumns, knownState, possible, testsOf } from '../portal/conditions/possible.ts';
import type { Condition } from '../portal/model/condition.ts';
import { signedOut, type Visitor } from '../portal/model/department.ts';
import type { Place } from '../portal/model/place.ts';
import type { Portal } from '../portal/model/portal.ts';
import { officesOf } from '../portal/workflow/record-offices.ts';
import { decide } from '../portal/routing/decide.ts';
import {
  addressOf,
  type Flags,
  flagsOf,
  flagsRead,
  mixtures,
  visitorOf,
} from '../portal/routing/visitors.ts';
import { conditionText } from './condition-text.ts';
import { type RenamedStates, renamedStates } from './renamed-states.ts';

/** `unproved`: there are too many cases to try, and the rule is written differently. */
type RightVerdict = 'wider' | 'narrower' | 'both ways' | 'unproved';

export interface RightChange {
  readonly verdict: RightVerdict;
  readonly what: 'page' | 'step' | 'read' | 'update';
  /** Of the page, of the step (`clearance.submit`), or of the record type. */
  readonly name: string;
  readonly title: string | null;
  /** Key of the department; null: visitors without an account. */
  readonly department: string | null;
  /** States in which it differs, in the words of the later configuration; empty: it has none. */
  readonly states: readonly string[];
  /** A case that shows the difference; null: unproved. */
  readonly witness: RightWitness | null;
  readonly place: Place | null;
}

/** One case in which one configuration permits what the other forbids. */
export interface RightWitness {
  readonly permits: 'before' | 'after';
  readonly flags: Flags;
  readonly state: string | null;
  /** What is true of the record, in the words of a condition. */
  readonly holds: readonly string[];
  /** What the rules ask too, and what is not true of it. */
  readonly fails: readonly string[];
}

export interface RightComparison {
  readonly changes: readonly RightChange[];
  /** The number of pairs of a right and a kind of visitor that are the same. */
  readonly same: number;
}

/** The most cases to try for one right of one department in one state. */
const mostCases = 20_000;

export function compareRights(before: Portal, after: Portal): RightComparison {
  const asked = [...pageRights(before, after), ...recordRights(before, after)];
  const departments = [...new Set([...Object.keys(before.departments), ...Object.keys(after.departments)])];
  const changes: RightChange[] = [];
  let same = 0;
  for (const right of asked) {
    for (const department of [null, ...departments]) {
      const change = right(department);
      if (change === null) same += 1;
      else changes.push(change);
    }
  }
  return { changes, same };
}

type RightOf = (department: string | null) => RightChange | null;

function pageRights(before: Portal, after: Portal): RightOf[] {
  const names = [...new Set([...after.routes, ...before.routes].map(({ name }) => name))];
  const flags = flagsRead([before, after].flatMap(rulesOf));
  return names.map((name) => (department) => {
    const found = new TriedCases();
    const routes = [before, after].map((portal) => portal.routes.find((route) => route.name === name));
    for (const some of mixtures(ownFlags([before, after], department, flags))) {
      const [was = false, is = false] = [before, after].map((portal, at) => {
        const visitor = visitorIn(portal, department, some);
        const route = routes[at];
        if (visitor === null || route === undefined) return false;
        const decision = decide({ portal, visitor }, addressOf(route, department ?? ''));
        return decision.outcome === 'show' && decision.route.name === name;
      });
      found.note(was, is, { flags: some, state: null, holds: [], fails: [] });
    }
    const route = routes[1] ?? routes[0];
    return found.told({
      what: 'page',
      name,
      title: route?.title ?? null,
      department,
      place: route?.place ?? null,
    });
  });
}

function rulesOf({ guards }: Portal): Condition[] {
  return Object.values(guards).flatMap(({ rules }) => rules.map(({ require }) => require));
}

/** A right over records of a type: in which states of it, by which rule, in either portal. */
interface RecordRight {
  readonly what: RightChange['what'];
  readonly name: string;
  readonly title: string | null;
  readonly type: string;
  readonly place: Place | null;
  /** Null: nobody has it in this state. */
  rule(portal: Portal, state: string): Condition | null;
}

function recordRights(before: Portal, after: Portal): RightOf[] {
  const renamed = renamedStates(before, after);
  return rightsOver(before, after).map(
    (right) => (department) => overRecords([before, after], right, { department, renamed }),
  );
}

function rightsOver(before: Portal, after: Portal): RecordRight[] {
  const types = [...new Set([...Object.keys(after.recordTypes), ...Object.keys(before.recordTypes)])];
  return types.flatMap((type) => {
    const [old, now] = [before.workflows[type], after.workflows[type]];
    const steps = [
      ...new Set([...Object.keys(now?.transitions ?? {}), ...Object.keys(old?.transitions ?? {})]),
    ];
    const recordType = after.recordTypes[type] ?? before.recordTypes[type];
    const about = { type, name: type, title: recordType?.title ?? null, place: recordType?.place ?? null };
    return [
      {
        ...about,
        what: 'read' as const,
        rule: (portal: Portal, state: string) => {
          const of = portal.recordTypes[type];
          return of === undefined ? null : visibleIn(portal, of, state);
        },
      },
      {
        ...about,
        what: 'update' as const,
        rule: (portal: Portal, state: string) => {
          const of = portal.recordTypes[type];
          return of === undefined ? null : changeableIn(portal, of, state);
        },
      },
      ...steps.map((name) => {
        const step = now?.transitions[name] ?? old?.transitions[name];
        return {
          type,
          what: 'step' as const,
          name: `${type}.${name}`,
          title: step?.title ?? null,
          place: step?.place ?? null,
          rule: (portal: Portal, state: string) => {
            const found = portal.workflows[type]?.transitions[name];
            return found?.from.includes(state) === true ? found.by : null;
          },
        };
      }),
    ];
  });
}

function overRecords(
  [before, after]: readonly [Portal, Portal],
  right: RecordRight,
  { department, renamed }: { readonly department: string | null; readonly renamed: RenamedStates },
): RightChange | null {
  const { what, name, title, place, type } = right;
  const earlier = new Map(Array.from(renamed.get(type) ?? [], ([old, now]) => [now, old]));
  const states = new Set([
    ...Object.keys(after.workflows[type]?.states ?? {}),
    ...Object.keys(before.workflows[type]?.states ?? {}).filter(
      (one) => renamed.get(type)?.has(one) !== true,
    ),
  ]);
  const sideIn = (portal: Portal, state: string) => ({ portal, state, rule: right.rule(portal, state) });
  const found = new TriedCases();
  for (const state of states.size === 0 ? [''] : states) {
    const [old, now] = [sideIn(before, earlier.get(state) ?? state), sideIn(after, state)];
    if (old.rule === null && now.rule === null) continue;
    tryCases([old, now], { department, type, found, shown: state });
  }
  return found.told({ what, name, title, department, place });
}

interface RuleSide {
  readonly portal: Portal;
  readonly state: string;
  readonly rule: Condition | null;
}

function tryCases(
  sides: readonly [RuleSide, RuleSide],
  {
    department,
    type,
    found,
    shown,
  }: {
    readonly department: string | null;
    readonly type: string;
    readonly found: TriedCases;
    readonly shown: string;
  },
): void {
  const rules = sides.flatMap(({ rule }) => rule ?? []);
  const portals = sides.map(({ portal }) => portal);
  for (const flags of mixtures(ownFlags(portals, department, flagsRead(rules)))) {
    const asked = sides.map((side) => knownOf(side, { department, type, flags }));
    const isSame = JSON.stringify(asked[0]) === JSON.stringify(asked[1]);
    if (isSame && sides[0].state === sides[1].state) continue;
    const open = asked.flatMap((one) => (one === null ? [] : testsOf(one)));
    const worlds = worldsOf(everyTest(open.filter(isOpen), columnsOf(portals, type)), mostCases);
    if (worlds === null) {
      if (!isSame) found.noteUnproved(shown);
      continue;
    }
    for (const world of worlds) {
      const [was = false, is = false] = asked.map((one, at) => {
        const known = knownState(sides[at]?.state ?? '', world);
        return one !== null && possible(one, known).true;
      });
      if (was === is) continue;
      const textsOf = (truth: boolean) => [
        ...new Set(open.filter((test) => isOpen(test) && world(test) === truth).map(conditionText)),
      ];
      const state = shown === '' ? null : shown;
      found.note(was, is, { flags, state, holds: textsOf(true), fails: textsOf(false) });
    }
  }
}

/** The rule as this visitor meets it: what they are is decided, and what is their own has its value. */
function knownOf(
  { portal, rule }: RuleSide,
  {
    department,
    type,
    flags,
  }: { readonly department: string | null; readonly type: string; readonly flags: Flags },
): Condition | null {
  const visitor = visitorIn(portal, department, flags);
  const recordType = portal.recordTypes[type];
  if (rule === null || visitor === null || recordType === undefined) return null;
  return asVisitorMeets(rule, { portal, visitor, type: recordType });
}

/** The offices and kinds that records of a type have. */
type ColumnValues = Readonly<Record<'office' | 'kind', readonly string[]>>;

function columnsOf(portals: readonly Portal[], type: string): ColumnValues {
  const types = portals.flatMap((portal) => {
    const recordType = portal.recordTypes[type];
    return recordType === undefined ? [] : [{ portal, recordType }];
  });
  const offices = types.flatMap(({ portal, recordType }) => [...officesOf(portal, recordType)]);
  const kinds = types.flatMap(({ portal, recordType }) =>
    recordType.kinds.flatMap((set) => portal.sets[set]?.kinds ?? []),
  );
  return { office: [...new Set(offices)], kind: [...new Set(kinds)] };
}

/** Groups the tests of one subject; a test alone may be true or false. */
function everyTest(tests: readonly Condition[], columns: ColumnValues): readonly ValueTests[] {
  const distinct = [...new Map(tests.map((test) => [keyOf(test), test])).values()];
  const byColumn = Map.groupBy(distinct, columnOf);
  const others = byColumn.get(null) ?? [];
  const grouped = testsBySubject(others);
  const known = new Set(grouped.flatMap(({ keys }) => keys));
  const single = others.map(keyOf).filter((key) => !known.has(key));
  return [
    ...grouped,
    ...single.map((key) => ({ keys: [key], truths: [[true], [false]] })),
    ...Array.from(byColumn, ([column, some]) =>
      column === null ? [] : [truthsOver(some, column, columns[column])],
    ).flat(),
  ];
}

function columnOf(test: Condition): 'office' | 'kind' | null {
  if (test.test !== 'compare' || test.subject.from !== 'record' || !('value' in test.operand)) return null;
  const { name } = test.subject;
  return (name === 'office' || name === 'kind') && ['is', 'in'].includes(test.operator) ? name : null;
}

/** @param values none: its records have no such value */
function truthsOver(
  tests: readonly Condition[],
  column: 'office' | 'kind',
  values: readonly string[],
): ValueTests {
  const results = (values.length === 0 ? [''] : values).map((value) =>
    tests.map((test) => knownColumns({ [column]: value })(test) ?? false),
  );
  return { keys: tests.map(keyOf), truths: [...new Map(results.map((one) => [one.join(), one])).values()] };
}

function isOpen(test: Condition): boolean {
  if (test.test === 'always') return false;
  return !(test.test === 'compare' && test.subject.from === 'record' && test.subject.name === 'state');
}

/** The flags that its accounts have in one of the portals. */
function ownFlags(portals: readonly Portal[], department: string | null, flags: readonly string[]): string[] {
  if (department === null) return [];
  const own = new Set(portals.flatMap((portal) => flagsOf(portal, department)));
  return flags.filter((flag) => own.has(flag));
}

function visitorIn(portal: Portal, department: string | null, flags: Flags): Visitor | null {
  return department === null ? signedOut : visitorOf(portal, department, flags);
}

/** The cases of one right and one department in which the two differ. */
class TriedCases {
  readonly #states = new Set<string>();
  #gained: RightWitness | null = null;
  #lost: RightWitness | null = null;
  #isUnproved = false;

  note(was: boolean, is: boolean, witness: Omit<RightWitness, 'permits'>): void {
    if (was === is) return;
    if (witness.state !== null) this.#states.add(witness.state);
    if (is) this.#gained ??= { ...witness, permits: 'after' };
    else this.#lost ??= { ...witness, permits: 'before' };
  }

  noteUnproved(state: string): void {
    this.#isUnproved = true;
    if (state !== '') this.#states.add(state);
  }

  told(about: Pick<RightChange, 'what' | 'name' | 'title' | 'department' | 'place'>): RightChange | null {
    const [gained, lost] = [this.#gained, this.#lost];
    if (gained === null && lost === null && !this.#isUnproved) return null;
    const verdict =
      gained === null ? (lost === null ? 'unproved' : 'narrower') : lost === null ? 'wider' : 'both ways';
    return { ...about, verdict, states: [...this.#states], witness: gained ?? lost };
  }
}
