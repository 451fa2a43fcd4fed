/** The states and transitions of a record type's workflow, to check references. */
import { child, entries, isPresent, type Cursor } from '../reading/cursor.ts';
import type { Names } from '../reading/link-context.ts';

/** The states of a type, or of all types if it is unknown; empty without a workflow. */
export function stateNames(type: string | null, names: Names): Set<string> {
  return keysOf('states', type, names);
}

/** Includes the transitions that extend clocks. */
export function transitionNames(type: string | null, names: Names): Set<string> {
  const extensions = filesOf(type, names)
    .flatMap((root) => entries(child(root, 'clocks')))
    .flatMap(([clock, at]) => (isPresent(child(at, 'extend')) ? `extend-${clock}` : []));
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
