/**
 * Computes the usual path of a record through its workflow: from a state to a good end, without detours and
 * emergencies.
 */
import type { Condition } from '../model/condition.ts';
import { onceForEach } from '../values/once-for-each.ts';
import type { State, Transition, Workflow } from '../model/workflow.ts';

/** The target of a transition from this state; null: it does not apply to this record. */
export type TargetOf = (transition: Transition, at: string) => string | null;

/**
 * The states after this one, nearest first; `[]` if none leads to a good end, or this is one. States are declared in
 * their usual order, so the path that skips the fewest states is the usual one.
 */
export function mainPath(
  workflow: Workflow,
  from: string,
  targetOf: TargetOf = ({ to }) => to,
): readonly string[] {
  const ends = endsOf(workflow);
  if (ends.all.has(from)) return [];
  const { cost, before } = searchFrom(workflow, from, targetOf);
  const reached = [...ends.all].filter((end) => cost.has(end));
  const [nearest] = reached.toSorted((a, b) => (cost.get(a) ?? 0) - (cost.get(b) ?? 0));
  const end = ends.main !== null && cost.has(ends.main) ? ends.main : nearest;
  return end === undefined ? [] : wayTo(end, before);
}

interface PathSearch {
  readonly cost: ReadonlyMap<string, number>;
  readonly before: ReadonlyMap<string, string>;
}

/** The cheapest path to each state (Dijkstra). Among equal paths the state declared first wins. */
function searchFrom(workflow: Workflow, from: string, targetOf: TargetOf): PathSearch {
  const cost = new Map([[from, 0]]);
  const before = new Map<string, string>();
  const open = new Set([from]);
  while (open.size > 0) {
    const [at] = [...open].sort((a, b) => (cost.get(a) ?? 0) - (cost.get(b) ?? 0));
    if (at === undefined) break;
    open.delete(at);
    for (const { transition, price } of edgesFrom(workflow, at)) {
      const to = targetOf(transition, at);
      if (to === null || to === at || workflow.states[to] === undefined || isBad(workflow, to)) continue;
      const sum = (cost.get(at) ?? 0) + price + distance(workflow, at, to);
      if (sum >= (cost.get(to) ?? Infinity)) continue;
      cost.set(to, sum);
      before.set(to, at);
      open.add(to);
    }
  }
  return { cost, before };
}

function wayTo(end: string, before: ReadonlyMap<string, string>): string[] {
  const way: string[] = [];
  for (let at: string | undefined = end; at !== undefined && before.has(at); at = before.get(at))
    way.unshift(at);
  return way;
}

interface Ends {
  readonly all: ReadonlySet<string>;
  /** The goal: the first good end at which nobody must act. */
  readonly main: string | null;
}

/** States with a good tone; if no state has one, settled states that are not refusals. */
const endsOf = onceForEach(({ states }: Workflow): Ends => {
  const ended = Object.values(states).filter(({ isSettled, isFinal }) => isSettled || isFinal);
  const good = ended.filter(({ tone }) => tone === 'good');
  const settled = ended.filter(({ isSettled, tone }) => isSettled && tone !== 'bad');
  const found = good.length > 0 ? good : settled;
  const main = found.find(({ waitsFor, isFinal }) => isFinal || waitsFor === null) ?? found[0];
  return { all: new Set(found.map(({ key }) => key)), main: main?.key ?? null };
});

/** Taken by a person other than the one whose turn it is: a short cut or a correction. */
const unusual = 3;
/** Fired when a clock expires. */
const emergency = 20;
const backward = 10;

/** The number of skipped states. Going back is no progress. */
function distance(workflow: Workflow, from: string, to: string): number {
  const places = placesOf(workflow);
  const steps = (places.get(to) ?? -1) - (places.get(from) ?? -1);
  return steps > 0 ? steps - 1 : backward;
}

/** The position of each state in the order of declaration. */
const placesOf = onceForEach(
  ({ states }: Workflow) => new Map(Object.keys(states).map((key, place) => [key, place])),
);

interface Edge {
  readonly transition: Transition;
  readonly price: number;
}

const edgesKept = onceForEach<Workflow, Map<string, readonly Edge[]>>(() => new Map());

function edgesFrom(workflow: Workflow, from: string): readonly Edge[] {
  const known = edgesKept(workflow);
  const edges =
    known.get(from) ??
    Object.values(workflow.transitions)
      .filter((transition) => transition.from.includes(from) && transition.extends === null)
      .map((transition) => ({ transition, price: priceOf(transition, workflow.states[from]) }));
  known.set(from, edges);
  return edges;
}

function isBad({ states }: Workflow, key: string): boolean {
  return states[key]?.tone === 'bad';
}

function priceOf({ by, trigger }: Transition, state: State | undefined): number {
  if (trigger !== null) {
    if (mentions(trigger, ({ test }) => test === 'lapsed' || test === 'after' || test === 'expired'))
      return emergency;
    return state?.waitsFor === 'children' ? 0 : unusual;
  }
  return by === null || state === undefined || isBy(by, state.waitsFor) ? 0 : unusual;
}

/** Decides whether the rule names the actor whose turn it is. */
function isBy(by: Condition, waitsFor: string | null): boolean {
  if (waitsFor === null) return true;
  if (waitsFor === 'office') return mentions(by, (one) => names(one, 'office') || names(one, 'department'));
  return mentions(by, (one) => (one.test === 'party' ? one.role === waitsFor : isDepartment(one, waitsFor)));
}

function names(condition: Condition, name: string): boolean {
  return condition.test === 'compare' && 'name' in condition.subject && condition.subject.name === name;
}

function isDepartment(condition: Condition, department: string): boolean {
  if (condition.test !== 'compare' || !names(condition, 'department') || !('value' in condition.operand))
    return false;
  return [condition.operand.value].flat().includes(department);
}

/** Decides whether one of its tests matches. */
export function mentions(condition: Condition, is: (leaf: Condition) => boolean): boolean {
  if (condition.test === 'all' || condition.test === 'any') {
    return condition.of.some((one) => mentions(one, is));
  }
  // A negated test names nobody.
  return condition.test !== 'not' && is(condition);
}
