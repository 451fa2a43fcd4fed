/** Coverage: the transitions and states that people have reached, and how much they seek those that nobody has. */
import type { WireRecord } from '../../contract/record.ts';
import type { Condition } from '../../portal/model/condition.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Transition, Workflow } from '../../portal/model/workflow.ts';
import { mainPath, mentions } from '../../portal/workflow/main-path.ts';
import type { Queryable } from '../../server/database/database.ts';

interface EventCount {
  readonly type: string;
  readonly what: string;
  readonly state: string;
  readonly upto: string;
}

export interface CoverageGaps {
  /** `type/name`. */
  readonly transitions: readonly string[];
  readonly states: readonly string[];
}

/** The columns of a record that decide what is sought for it. */
export type Subject = Pick<WireRecord, 'type' | 'slug' | 'state'>;

/** A transition that nobody has taken, or a state for which an untaken transition of related records waits. */
export interface Goal {
  /** Name of the transition, or `in STATE`. */
  readonly name: string;
  /** State → the number of transitions to it, for states with a path. */
  readonly distances: ReadonlyMap<string, number>;
}

export class Coverage {
  readonly #portal: Portal;
  /** `type/transition`, and `type/state`. */
  readonly #taken = new Set<string>();
  readonly #entered = new Set<string>();
  /** Transitions that somebody is about to take: one person is enough. */
  readonly #claimed = new Set<string>();
  #upto = '0';
  readonly #goals = new Map<string, Goal[]>();
  /** `type/state` → the number of records there now. */
  #standing: ReadonlyMap<string, number> = new Map();

  /** Without it everything is usual: people do what their work asks for, and seek nothing. */
  readonly isSeeking: boolean;

  constructor(portal: Portal, { isSeeking = true }: { readonly isSeeking?: boolean } = {}) {
    this.#portal = portal;
    this.isSeeking = isSeeking;
  }

