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
import { partsOfName } from '../portal/succession/names-in.ts';
import { withWayBack } from '../portal/succession/way-back.ts';
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
import { type RightChange, TriedCases } from './right-change.ts';
import { laterName, namesBetween, type NameComparison, type PairedName } from './subjects/paired-names.ts';
import { type RenamedStates, renamedStates } from './subjects/renamed-states.ts';

export interface RightComparison {
  readonly changes: readonly RightChange[];
  /** The number of pairs of a right and a kind of visitor that are the same. */
  readonly same: number;
}

/** The most cases to try for one right of one department in one state. */
const mostCases = 20_000;

/** Compares renamed things under their later name. */
export function compareRights(before: Portal, wished: Portal): RightComparison {
  return compareEach(before, withWayBack(before, wished), [pageRights, recordRights]);
}

/** Without pages. @param after with the way back from the one before */
export function compareRecordRights(before: Portal, after: Portal): readonly RightChange[] {
  return compareEach(before, after, [recordRights]).changes;
}

function compareEach(
  before: Portal,
  after: Portal,
  rightsOf: readonly ((sides: Sides, names: NameComparison) => readonly RightOf[])[],
): RightComparison {
  const names = namesBetween(before, after);
  const sides = [
    { at: 'before', portal: before },
    { at: 'after', portal: after },
  ] as const;
  const asked = rightsOf.flatMap((rights) => rights(sides, names));
  const departments = names.pair('department', (portal) => Object.keys(portal.departments));
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

interface RightSide {
  readonly at: keyof PairedName;
  readonly portal: Portal;
}

type Sides = readonly [RightSide, RightSide];

/** @param department null: visitors without an account */
type RightOf = (department: PairedName | null) => RightChange | null;

function pageRights(sides: Sides, { pair }: NameComparison): RightOf[] {
  const names = pair('page', ({ routes }) => routes.map(({ name }) => name));
  const flags = flagsRead(sides.flatMap(({ portal }) => rulesOf(portal)));
  return names.map((page) => (department) => {
    const found = new TriedCases();
    const routes = sides.map(({ portal, at }) => portal.routes.find(({ name }) => name === page[at]));
    for (const some of mixtures(ownFlags(sides, department, flags))) {
      const [was = false, is = false] = sides.map((side, index) => {
        const visitor = visitorIn(side, department, some);
        const route = routes[index];
        if (visitor === null || route === undefined) return false;
        const decision = decide(
          { portal: side.portal, visitor },
          addressOf(route, department?.[side.at] ?? ''),
        );
        return decision.outcome === 'show' && decision.route.name === route.name;
      });
      found.note(was, is, { flags: some, state: null, holds: [], fails: [] });
    }
    const route = routes[1] ?? routes[0];
    return found.told({
      what: 'page',
      name: laterName(page),
      title: route?.title ?? null,
      department: department && laterName(department),
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
  readonly type: PairedName;
  readonly place: Place | null;
  /** Null: nobody has it in this state. */
  rule(side: RightSide, state: string): Condition | null;
}

function recordRights(sides: Sides, names: NameComparison): RightOf[] {
  const renamed = renamedStates(sides[0].portal, sides[1].portal);
  return rightsOver(sides, names).map(
    (right) => (department) => overRecords(sides, right, { department, renamed, names }),
  );
}

function rightsOver([before, after]: Sides, { pair }: NameComparison): RecordRight[] {
  return pair('record type', ({ recordTypes }) => Object.keys(recordTypes)).flatMap((type) => {
    const typeIn = ({ at, portal }: RightSide) => portal.recordTypes[type[at] ?? ''];
    const transitionsIn = ({ at, portal }: RightSide) => portal.workflows[type[at] ?? '']?.transitions ?? {};
    const { title = null, place = null } = typeIn(after) ?? typeIn(before) ?? {};
    const about = { type, name: laterName(type), title, place };
    const byRecord = (what: 'read' | 'update', ruleIn: typeof visibleIn): RecordRight => ({
      ...about,
      what,
      rule: (side, state) => {
        const of = typeIn(side);
        return of === undefined ? null : ruleIn(side.portal, of, state);
      },
    });
    const steps = pair('step', (portal, at) =>
      Object.keys(transitionsIn({ at, portal })).map((name) => `${type[at] ?? ''}.${name}`),
    );
    return [
      byRecord('read', visibleIn),
      byRecord('update', changeableIn),
      ...steps.map((step): RecordRight => {
        const stepIn = (side: RightSide) => transitionsIn(side)[partsOfName(step[side.at] ?? '').part];
        const shown = stepIn(after) ?? stepIn(before);
        return {
          type,
          what: 'step',
          name: laterName(step),
          title: shown?.title ?? null,
          place: shown?.place ?? null,
          rule: (side, state) => {
            const found = stepIn(side);
            return found?.from.includes(state) === true ? found.by : null;
          },
        };
      }),
    ];
  });
}

interface RecordComparison {
  readonly department: PairedName | null;
  readonly renamed: RenamedStates;
  readonly names: NameComparison;
}

function overRecords(
  [before, after]: Sides,
  right: RecordRight,
  { department, renamed, names }: RecordComparison,
): RightChange | null {
  const { what, name, title, place, type } = right;
  const ofType = renamed.get(type.before ?? '');
  const earlier = new Map(Array.from(ofType ?? [], ([old, now]) => [now, old]));
  const statesIn = ({ at, portal }: RightSide) => Object.keys(portal.workflows[type[at] ?? '']?.states ?? {});
  const states = new Set([
    ...statesIn(after),
    ...statesIn(before).filter((one) => ofType?.has(one) !== true),
  ]);
  const sideIn = (side: RightSide, state: string): RuleSide => ({
    ...side,
    state,
    type: type[side.at] ?? '',
    rule: right.rule(side, state),
  });
  const found = new TriedCases();
  for (const shown of states.size === 0 ? [''] : states) {
    const [old, now] = [sideIn(before, earlier.get(shown) ?? shown), sideIn(after, shown)];
    if (old.rule === null && now.rule === null) continue;
    tryCases([old, now], { department, names, found, shown });
  }
  return found.told({ what, name, title, department: department && laterName(department), place });
}

interface RuleSide extends RightSide {
  readonly state: string;
  readonly type: string;
  readonly rule: Condition | null;
}

function tryCases(
  sides: readonly [RuleSide, RuleSide],
  {
    department,
    names,
    found,
    shown,
  }: Omit<RecordComparison, 'renamed'> & { readonly found: TriedCases; readonly shown: string },
): void {
  const rules = sides.flatMap(({ rule }) => rule ?? []);
  const columns = columnsOf(sides, names);
  for (const flags of mixtures(ownFlags(sides, department, flagsRead(rules)))) {
    const now = knownOf(sides[1], department, flags);
    const asked = [names.read(knownOf(sides[0], department, flags), now), now] as const;
    const isSame = JSON.stringify(asked[0]) === JSON.stringify(asked[1]);
    if (isSame && sides[0].state === sides[1].state) {
      if (
        asked[1] !== null &&
        possible(
          asked[1],
          knownState(sides[1].state, () => null),
        ).true
      )
        found.keep(shown);
      continue;
    }
    const open = asked.flatMap((one) => (one === null ? [] : testsOf(one)));
    const worlds = worldsOf(everyTest(open.filter(isOpen), columns), mostCases);
    if (worlds === null) {
      if (!isSame) found.noteUnproved(shown);
      continue;
    }
    for (const world of worlds) {
      const [was = false, is = false] = asked.map((one, at) => {
        const known = knownState(sides[at]?.state ?? '', world);
        return one !== null && possible(one, known).true;
      });
      if (was && is) found.keep(shown);
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
function knownOf(side: RuleSide, department: PairedName | null, flags: Flags): Condition | null {
  const { portal, rule, type } = side;
  const visitor = visitorIn(side, department, flags);
  const recordType = portal.recordTypes[type];
  if (rule === null || visitor === null || recordType === undefined) return null;
  return asVisitorMeets(rule, { portal, visitor, type: recordType });
}

/** The offices and kinds that records of a type have. */
type ColumnValues = Readonly<Record<'office' | 'kind', readonly string[]>>;

function columnsOf(sides: readonly RuleSide[], { read }: NameComparison): ColumnValues {
  const all = sides.map(({ at, portal, type }) => {
    const recordType = portal.recordTypes[type];
    const office = recordType === undefined ? [] : [...officesOf(portal, recordType)];
    const kind = recordType?.kinds.flatMap((set) => portal.sets[set]?.kinds ?? []) ?? [];
    return at === 'before' ? read({ office, kind }) : { office, kind };
  });
  const valuesOf = (column: keyof ColumnValues) => [...new Set(all.flatMap((one) => one[column]))];
  return { office: valuesOf('office'), kind: valuesOf('kind') };
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
function ownFlags(sides: Sides, department: PairedName | null, flags: readonly string[]): string[] {
  const own = new Set(sides.flatMap(({ at, portal }) => flagsOf(portal, department?.[at] ?? '')));
  return flags.filter((flag) => own.has(flag));
}

/** @returns null: it has no such department */
function visitorIn({ at, portal }: RightSide, department: PairedName | null, flags: Flags): Visitor | null {
  if (department === null) return signedOut;
  const key = department[at];
  return key === null ? null : visitorOf(portal, key, flags);
}
