/** The user record of a visitor, with flags at their configured places. */
import type { Scope } from '../engine/portal/conditions/scope.ts';
import type { StandIn } from './story.ts';

type Part = { [key: string]: unknown };

const officer = { id: 'delegation', name: 'Ben Cruz', last_day: '2026-12-31' };

/** @param standIn undefined: nobody to stand in for, and one department */
export function userOf({ portal, visitor }: Scope, standIn?: StandIn): Part {
  const department = portal.departments[visitor.department ?? ''];
  const record: Part = {
    department: visitor.department,
    name: visitor.name,
    office: department?.title ?? null,
    slug: visitor.account,
    memberships: membershipsOf({ portal, visitor }).slice(0, standIn === undefined ? 1 : 2),
    acts_for: standIn === 'acting' ? officer.id : null,
    deputy_of: standIn === undefined ? [] : [officer],
    seen_by: null,
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

/** The visitor's department, and another one whose officers stand in for each other. */
function membershipsOf({ portal, visitor }: Scope): Part[] {
  const { departments } = portal;
  const other = Object.values(departments).find(
    ({ key, deputies }) => deputies !== null && key !== visitor.department,
  );
  return [departments[visitor.department ?? ''], other].flatMap((one, index) =>
    one === undefined
      ? []
      : {
          id: one.key,
          department: one.key,
          title: one.title,
          unit: null,
          position: null,
          chosen: index === 0,
        },
  );
}
