/** The user record of a visitor, with flags at their configured places. */
import type { Scope } from '../engine/portal/conditions/scope.ts';

type Part = { [key: string]: unknown };

export function userOf({ portal, visitor }: Scope): Part {
  const department = portal.departments[visitor.department ?? ''];
  const record: Part = {
    department: visitor.department,
    name: visitor.name,
    office: department?.title ?? null,
    slug: visitor.account,
    memberships: [],
    acts_for: null,
    deputy_of: [],
  };
  for (const [name, { as }] of Object.entries(department?.flags ?? {})) {
    const keys = as.split('.');
    const last = keys.pop() ?? name;
    let part = record;
    for (const key of keys) part = (part[key] ??= {}) as Part;
    part[last] = visitor.flags[name] ?? null;
  }
  return record;
}
