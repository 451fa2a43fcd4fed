/**
 * Simulates the queues of offices: records arrive, take the steps of their plan, and wait for officers, for people
 * and for each other, while the clocks of the configuration run.
 */
import { testsOf } from '../../portal/conditions/possible.ts';
import { holds } from '../../portal/conditions/evaluate.ts';
import type { Arrivals } from '../../portal/model/calendar.ts';
import { signedOut } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { contextAlone, type PortalRecord, type RecordContext } from '../../portal/model/record.ts';
import { clocksInPlace, clocksOnEntering } from '../../portal/life/clocks.ts';
import { wakeOf } from '../../portal/life/wake.ts';
import { addDuration } from '../../portal/time/days.ts';
import { dayAfter } from '../../portal/time/working-days.ts';
import { createRandom } from '../town/random.ts';
import { EventQueue } from './event-queue.ts';
import { momentsOf, periodOf } from './filing.ts';
import { OfficeQueue, type QueueResult, ranks } from './office-queue.ts';
import { OfficeTime } from './office-time.ts';
import { type PlannedRecord, planWork, type PlannedStep } from './work-plan.ts';

export interface QueueOptions {
  readonly seed: number;
  /** Officers by department, instead of the configured numbers. */
  readonly staff: Readonly<Record<string, number>>;
  /** Every step takes exactly its time. Otherwise times vary (exponential distribution). */
  readonly isFixed: boolean;
}

/** A clock that expired. */
export interface Miss {
  readonly type: string;
  readonly clock: string;
  /** The department whose turn it was; null: people outside the offices. */
  readonly office: string | null;
  /** ISO date. */
  readonly day: string;
}

export interface QueuesResult {
  readonly from: string;
  readonly until: string;
  readonly filed: number;
  /** Records that reached the end of their usual steps. */
  readonly finished: number;
  /** By department; those with units have one for each unit. */
  readonly queues: ReadonlyMap<string, readonly QueueResult[]>;
  readonly misses: readonly Miss[];
}

/** A record in the simulation. */
interface SimulatedRecord {
  readonly number: number;
  readonly plan: PlannedRecord;
  readonly parent: SimulatedRecord | null;
  readonly children: SimulatedRecord[];
  record: PortalRecord;
  /** Index of the next step. */
  next: number;
  /** `gate`: its conditions are not true yet; `people` and `office`: somebody's turn; `over`: no more steps. */
  stage: 'gate' | 'people' | 'office' | 'over';
  /** The moment at which its gate is tried again (ISO date-time), or null. */
  wake: string | null;
  /** Clocks that expired. */
  readonly missed: Set<string>;
}

/** @throws RangeError if the profile has no arrivals */
export function simulateQueues(portal: Portal, arrivals: Arrivals, options: QueueOptions): QueuesResult {
  const period = periodOf(arrivals);
  if (period === null) throw new RangeError('Nothing arrives.');
  const run = new SimulatedQueues(portal, { arrivals, from: period.from, options });
  return { ...period, ...run.until(period.until) };
}

class SimulatedQueues {
  readonly #portal: Portal;
  readonly #options: QueueOptions;
  readonly #time: OfficeTime;
  readonly #events = new EventQueue();
  readonly #queues = new Map<string, Map<string, OfficeQueue>>();
  readonly #misses: Miss[] = [];
  readonly #filed: SimulatedRecord[] = [];
  #now = 0;
  /** The same moment as ISO date-time, and its date. */
  #moment = '';
  #today = '';

  constructor(
    portal: Portal,
    {
      arrivals,
      from,
      options,
    }: { readonly arrivals: Arrivals; readonly from: string; readonly options: QueueOptions },
  ) {
    this.#portal = portal;
    this.#options = options;
    this.#time = new OfficeTime(portal, from);
    const plan = planWork(portal, arrivals, from);
    const random = createRandom(options.seed);
    const moments = momentsOf(arrivals, portal.days, { time: this.#time, random });
    for (const [number, at] of moments.entries())
      this.#events.add(at, ranks.other, () => {
        const one = this.#open(plan, number, null);
        this.#filed.push(one);
        // It arrives when people send it.
        this.#file(one);
        this.#settle(one);
      });
  }

