/** Checks that what a department lets its people do with their account has a page that opens for them. */
import type { Department } from '../../../portal/model/department.ts';
import { openingDepartments } from '../../../portal/routing/visitors.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

const settings = [
  { key: 'ownNames', does: 'profile', isOn: ({ ownNames }: Department) => ownNames },
  { key: 'deputies', does: 'deputies', isOn: ({ deputies }: Department) => deputies !== null },
] as const;

export function checkAccountPages(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const { key: setting, does, isOn } of settings) {
    const pages = portal.routes.filter((route) => route.screen === 'account' && route.does === does);
    const served = new Set(pages.flatMap((route) => openingDepartments(portal, route)));
    for (const department of Object.values(portal.departments)) {
      const { key: name } = department;
      if (!isOn(department) || served.has(name)) continue;
      const place = spanIn(context, { kind: 'department', name }, setting);
      findings.add('department/no-account-page', place, { name, setting, does });
    }
  }
  return findings.all();
}
