/**
 * What a deputy may do in the place of another officer: the steps of the delegation, and, for a whole office, what the
 * officer does with records besides. The rules of the records apply as for the officer; see `persons.ts`.
 */
import type { Scope } from '../conditions/scope.ts';
import type { Visitor } from '../model/department.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordType } from '../model/record-type.ts';
import type { Transition } from '../model/workflow.ts';
import { onceForEach } from '../values/once-for-each.ts';

/** The name of a step in a delegation. */
export function stepName(type: string, { name }: Pick<Transition, 'name'>): string {
  return `${type}.${name}`;
}

/** Does the delegation cover this step? Everybody who acts for themself may. */
export function coversStep({ actsFor }: Visitor, type: string, step: Transition): boolean {
  if (actsFor === undefined) return true;
  return step.isDelegable && (actsFor.steps?.includes(stepName(type, step)) ?? true);
}

/** May this visitor change records of the type otherwise than by a step? A deputy never changes accounts. */
export function mayDoMoreThanSteps({ actsFor }: Visitor, { builtIn }: Pick<RecordType, 'builtIn'>): boolean {
  return actsFor === undefined || (actsFor.steps === null && builtIn === null);
}

/**
 * May a deputy or an onlooker see records of this type at all? A delegation of single steps covers their records, and
 * those above and below them. An onlooker sees the types that the configuration names.
 */
export function hasReach({ portal, visitor: { actsFor, seenBy } }: Scope, type: string): boolean {
  if (seenBy !== undefined && !seenBy.types.includes(type)) return false;
  const steps = actsFor?.steps ?? null;
  return steps === null || steps.some((step) => lineOf(portal, step.split('.')[0] ?? '').has(type));
}

/** The type, and the types above and below it. */
function lineOf(portal: Portal, type: string): ReadonlySet<string> {
  return linesIn(portal).get(type) ?? new Set();
}

const linesIn = onceForEach(({ recordTypes }: Portal): ReadonlyMap<string, ReadonlySet<string>> => {
  const types = Object.values(recordTypes);
  const above = (type: string): readonly string[] => recordTypes[type]?.parents ?? [];
  const below = (type: string): readonly string[] =>
    types.filter(({ parents }) => parents.includes(type)).map((one) => one.type);
  return new Map(
    types.map(({ type }) => [type, new Set([...closureOf([type], above), ...closureOf([type], below)])]),
  );
});

function closureOf(first: readonly string[], next: (type: string) => readonly string[]): Set<string> {
  const found = new Set(first);
  for (const type of found) for (const other of next(type)) found.add(other);
  return found;
}
