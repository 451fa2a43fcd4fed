/**
 * Onlookers: people who may use the workbench and see the portal as somebody else, without changing anything. The
 * configuration names who may see which departments, and the records of which types they see there.
 */
import { holds } from '../conditions/evaluate.ts';
import type { Scope } from '../conditions/scope.ts';
import type { SeeAsRule } from '../model/department.ts';

/** Letters of a name without which nobody is searched. */
export const FEWEST_LETTERS = 2;

/** Keys of the departments whose accounts this visitor may see the portal as. */
export function seenDepartments(scope: Scope): readonly string[] {
  return [...new Set(rulesFor(scope).flatMap(({ departments }) => departments))];
}

/**
 * The record types whose records this visitor sees as an account of the department.
 * @returns null if they may not see the portal as such an account
 */
export function seenTypes(scope: Scope, department: string): readonly string[] | null {
  const rules = rulesFor(scope).filter(({ departments }) => departments.includes(department));
  return rules.length === 0 ? null : [...new Set(rules.flatMap(({ records }) => records))].sort();
}

/** Nobody looks on in the place of an officer whose deputy they are. */
function rulesFor(scope: Scope): readonly SeeAsRule[] {
  const { access, seeAs } = scope.portal.workbench;
  if (scope.visitor.actsFor !== undefined || !holds(access, scope)) return [];
  return seeAs.filter(({ by }) => holds(by, scope));
}
