/** Coverage: the transitions and states that people have reached, and the paths to those that nobody has. */
import { mentions } from '../portal/workflow/main-path.ts';
import type { Condition } from '../portal/model/condition.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { Transition, Workflow } from '../portal/model/workflow.ts';
import type { Queryable } from '../server/database/database.ts';

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

export class Coverage {
  readonly #portal: Portal;
  /** `type/transition`, and `type/state`. */
  readonly #taken = new Set<string>();
  readonly #entered = new Set<string>();
  /** Transitions that somebody is about to take: one person is enough. */
  readonly #claimed = new Set<string>();
  #upto = '0';
  #distances: Map<string, ReadonlyMap<string, number>> | null = null;

  constructor(portal: Portal) {
    this.#portal = portal;
  }

  /** Adds the events since the last call. */
  async refresh(database: Queryable): Promise<void> {
    const rows = await database.query<EventCount>(
      `SELECT r.type, e.what, e.state, max(e.seq)::text AS upto FROM events e JOIN records r ON r.id = e.record
       WHERE e.seq > $1::bigint GROUP BY r.type, e.what, e.state`,
      [this.#upto],
    );
    if (this.#claimed.size > 0) this.#distances = null;
    this.#claimed.clear();
    const before = this.#taken.size + this.#entered.size;
    for (const { type, what, state, upto } of rows) {
      if (BigInt(upto) > BigInt(this.#upto)) this.#upto = upto;
      this.#taken.add(`${type}/${what}`);
      this.#entered.add(`${type}/${state}`);
    }
    if (this.#taken.size + this.#entered.size > before) this.#distances = null;
  }

  /** Decides whether nobody has taken this transition, and nobody is about to. */
  isNew(type: string, { name }: Pick<Transition, 'name'>): boolean {
    const key = `${type}/${name}`;
    return !this.#taken.has(key) && !this.#claimed.has(key);
  }

  /** Reserves the transition until the next update. */
  claim(type: string, name: string): void {
    if (this.#taken.has(`${type}/${name}`)) return;
    this.#claimed.add(`${type}/${name}`);
    this.#distances = null;
  }

  /** The number of transitions from this state to one that nobody has taken; Infinity if there is no path. */
  distance(type: string, state: string): number {
    this.#distances ??= new Map(
      Object.keys(this.#portal.workflows).map((key) => [key, this.#distancesIn(key)]),
    );
    return this.#distances.get(type)?.get(state) ?? Infinity;
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

  #distancesIn(type: string): ReadonlyMap<string, number> {
    const workflow = this.#portal.workflows[type];
    const distances = new Map<string, number>();
    if (workflow === undefined) return distances;
    const wanted = this.#wantedBesides(type);
    for (const state of Object.keys(workflow.states)) {
      if (wanted.has(state) || this.newFrom(type, state).length > 0) distances.set(state, 0);
    }
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