  /** Adds the events since the last call. */
  async refresh(database: Queryable): Promise<void> {
    const rows = await database.query<EventCount>(
      `SELECT r.type, e.what, e.state, max(e.seq)::text AS upto FROM events e JOIN records r ON r.id = e.record
       WHERE e.seq > $1::bigint GROUP BY r.type, e.what, e.state`,
      [this.#upto],
    );
    if (this.#claimed.size > 0) this.#goals.clear();
    this.#claimed.clear();
    const before = this.#taken.size + this.#entered.size;
    for (const { type, what, state, upto } of rows) {
      if (BigInt(upto) > BigInt(this.#upto)) this.#upto = upto;
      this.#taken.add(`${type}/${what}`);
      this.#entered.add(`${type}/${state}`);
    }
    if (this.#taken.size + this.#entered.size > before) this.#goals.clear();
  }

  /** Counts where the records are now. */
  async count(database: Queryable): Promise<void> {
    const rows = await database.query<{ state: string; count: number }>(
      `SELECT type || '/' || state AS state, count(*)::integer AS count FROM records GROUP BY type, state`,
    );
    this.#standing = new Map(rows.map(({ state, count }) => [state, count]));
  }

  /** How many records of the type are in this state, when they were last counted. */
  standingIn(type: string, state: string): number {
    return this.#standing.get(`${type}/${state}`) ?? 0;
  }

  /** Decides whether nobody has taken this transition, and nobody is about to. */
  isNew(type: string, { name }: Pick<Transition, 'name'>): boolean {
    const key = `${type}/${name}`;
    return this.isSeeking && !this.#taken.has(key) && !this.#claimed.has(key);
  }

  /** Reserves the transition until the next update. */
  claim(type: string, name: string): void {
    if (this.#taken.has(`${type}/${name}`)) return;
    this.#claimed.add(`${type}/${name}`);
    this.#goals.clear();
  }

  /** Decides whether people seek the goal of this record: of every second one, and of all accounts, which are few. */
  isSought({ type, slug }: Subject): boolean {
    const isAccount = this.#portal.recordTypes[type]?.account !== null;
    return (isAccount || markOf(`${type}/${slug}`) % 2 === 0) && this.unreached().transitions.length > 0;
  }

  /** What those who work on this record seek: each record has a goal of its own, so that none is forgotten. */
  goalOf({ type, slug, state }: Subject): Goal | null {
    // The goal of a record stays the same when others are reached.
    const within = this.#goalsFor(type)
      .filter(({ distances }) => distances.has(state))
      .map((goal) => ({ goal, mark: markOf(`${slug}/${goal.name}`) }))
      .toSorted((a, b) => b.mark - a.mark);
    return within[0]?.goal ?? null;
  }

  /** Decides whether people go on from a state that settles a record: to a goal, or as usual if they seek nothing. */
  goesOn(type: string, state: string): boolean {
    if (this.isSeeking) return this.#goalsFor(type).some(({ distances }) => distances.has(state));
    const steps = Object.values(this.#portal.workflows[type]?.transitions ?? {});
    // Accounts stay as they are.
    return (
      this.#portal.recordTypes[type]?.account === null &&
      steps.some(({ by, from }) => by !== null && from.includes(state))
    );
  }

  /** Transitions from this state that nobody has taken. */
  newFrom(type: string, state: string): readonly Transition[] {
    return Object.values(this.#portal.workflows[type]?.transitions ?? {}).filter(
      (transition) => transition.from.includes(state) && this.isNew(type, transition),
    );
  }

  /** Decides whether there is a transition of this type that nobody has taken. */
  hasNew(type: string): boolean {
    return Object.values(this.#portal.workflows[type]?.transitions ?? {}).some((one) =>
      this.isNew(type, one),
    );
  }

  unreached(): CoverageGaps {
    const workflows = Object.values(this.#portal.workflows);
    return {
      transitions: workflows.flatMap(({ of, transitions }) =>
        Object.values(transitions)
          .filter((transition) => this.isNew(of, transition))
          .map(({ name }) => `${of}/${name}`),
      ),
      states: workflows.flatMap(({ of, states }) =>
        Object.keys(states)
          .map((state) => `${of}/${state}`)
          .filter((name) => !this.#entered.has(name)),
      ),
    };
  }

  #goalsFor(type: string): readonly Goal[] {
    const known = this.#goals.get(type) ?? this.#goalsOf(type);
    this.#goals.set(type, known);
    return known;
  }

  #goalsOf(type: string): Goal[] {
    const workflow = this.#portal.workflows[type];
    if (workflow === undefined) return [];
    const news = Object.values(workflow.transitions).filter((one) => this.isNew(type, one));
    return [
      ...news.map(({ name, from }) => ({ name, distances: distancesTo(workflow, from) })),
      ...[...this.#wantedBesides(type)].map((state) => ({
        name: `in ${state}`,
        distances: distancesTo(workflow, [state]),
      })),
    ];
  }

  /** States of this type for which an untaken transition of related records waits. */
  #wantedBesides(type: string): ReadonlySet<string> {
    const triggers = Object.values(this.#portal.workflows).flatMap(({ of, transitions }) =>
      Object.values(transitions)
        .filter((transition) => this.isNew(of, transition))
        .flatMap(({ trigger, needs }) => [trigger, ...needs.map(({ condition }) => condition)])
        .flatMap((condition) => (condition === null ? [] : relativesIn(this.#portal, of, condition))),
    );
    return new Set(triggers.filter((one) => one.types.includes(type)).flatMap(({ states }) => states));
  }
}

/** The number of transitions from each state to the nearest of these, for states with a path. */
function distancesTo(workflow: Workflow, wanted: readonly string[]): ReadonlyMap<string, number> {
  const distances = new Map(wanted.map((state) => [state, 0]));
  for (let size = -1; size !== distances.size;) {
    size = distances.size;
    for (const [from, to] of edgesOf(workflow)) {
      const beyond = distances.get(to);
      if (beyond !== undefined && (distances.get(from) ?? Infinity) > beyond + 1)
        distances.set(from, beyond + 1);
    }
  }
  return distances;
}

/** A number that is always the same for a slug, and spread evenly. */
function markOf(slug: string): number {
  return [...slug].reduce((mark, letter) => (Math.imul(mark, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
}

/** From, to. */
function edgesOf({ transitions }: Workflow): [string, string][] {
  return Object.values(transitions).flatMap(({ from, to, toCases }) =>
    from.flatMap((state) =>
      [to, ...toCases.map((one) => one.to)].map((target): [string, string] => [state, target]),
    ),
  );
}

interface WantedStates {
  readonly types: readonly string[];
  readonly states: readonly string[];
}

/** The states of related records that a condition names. */
function relativesIn(portal: Portal, type: string, condition: Condition): WantedStates[] {
  switch (condition.test) {
    case 'all':
    case 'any':
      return condition.of.flatMap((part) => relativesIn(portal, type, part));
    case 'parent': {
      const types = condition.type === null ? (portal.recordTypes[type]?.parents ?? []) : [condition.type];
      return [{ types, states: statesIn(condition.of) }];
    }
    case 'children': {
      const { every, any } = condition.quantifier;
      const states = [every, any].flatMap((part) => (part === null ? [] : statesIn(part)));
      return [{ types: [condition.type], states }];
    }
    default:
      return [];
  }
}

function statesIn(condition: Condition): string[] {
  if (condition.test === 'all' || condition.test === 'any') return condition.of.flatMap(statesIn);
  if (condition.test !== 'compare' || !('value' in condition.operand)) return [];
  const { subject, operand } = condition;
  return subject.from === 'record' && subject.name === 'state' ? [operand.value].flat().map(String) : [];
}

/** Decides whether it happens when time passes, without anybody acting. */
export function happensByTime({ trigger, needs }: Pick<Transition, 'trigger' | 'needs'>): boolean {
  if (trigger === null) return false;
  return [trigger, ...needs.map(({ condition }) => condition)].some((condition) =>
    mentions(
      condition,
      (leaf) =>
        ['lapsed', 'expired', 'after', 'between'].includes(leaf.test) ||
        (leaf.test === 'compare' && 'today' in leaf.operand),
    ),
  );
}

/** The weight of the next step on the main path, and of one that leads further on. */
const usualWeight = 10;
const shortcutWeight = 20;

/** The weight of doing nothing: nobody refuses or gives up only for want of another step. */
export const idleWeight = 3;

/** A weight among the steps from a state. Never 0, so that every step is taken sometimes. */
export function stepWeight(workflow: Workflow, state: string, transition: Transition): number {
  const { to, toCases, extends: clock } = transition;
  if (clock !== null || to === state) return 0.1;
  const [next] = mainPath(workflow, state);
  const targets = [to, ...toCases.map((one) => one.to)];
  if (next !== undefined && targets.includes(next)) return usualWeight;
  const ahead = Object.keys(workflow.states);
  const isForward = targets.some((target) => ahead.indexOf(target) > ahead.indexOf(state));
  const target = workflow.states[to];
  if (target?.isFinal === true || target?.tone === 'bad') return 0.1;
  return isForward && target?.isSettled !== true ? 1 : 0.3;
}

/** How much more often people who seek nothing take a step to a state where no record is: each has one sometimes. */
const emptyWeight = 12;

/** The weight among the steps of this record, with what people seek. */
export function soughtWeight(
  portal: Portal,
  coverage: Coverage,
  record: Subject,
  transition: Transition,
): number {
  const { [record.type]: workflow } = portal.workflows;
  if (workflow === undefined) return 0;
  const weight = stepWeight(workflow, record.state, transition);
  if (coverage.isSought(record)) return weight * coverageWeight(coverage, record, transition);
  if (coverage.isSeeking) return weight;
  const isEmpty =
    portal.recordTypes[record.type]?.account === null &&
    coverage.standingIn(record.type, transition.to) === 0;
  // A refusal in one place stops a whole family, so it stays as rare as it is.
  if (isEmpty && workflow.states[transition.to]?.tone !== 'bad') return weight * emptyWeight;
  // The main path is the longest one: for example, an inspection with findings. Mostly a shorter one is enough.
  const isShortcut = mainPath(workflow, record.state).indexOf(transition.to) > 0;
  return isShortcut ? shortcutWeight : weight;
}

/** The factor for people who seek what nobody has done: the closer a step leads to the record's goal, the better. */
function coverageWeight(coverage: Coverage, record: Subject, transition: Transition): number {
  const goal = coverage.goalOf(record);
  if (goal !== null && goal.name === transition.name) return 5000;
  if (coverage.isNew(record.type, transition)) return 20;
  if (goal === null) return 1;
  if (goal.distances.get(record.state) === 0) return 0.2;
  const targets = [transition.to, ...transition.toCases.map((one) => one.to)];
  const nearest = Math.min(...targets.map((to) => goal.distances.get(to) ?? Infinity));
  return nearest === Infinity ? 0.2 : 10 / (1 + nearest) ** 2;
}
