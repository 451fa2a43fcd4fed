/** The states and transitions that a record type's workflow declares, as names to check references against. */
import { child, entries, type Cursor } from './cursor.ts';
import type { Names } from './linking.ts';

/** The states of a type, or of all types where it is not known; empty where there is no workflow. */
export function stateNames(type: string | null, names: Names): Set<string> {
  return keysOf('states', type, names);
}

export function transitionNames(type: string | null, names: Names): Set<string> {
  return keysOf('transitions', type, names);
}

function keysOf(part: 'states' | 'transitions', type: string | null, names: Names): Set<string> {
  const files: Cursor[] = [];
  if (type === null) files.push(...names.workflows.values());
  else if (names.workflows.has(type)) files.push(names.workflows.get(type) as Cursor);
  return new Set(files.flatMap((root) => entries(child(root, part)).map(([key]) => key)));
}
