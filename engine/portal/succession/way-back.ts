/** Leads back to another configuration: what was renamed on the way to the one before has the name of that one again. */
import type { FormerName, NamedKind } from '../model/place.ts';
import type { Portal } from '../model/portal.ts';
import type { Workflow } from '../model/workflow.ts';
import { namesIn, ownerKinds, partsOfName } from './names-in.ts';

/**
 * Both configurations may have renamed the same thing, each in its own way: then it goes from one name to the other.
 * @param before the configuration that is left
 * @returns the later portal, which also knows the names that the one before gave to its own
 */
export function withWayBack(before: Portal, after: Portal): Portal {
  const way = new WayBack(after);
  way.goBack(before.formerNames);
  return withNames(after, way.names, (type, states) => statesBack(statesBefore(before, way, type), states));
}

/**
 * For pages that stay open while several configurations come into force.
 * @param before the configuration that is left, which may itself be the outcome of this
 * @returns the later portal with the way back, and with the former names of the one before that nothing else has now
 */
export function withEarlierNames(before: Portal, after: Portal): Portal {
  const next = withWayBack(before, after);
  const way = new WayBack(next);
  way.keep(before.formerNames);
  return withNames(next, way.names, (type, states) => statesKept(statesBefore(before, way, type), states));
}

/**
 * For histories, whose events have the names of their time.
 * @param carriedOut every name that was ever succeeded, the oldest first
 * @returns the portal, which also knows all of them that lead to a name of its own, in either direction
 */
export function withNamesOfHistory(portal: Portal, carriedOut: readonly FormerName[]): Portal {
  const way = new WayBack(portal);
  way.goBack(carriedOut);
  way.keep(carriedOut.toReversed());
  return withNames(portal, way.names, (_, states) => states);
}

/** @returns the portal itself if nothing is added: what is kept for a portal is found by it */
function withNames(
  portal: Portal,
  names: readonly FormerName[],
  statesOf: (type: string, states: States) => States,
): Portal {
  const workflows = Object.fromEntries(
    Object.entries(portal.workflows).map(([type, workflow]) => [
      type,
      { ...workflow, states: statesOf(type, workflow.states) },
    ]),
  );
  const isSame =
    names.length === 0 &&
    Object.entries(workflows).every(([type, { states }]) => states === portal.workflows[type]?.states);
  return isSame ? portal : { ...portal, workflows, formerNames: [...portal.formerNames, ...names] };
}

class WayBack {
  readonly names: FormerName[] = [];
  readonly #after: Portal;
  /** By kind and earlier name: what took its place; null: it is gone. */
  readonly #successors: Map<string, string | null>;

