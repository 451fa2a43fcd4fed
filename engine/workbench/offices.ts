/** Describes departments, the groups that name them, and the pages that open for each. */
import type { OfficesModel } from '../contract/workbench.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { Route } from '../portal/model/route.ts';
import { signedOut } from '../portal/model/department.ts';
import { decide } from '../portal/routing/decide.ts';
import { addressOf, openingDepartments } from '../portal/routing/visitors.ts';
import { sayContact } from './charter.ts';

type PageModel = OfficesModel['open'][number];

/** @param portal in the reader's language */
export function describeOffices(portal: Portal): OfficesModel {
  const opening = portal.routes.map((route) => ({ route, departments: openingDepartments(portal, route) }));
  const kinds = Object.values(portal.kinds);
  return {
    departments: Object.values(portal.departments).map((department) => ({
      key: department.key,
      title: department.title,
      kind: department.kind,
      area: department.area,
      aliases: department.aliases,
      units: department.units === null ? null : (portal.lookups[department.units]?.title ?? department.units),
      flags: Object.values(department.flags).flatMap(({ title }) => title ?? []),
      contacts: department.contacts.map(sayContact),
      kinds: kinds.filter(({ office }) => office === department.key).length,
      pages: opening
        .filter(({ departments }) => departments.includes(department.key))
        .map(({ route }) => pageOf(route)),
    })),
    groups: Object.entries(portal.groups).map(([key, members]) => ({
      key,
      members: members.map((one) => portal.departments[one]?.title ?? one),
    })),
    open: portal.routes.filter((route) => isOpen(portal, route)).map(pageOf),
  };
}

function isOpen(portal: Portal, route: Route): boolean {
  const decision = decide({ portal, visitor: signedOut }, addressOf(route, ''));
  return decision.outcome === 'show' && decision.route === route;
}

function pageOf({ title, path, screen }: Route): PageModel {
  return { title, path, screen };
}
