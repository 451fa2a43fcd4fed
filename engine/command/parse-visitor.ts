/** The visitor for a command line or a line of a batch, by department and flags. */
import type { Value } from '../portal/model/condition.ts';
import type { Decidable } from '../portal/model/portal.ts';
import { signedOut, type Visitor } from '../portal/model/department.ts';
import { flagsOf, visitorOf } from '../portal/routing/visitors.ts';

export type VisitorResult =
  { readonly visitor: Visitor; readonly error: null } | { readonly visitor: null; readonly error: string };

/**
 * @param department key or alias; undefined: signed out
 * @param flags values that differ from those of a demonstration account
 */
export function parseVisitor(
  portal: Decidable,
  department: string | undefined,
  flags: Readonly<Record<string, Value>>,
): VisitorResult {
  if (department === undefined) return { visitor: signedOut, error: null };
  const visitor = visitorOf(portal, department, flags);
  if (visitor === null) {
    const departments = Object.keys(portal.departments).join(', ');
    return refuse(`There is no department "${department}". Departments: ${departments}.`);
  }
  const known = flagsOf(portal, department);
  const unknown = Object.keys(flags).find((flag) => !known.includes(flag));
  if (unknown === undefined) return { visitor, error: null };
  return refuse(`There is no flag "${unknown}". Flags: ${known.join(', ')}.`);
}

function refuse(error: string): VisitorResult {
  return { visitor: null, error };
}
