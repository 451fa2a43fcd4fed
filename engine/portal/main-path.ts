/** The way that a record usually takes through its workflow: from a state to a good end, without detours and emergencies. */
import type { Condition } from './condition.ts';
import type { State, Transition, Workflow } from './workflow.ts';

const kept = new WeakMap<Workflow, Map<string, readonly string[]>>();

/** The states after this one, nearest first; `[]` where none leads to a good end, or this is one. */
export function mainPath(workflow: Workflow, from: string): readonly string[] {
  const paths = kept.get(workflow) ?? new Map<string, readonly string[]>();
  kept.set(workflow, paths);
  const known = paths.get(from) ?? search(workflow, from);
  paths.set(from, known);
  return known;
}

interface Edge {
  readonly to: string;
  readonly cost: number;
}

/** The cheapest way (Dijkstra); among equal ones the one that is declared first. */
function search(workflow: Workflow, from: string): readonly string[] {
  const ends = endsOf(workflow);
  const cost = new Map([[from, 0]]);
  const before = new Map<string, string>();
  const open = new Set([from]);
  while (open.size > 0) {
    const [at] = [...open].sort((a, b) => (cost.get(a) ?? 0) - (cost.get(b) ?? 0));
    if (at === undefined) break;
    if (ends.has(at)) return at === from ? [] : wayTo(at, before);
    open.delete(at);
    for (const edge of edgesFrom(workflow, at)) {
      const sum = (cost.get(at) ?? 0) + edge.cost;
      if (sum >= (cost.get(edge.to) ?? Infinity)) continue;
      cost.set(edge.to, sum);
      before.set(edge.to, at);
      open.add(edge.to);
    }
  }
  return [];
}

function wayTo(end: string, before: ReadonlyMap<string, string>): string[] {
  const way: string[] = [];
  for (let at: string | undefined = end; at !== undefined && before.has(at); at = before.get(at))
    way.unshift(at);
  return way;
}

/** What ended well; where no tone says so, what is settled and was not refused. */
function endsOf({ states }: Workflow): ReadonlySet<string> {
  const ended = Object.values(states).filter(({ isSettled, isFinal }) => isSettled || isFinal);
  const good = ended.filter(({ tone }) => tone === 'good');
  const settled = ended.filter(({ isSettled, tone }) => isSettled && tone !== 'bad');
  return new Set((good.length > 0 ? good : settled).map(({ key }) => key));
}

const usual = 1;
/** Taken by somebody else than the one whom the state waits for: a short cut or a correction. */
const unusual = 3;
/** Happens when time runs out. */
const emergency = 20;

function edgesFrom(workflow: Workflow, from: string): Edge[] {
  const state = workflow.states[from];
  return Object.values(workflow.transitions)
    .filter((transition) => transition.from.includes(from) && transition.extends === null)
    .flatMap((transition) => {
      const cost = costOf(transition, state);
      const cases = transition.toCases.map(({ to }) => ({ to, cost: cost + 0.5 }));
      return [{ to: transition.to, cost }, ...cases];
    })
    .filter(({ to }) => to !== from && workflow.states[to] !== undefined && !isBad(workflow, to));
}

function isBad({ states }: Workflow, key: string): boolean {
  return states[key]?.tone === 'bad';
}

function costOf({ by, trigger }: Transition, state: State | undefined): number {
  if (trigger !== null) {
    if (mentions(trigger, ({ test }) => test === 'lapsed' || test === 'after' || test === 'expired'))
      return emergency;
    return state?.waitsFor === 'children' ? usual : unusual;
  }
  return by === null || state === undefined || isBy(by, state.waitsFor) ? usual : unusual;
}

/** Does the rule name the one whom the state waits for? */
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

function mentions(condition: Condition, is: (leaf: Condition) => boolean): boolean {
  if (condition.test === 'all' || condition.test === 'any') {
    return condition.of.some((one) => mentions(one, is));
  }
  // What must not be so names nobody.
  return condition.test !== 'not' && is(condition);
}
