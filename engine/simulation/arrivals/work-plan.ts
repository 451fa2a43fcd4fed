/** Derives from the configuration which steps a record usually takes, who takes each, and which records it creates. */
import { testsOf } from '../../portal/conditions/possible.ts';
import type { Arrivals } from '../../portal/model/calendar.ts';
import type { Condition, Duration } from '../../portal/model/condition.ts';
import { signedOut } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';
import {
  blankRecord,
  contextAlone,
  type PortalRecord,
  type RecordContext,
} from '../../portal/model/record.ts';
import type { State, Transition } from '../../portal/model/workflow.ts';
import { mainPath, mentions } from '../../portal/workflow/main-path.ts';
import {
  checklistsOf,
  initialState,
  type NewRecord,
  officeOf,
  recordsToCreate,
} from '../../portal/workflow/new-records.ts';
import { targetOf } from '../../portal/workflow/transition.ts';

/** A record with its usual steps. */
export interface PlannedRecord {
  /** Unique in the plan. */
  readonly id: number;
  /** In its initial state. */
  readonly record: PortalRecord;
  readonly steps: readonly PlannedStep[];
  /** Created together with it. */
  readonly children: readonly PlannedRecord[];
}

export interface PlannedStep {
  readonly to: string;
  /** The department that takes it; null: people outside the offices, or the engine. */
  readonly office: string | null;
  /** People outside the offices act before it, or take it. */
  readonly isAwaited: boolean;
  readonly takes: Duration;
  /** All must be true; they read records above or below. */
  readonly gates: readonly Condition[];
  readonly creates: readonly PlannedRecord[];
}

/** What a step takes if the configuration does not say it: the work of an officer, and the delay of others. */
const usual = {
  office: { amount: 15, unit: 'minute' },
  people: { amount: 1, unit: 'day' },
} as const satisfies Record<string, Duration>;

/** Records deeper than this are left out, so that types that create each other come to an end. */
const deepest = 8;

/** @param today the day (ISO date) on which it is filed */
export function planWork(
  portal: Portal,
  { of: type, answers }: Pick<Arrivals, 'of' | 'answers'>,
  today: string,
): PlannedRecord {
  const recordType = portal.recordTypes[type];
  const data = { ...recordType?.examples[0], ...answers };
  const parts = {
    id: type,
    state: initialState(portal, type),
    office: officeOf(portal, type, { kind: null, parent: null, creator: null }),
    data,
  };
  return new Planner(portal, today).plan(blankRecord(type, { ...parts, owner: 'owner' }), [], []);
}

class Planner {
  readonly #portal: Portal;
  readonly #today: string;
  #planned = 0;

  constructor(portal: Portal, today: string) {
    this.#portal = portal;
    this.#today = today;
  }

