/** Leads back to an earlier configuration: what was renamed since goes by its earlier name again. */
import type { FormerName } from '../model/place.ts';
import type { Portal } from '../model/portal.ts';
import type { Workflow } from '../model/workflow.ts';
import { namesIn, ownerKinds, partsOfName } from './names-in.ts';

/**
 * @param before the configuration that is left
 * @returns the later portal, which also knows the names that the one before gave to its own
 */
export function withWayBack(before: Portal, after: Portal): Portal {
  const back = namesBack(before, after);
  const workflows = Object.fromEntries(
    Object.entries(after.workflows).map(([type, workflow]) => [
      type,
      { ...workflow, states: statesBack(before, workflow) },
    ]),
  );
  return { ...after, workflows, formerNames: [...after.formerNames, ...back] };
}

function namesBack(before: Portal, after: Portal): FormerName[] {
  const owners = new Map(
    before.formerNames.flatMap(({ kind, name, successor }) =>
      successor !== null && ownerKinds.has(kind) ? [[successor, name] as const] : [],
    ),
  );
  const withEarlierOwner = (name: string): string => {
    const { owner, part } = partsOfName(name);
    return part === '' ? name : name.replace(owner, owners.get(owner) ?? owner);
  };
  const parents = new Map(
    before.formerNames.flatMap(({ kind, name, successor }) =>
      successor !== null && kind === 'question'
        ? [[withEarlierOwner(successor), withEarlierOwner(name)] as const]
        : [],
    ),
  );
  // A list or a group goes back first, and what is in it then.
  const withEarlierParent = (name: string): string => {
    for (let end = name.lastIndexOf('.'); end > 0; end = name.lastIndexOf('.', end - 1)) {
      const parent = parents.get(name.slice(0, end));
      if (parent !== undefined) return `${parent}${name.slice(end)}`;
    }
    return name;
  };
  const known = new Set(after.formerNames.map(({ kind, name }) => `${kind}\n${name}`));
  const back = before.formerNames.flatMap((one): FormerName[] => {
    if (one.successor === null) return [];
    const [name, successor] = [one.successor, one.name]
      .map(withEarlierOwner)
      .map((each) => (one.kind === 'question' ? withEarlierParent(each) : each)) as [string, string];
    const names = namesIn(after).get(one.kind);
    const isBack = names?.has(successor) && !names.has(name) && !known.has(`${one.kind}\n${name}`);
    return isBack ? [{ ...one, name, successor }] : [];
  });
  // Where two names became one, nobody knows which of them a record had.
  const counts = Map.groupBy(back, ({ kind, name }) => `${kind}\n${name}`);
  return [...counts.values()].flatMap((some) => (some.length === 1 ? some : []));
}

function statesBack(before: Portal, { of, states }: Workflow): Workflow['states'] {
  const left = Object.values(before.workflows[of]?.states ?? {});
  const backTo = (key: string): string[] =>
    left.flatMap((state) => {
      const earlier = state.formerly.filter((one) => Object.hasOwn(states, one));
      return !Object.hasOwn(states, state.key) && earlier.length === 1 && earlier[0] === key
        ? [state.key]
        : [];
    });
  return Object.fromEntries(
    Object.entries(states).map(([key, state]) => [
      key,
      { ...state, formerly: [...state.formerly, ...backTo(key)] },
    ]),
  );
}