  constructor(after: Portal) {
    this.#after = after;
    this.#successors = new Map(
      after.formerNames.map(({ kind, name, successor }) => [keyOf(kind, name), successor]),
    );
  }

  /** Former names of the configuration that is left. */
  goBack(former: readonly FormerName[]): void {
    this.#add(former.filter(({ kind }) => ownerKinds.has(kind)));
    // A list or a group goes back before what is in it.
    const parts = former.filter(({ kind }) => !ownerKinds.has(kind));
    const byDepth = Map.groupBy(parts, ({ name }) => name.split('.').length);
    for (const depth of [...byDepth.keys()].toSorted((a, b) => a - b)) this.#add(byDepth.get(depth) ?? []);
  }

  /** Their owners and parents were added before. */
  #add(former: readonly FormerName[]): void {
    const renamed = Map.groupBy(former, ({ kind, successor }) => keyOf(kind, successor ?? ''));
    for (const [one, ...more] of renamed.values()) {
      if (one === undefined || one.successor === null) continue;
      const { kind } = one;
      const name = this.#withPlace(kind, one.successor);
      if (this.#isThere(kind, name) || this.#successors.has(keyOf(kind, name))) continue;
      const later = [one, ...more].map((each) => this.laterName(kind, this.#withPlace(kind, each.name)));
      // Where two names became one, nobody knows which of them a record had.
      const [successor, ...others] = new Set(later.filter((each) => this.#isThere(kind, each)));
      if (successor === undefined || others.length > 0) continue;
      this.#lead(one, name, successor);
    }
  }

  /** Former names of the configuration that is left, which go on leading to what they named. */
  keep(former: readonly FormerName[]): void {
    for (const one of former) {
      if (one.successor === null) continue;
      const { kind } = one;
      const name = this.#withPlace(kind, one.name);
      const successor = this.laterName(kind, this.#withPlace(kind, one.successor));
      if (this.#isThere(kind, name) || this.#successors.has(keyOf(kind, name))) continue;
      if (this.#isThere(kind, successor)) this.#lead(one, name, successor);
    }
  }

  #lead(one: FormerName, name: string, successor: string): void {
    this.names.push({ ...one, name, successor });
    this.#successors.set(keyOf(one.kind, name), successor);
  }

  laterName(kind: NamedKind, name: string): string {
    return this.#isThere(kind, name) ? name : (this.#successors.get(keyOf(kind, name)) ?? name);
  }

  #isThere(kind: NamedKind, name: string): boolean {
    return namesIn(this.#after).get(kind)?.has(name) ?? false;
  }

  /** The name below the later names of its owner, and of the lists and groups around a question. */
  #withPlace(kind: NamedKind, name: string): string {
    const { owner, part } = partsOfName(name);
    if (part === '') return name;
    const later = ownersOf(kind).map((each) => this.laterName(each, owner));
    const below = `${later.find((each) => each !== owner) ?? owner}${name.slice(owner.length)}`;
    if (kind !== 'question') return below;
    for (let end = below.lastIndexOf('.'); end > 0; end = below.lastIndexOf('.', end - 1)) {
      const parent = below.slice(0, end);
      const renamed = this.laterName(kind, parent);
      if (renamed !== parent) return `${renamed}${below.slice(end)}`;
    }
    return below;
  }
}

function ownersOf(kind: NamedKind): readonly NamedKind[] {
  return kind === 'row' ? ['lookup'] : ['type', 'kind'];
}

function keyOf(kind: NamedKind, name: string): string {
  return `${kind}\n${name}`;
}

type States = Workflow['states'];

/** Those of the record type that has this name now. */
function statesBefore({ workflows }: Portal, way: WayBack, type: string): States {
  const earlier = Object.keys(workflows).find((one) => way.laterName('type', one) === type);
  return earlier === undefined ? {} : (workflows[earlier]?.states ?? {});
}

function statesBack(left: States, states: States): States {
  const back = Object.values(left).flatMap(({ key, formerly }) => {
    const [to, ...others] = new Set(formerly.flatMap((name) => laterStates(states, name)));
    return laterStates(states, key).length === 0 && to !== undefined && others.length === 0
      ? [[key, to] as const]
      : [];
  });
  return withFormerly(states, back);
}

function statesKept(left: States, states: States): States {
  const kept = Object.values(left).flatMap(({ key, formerly }) => {
    const [to] = laterStates(states, key);
    const free = formerly.filter((name) => laterStates(states, name).length === 0);
    return to === undefined ? [] : free.map((name) => [name, to] as const);
  });
  return withFormerly(states, kept);
}

function laterStates(states: States, name: string): string[] {
  return Object.hasOwn(states, name)
    ? [name]
    : Object.values(states).flatMap(({ key, formerly }) => (formerly.includes(name) ? [key] : []));
}

function withFormerly(
  states: States,
  former: readonly (readonly [name: string, successor: string])[],
): States {
  if (former.length === 0) return states;
  return Object.fromEntries(
    Object.entries(states).map(([key, state]) => [
      key,
      {
        ...state,
        formerly: [...state.formerly, ...former.flatMap(([from, to]) => (to === key ? [from] : []))],
      },
    ]),
  );
}
