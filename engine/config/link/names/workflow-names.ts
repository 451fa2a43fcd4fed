/** The states and transitions that a record type's workflow declares, as names to check references against. */
import { child, entries, isSaid, type Cursor } from '../reading/cursor.ts';
import type { Names } from '../reading/link-context.ts';

/** The states of a type, or of all types where it is not known; empty where there is no workflow. */
export function stateNames(type: string | null, names: Names): Set<string> {
  return keysOf('states', type, names);
}

/** Those by which clocks are extended included. */
export function transitionNames(type: string | null, names: Names): Set<string> {
  const extensions = filesOf(type, names)
    .flatMap((root) => entries(child(root, 'clocks')))
    .flatMap(([clock, at]) => (isSaid(child(at, 'extend')) ? `extend-${clock}` : []));
  return new Set([...keysOf('transitions', type, names), ...extensions]);
}

export function clockNames(type: string | null, names: Names): Set<string> {
  return keysOf('clocks', type, names);
}

function keysOf(part: 'states' | 'transitions' | 'clocks', type: string | null, names: Names): Set<string> {
  return new Set(filesOf(type, names).flatMap((root) => entries(child(root, part)).map(([key]) => key)));
}

function filesOf(type: string | null, { workflows }: Names): Cursor[] {
  if (type === null) return [...workflows.values()];
  const root = workflows.get(type);
  return root === undefined ? [] : [root];
}