  /** @param last ISO date */
  until(last: string): Omit<QueuesResult, 'from' | 'until'> {
    const end = this.#time.at(dayAfter(last, 1), '00:00');
    for (let event = this.#events.take(end); event !== null; event = this.#events.take(end)) {
      if (event.at !== this.#now) {
        this.#now = event.at;
        this.#moment = new Date(event.at).toISOString();
        this.#today = this.#time.dateOf(event.at);
      }
      event.run();
    }
    const queues = [...this.#queues].map(([office, units]) => {
      return [office, [...units.values()].map((queue) => queue.result(end))] as const;
    });
    return {
      filed: this.#filed.length,
      finished: this.#filed.filter(({ stage }) => stage === 'over').length,
      queues: new Map(queues),
      misses: this.#misses,
    };
  }

  #open(plan: PlannedRecord, number: number, parent: SimulatedRecord | null): SimulatedRecord {
    const since = this.#moment;
    const record = { ...plan.record, since, createdAt: since, updatedAt: since };
    const one: SimulatedRecord = {
      number,
      plan,
      parent,
      children: [],
      record,
      next: 0,
      stage: 'over',
      wake: null,
      missed: new Set(),
    };
    parent?.children.push(one);
    this.#runClocks(one, 'entered');
    for (const child of plan.children) this.#open(child, number, one);
    if (parent !== null) this.#turn(one);
    return one;
  }

  /** People have prepared the record before they file it: their first step takes no time. */
  #file(one: SimulatedRecord): void {
    const step = one.plan.steps[0];
    if (step !== undefined && step.isAwaited && step.office === null) this.#take(one, step);
    else this.#turn(one);
  }

  /** Whose turn it is now. */
  #turn(one: SimulatedRecord): void {
    const step = one.plan.steps[one.next];
    one.stage = step === undefined ? 'over' : 'gate';
    if (step !== undefined) this.#tryGates(one, step);
  }

  #tryGates(one: SimulatedRecord, step: PlannedStep): boolean {
    const context = this.#contextOf(one);
    const scope = {
      portal: this.#portal,
      visitor: signedOut,
      context,
      isFormComplete: () => true,
      isChecklist: () => true,
      isOver: (wait: Parameters<typeof addDuration>[3], since: string) =>
        since !== '' && addDuration(this.#portal.days, this.#portal.timeZone, since, wait) <= context.now,
    };
    if (!step.gates.every((gate) => holds(gate, scope))) return false;
    this.#begin(one, step);
    return true;
  }

  #begin(one: SimulatedRecord, step: PlannedStep): void {
    if (!step.isAwaited) {
      if (step.office === null) this.#take(one, step);
      else this.#queue(one, step, step.office);
      return;
    }
    one.stage = 'people';
    const takes = step.office === null ? step.takes : peopleTake;
    const at = this.#time.later(this.#now, takes, this.#factor(one, 'people'));
    this.#events.add(at, ranks.other, () => {
      if (step.office === null) this.#take(one, step);
      else this.#queue(one, step, step.office);
      this.#settle(one);
    });
  }

  #queue(one: SimulatedRecord, step: PlannedStep, office: string): void {
    one.stage = 'office';
    const work = this.#time.lengthOf(step.takes) * this.#factor(one, 'office');
    this.#queueOf(office, one).add(this.#now, work, () => {
      this.#take(one, step);
      this.#settle(one);
    });
  }

  #take(one: SimulatedRecord, step: PlannedStep): void {
    const now = this.#moment;
    one.next += 1;
    const isElsewhere = step.to !== one.record.state;
    const filedAt = one.record.filedAt ?? now;
    one.record = { ...one.record, state: step.to, filedAt, ...(isElsewhere && { since: now }) };
    this.#runClocks(one, 'entered');
    for (const child of step.creates) this.#open(child, one.number, one);
    this.#turn(one);
  }

  /** Records wait for each other: a step of one may open the gate of another. */
  #settle(one: SimulatedRecord): void {
    const family = familyOf(one);
    for (let hasMoved = true; hasMoved;) {
      hasMoved = false;
      for (const member of family()) {
        this.#runClocks(member, 'in-place');
        const step = member.plan.steps[member.next];
        if (member.stage === 'gate' && step !== undefined)
          hasMoved = this.#tryGates(member, step) || hasMoved;
      }
    }
    this.#wake(family());
  }

  /** Where only gates are left, time opens one, or people do what the simulation does not know. */
  #wake(family: readonly SimulatedRecord[]): void {
    const gated = family.filter(({ stage }) => stage === 'gate');
    const untimed = gated.filter((one) => !this.#wakesAlone(one));
    const isUnderWay = family.some(({ stage }) => stage === 'people' || stage === 'office');
    const [first] = untimed;
    const step = first?.plan.steps[first.next];
    if (isUnderWay || first === undefined || step === undefined) return;
    first.stage = 'people';
    this.#events.add(
      this.#time.later(this.#now, peopleTake, this.#factor(first, 'people')),
      ranks.other,
      () => {
        this.#begin(first, { ...step, isAwaited: false });
        this.#settle(first);
      },
    );
  }

  /** Decides whether its gate opens as time passes, and if so, tries it then. */
  #wakesAlone(one: SimulatedRecord): boolean {
    const gates = one.plan.steps[one.next]?.gates ?? [];
    if (!gates.flatMap(testsOf).some(({ test }) => timed.has(test))) return false;
    const at = wakeOf(this.#portal, this.#contextOf(one));
    if (at === null) return false;
    if (at !== one.wake) this.#events.add(Date.parse(at), ranks.other, () => this.#settle(one));
    one.wake = at;
    return true;
  }

  #runClocks(one: SimulatedRecord, why: 'entered' | 'in-place'): void {
    const clocked = Object.values(this.#portal.workflows[one.record.type]?.clocks ?? {});
    // In the same state only these change.
    const isNews = why === 'entered' || clocked.some(({ rests, from }) => rests.length > 0 || from !== null);
    if (clocked.length === 0 || !isNews) return;
    const compute = why === 'entered' ? clocksOnEntering : clocksInPlace;
    const clocks = compute(this.#portal, this.#contextOf(one));
    const before = one.record.clocks;
    if (clocks === before) return;
    one.record = { ...one.record, clocks };
    for (const [clock, { state, due }] of Object.entries(clocks)) {
      if (state !== 'running' || due === null || one.missed.has(clock)) continue;
      if (before[clock]?.state === state && before[clock].due === due) continue;
      this.#events.add(Date.parse(due), ranks.due, () => this.#expire(one, clock, due));
    }
  }

  /** Nothing happens if the clock has stopped, paused or moved meanwhile. */
  #expire(one: SimulatedRecord, clock: string, at: string): void {
    const { state, due } = one.record.clocks[clock] ?? {};
    if (state !== 'running' || due !== at || one.missed.has(clock)) return;
    const gates = one.plan.steps[one.next]?.gates ?? [];
    const isAwaited = gates.flatMap(testsOf).some((test) => test.test === 'lapsed' && test.clock === clock);
    if (one.stage === 'over' || isAwaited) return;
    one.missed.add(clock);
    const day = this.#time.dateOf(this.#now - 1);
    const holders = new Set(this.#holdersOf(one));
    for (const office of holders.size === 0 ? [null] : holders)
      this.#misses.push({ type: one.record.type, clock, office, day });
  }

  /** The offices in whose queues the record is, or for which it waits. */
  #holdersOf({ stage, plan, next, children }: SimulatedRecord): string[] {
    if (stage === 'office') return [plan.steps[next]?.office ?? []].flat();
    return stage === 'gate' ? children.flatMap((child) => this.#holdersOf(child)) : [];
  }

  #queueOf(office: string, one: SimulatedRecord): OfficeQueue {
    const units = this.#queues.get(office) ?? new Map<string, OfficeQueue>();
    this.#queues.set(office, units);
    const unit = this.#unitOf(office, one);
    const known = units.get(unit);
    if (known !== undefined) return known;
    const made = new OfficeQueue(staffOf(this.#portal, office, this.#options), this.#time, this.#events);
    units.set(unit, made);
    return made;
  }

  /** Each unit of an office receives the same share of the records. */
  #unitOf(office: string, { number }: SimulatedRecord): string {
    const { units = null } = this.#portal.departments[office] ?? {};
    const rows = units === null ? [] : (this.#portal.lookups[units]?.rows ?? []);
    return rows.length === 0 ? '' : createRandom(mixed(this.#options.seed, number, 0)).pick(rows).value;
  }

  /** The share of the usual time that this step takes. The same in each run with the seed, whatever happens before it. */
  #factor({ number, plan, next }: SimulatedRecord, who: 'people' | 'office'): number {
    if (this.#options.isFixed) return 1;
    const random = createRandom(
      mixed(this.#options.seed, number, 1 + 2 * (plan.id * 100 + next) + Number(who === 'office')),
    );
    return -Math.log(1 - random.next());
  }

  #contextOf({ record, parent, children }: SimulatedRecord): RecordContext {
    const ancestors: PortalRecord[] = [];
    for (let above = parent; above !== null; above = above.parent) ancestors.push(above.record);
    return contextAlone({
      record,
      ancestors,
      children: children.map((child) => child.record),
      today: this.#today,
      now: this.#moment,
    });
  }
}

/** Tests whose answer changes as time passes. */
const timed: ReadonlySet<string> = new Set(['lapsed', 'after', 'expired', 'today']);

/** How long people take to come to a counter, or to do what the simulation does not know. */
const peopleTake = { amount: 1, unit: 'day' } as const;

export function staffOf(
  { departments }: Portal,
  office: string,
  { staff }: Pick<QueueOptions, 'staff'>,
): number {
  return staff[office] ?? departments[office]?.staff ?? 1;
}

/** All records of the case, also those that are created later. */
function familyOf(one: SimulatedRecord): () => SimulatedRecord[] {
  let root = one;
  while (root.parent !== null) root = root.parent;
  const add = (all: SimulatedRecord[], member: SimulatedRecord): SimulatedRecord[] => {
    all.push(member);
    for (const child of member.children) add(all, child);
    return all;
  };
  return () => add([], root);
}

/** A seed for one draw. */
function mixed(seed: number, number: number, draw: number): number {
  return (
    Math.imul(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (number + 1), 0xc2b2ae35) ^
    Math.imul(draw + 1, 0x27d4eb2f)
  );
}