  /** @param children created together with the record */
  plan(
    record: PortalRecord,
    ancestors: readonly PortalRecord[],
    children: readonly NewRecord[],
  ): PlannedRecord {
    const id = this.#planned;
    this.#planned += 1;
    const below: PlannedRecord[] = this.#planAll(children, [record, ...ancestors]);
    const first = [...below];
    const workflow = this.#portal.workflows[record.type];
    const scopeAt = (state: string) => {
      const context = this.#contextOf({ ...record, state }, ancestors, below);
      return { portal: this.#portal, visitor: signedOut, context };
    };
    const target = (transition: Transition, state: string): string => targetOf(scopeAt(state), transition);
    const path = workflow === undefined ? [] : mainPath(workflow, record.state, target);
    const steps: PlannedStep[] = [];
    let state = record.state;
    for (const to of path) {
      const transition = this.#usualStep(record, { state, to }, target);
      if (transition === null) break;
      const creates = this.#createdBy(transition, { record, state, to, ancestors, below });
      below.push(...creates);
      steps.push({ ...this.#actorOf(record, state, transition), to, creates });
      state = to;
    }
    return { id, record, steps, children: first };
  }

  #planAll(created: readonly NewRecord[], ancestors: readonly PortalRecord[]): PlannedRecord[] {
    if (ancestors.length > deepest) return [];
    return created.map(({ children, owner = 'owner', ...columns }) => {
      const record = blankRecord(columns.type, {
        ...columns,
        owner,
        id: `${ancestors[0]?.id}/${columns.type}/${columns.kind}`,
      });
      return this.plan(record, ancestors, children);
    });
  }

  #createdBy(
    { then }: Transition,
    step: {
      readonly record: PortalRecord;
      readonly state: string;
      readonly to: string;
      readonly ancestors: readonly PortalRecord[];
      readonly below: readonly PlannedRecord[];
    },
  ): PlannedRecord[] {
    const record = { ...step.record, state: step.to };
    const made: PlannedRecord[] = [];
    const scope = () => {
      const context = this.#contextOf(record, step.ancestors, [...step.below, ...made]);
      return { portal: this.#portal, visitor: signedOut, context };
    };
    const add = (created: readonly NewRecord[]): void => {
      made.push(...this.#planAll(created, [record, ...step.ancestors]));
    };
    for (const effect of then) if (effect.effect === 'create') add(recordsToCreate(scope(), effect));
    const isSent = this.#stateOf(record.type, step.state)?.waitsFor === 'owner';
    if (isSent) add(checklistsOf(scope()));
    return made;
  }

  /** Of the steps between two states the one that people usually take. */
  #usualStep(
    record: PortalRecord,
    { state, to }: { readonly state: string; readonly to: string },
    target: (transition: Transition, state: string) => string,
  ): Transition | null {
    const { transitions = {} } = this.#portal.workflows[record.type] ?? {};
    const found = Object.values(transitions).filter(
      (one) => one.extends === null && one.from.includes(state) && target(one, state) === to,
    );
    const waitsFor = this.#stateOf(record.type, state)?.waitsFor;
    const rank = ({ trigger }: Transition): number => {
      if (trigger === null) return waitsFor === 'children' ? 1 : 0;
      return mentions(trigger, ({ test }) => test === 'lapsed' || test === 'after' || test === 'expired')
        ? 2
        : 0.5;
    };
    return found.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
  }

  #actorOf(
    record: PortalRecord,
    state: string,
    { by, trigger, needs, takes }: Transition,
  ): Pick<PlannedStep, 'office' | 'isAwaited' | 'takes' | 'gates'> {
    const gates = [
      ...(trigger === null ? [] : [trigger]),
      ...needs.map(({ condition }) => condition).filter(readsOthers),
    ];
    if (by === null) return { office: null, isAwaited: false, takes: usual.office, gates };
    const { waitsFor = null } = this.#stateOf(record.type, state) ?? {};
    const turn = waitsFor === 'office' ? record.office : waitsFor;
    const admitted = this.#officesIn(by, record);
    const isPeoples = mentions(by, ({ test }) => test === 'party' || test === 'self');
    const isOffices = turn !== null && this.#isOffice(turn);
    const office = isOffices && admitted.includes(turn) ? turn : (admitted[0] ?? null);
    const isByPeople = office === null || (isPeoples && !isOffices);
    const isAwaited = isByPeople || (turn !== null && !isOffices && waitsFor !== 'children');
    return {
      office: isByPeople ? null : office,
      isAwaited,
      takes: takes ?? (isByPeople ? usual.people : usual.office),
      gates,
    };
  }

  /** The offices that a condition names; `office: own` is the record's. */
  #officesIn(by: Condition, { office }: PortalRecord): string[] {
    return positiveTests(by)
      .flatMap((one) => {
        if (one.test !== 'compare' || !('name' in one.subject)) return [];
        if (one.subject.name === 'office') return office ?? [];
        if (one.subject.name !== 'department' || !('value' in one.operand)) return [];
        return [one.operand.value].flat().map(String);
      })
      .filter((key) => this.#isOffice(key));
  }

  #isOffice(key: string): boolean {
    const { kind } = this.#portal.departments[key] ?? {};
    return kind !== undefined && kind !== 'requester';
  }

  #stateOf(type: string, state: string): State | undefined {
    return this.#portal.workflows[type]?.states[state];
  }

  #contextOf(
    record: PortalRecord,
    ancestors: readonly PortalRecord[],
    below: readonly PlannedRecord[],
  ): RecordContext {
    const children = below.map((one) => one.record);
    return contextAlone({
      record,
      ancestors,
      children,
      today: this.#today,
      now: `${this.#today}T00:00:00.000Z`,
    });
  }
}

/** A step of people waits for such conditions; people meet the others themselves. */
function readsOthers(condition: Condition): boolean {
  return testsOf(condition).some(({ test }) => test === 'children' || test === 'parent');
}

/** A negated test names nobody who may act. */
function positiveTests(condition: Condition): Condition[] {
  if (condition.test === 'all' || condition.test === 'any') return condition.of.flatMap(positiveTests);
  return condition.test === 'not' ? [] : [condition];
}
