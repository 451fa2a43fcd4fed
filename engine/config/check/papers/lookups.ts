/**
 * Checks the pages of lookups: editors need a page that lists the rows and one that changes them; others may read
 * only public ones.
 */
import { decide } from '../../../portal/routing/decide.ts';
import { holds } from '../../../portal/conditions/evaluate.ts';
import { addressOf, flagsRead, mixtures, visitorOf } from '../../../portal/routing/visitors.ts';
import type { Lookup, Portal } from '../../../portal/model/portal.ts';
import type { Route } from '../../../portal/model/route.ts';
import { signedOut } from '../../../portal/model/department.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { openers } from '../context/pages.ts';

export function checkLookups(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  const departmentsOf = openers(portal);
  for (const lookup of Object.values(portal.lookups)) {
    const pages = portal.routes.filter((route) => route.lookup === lookup.name);
    const keepers = keepersOf(portal, lookup);
    for (const route of lookup.isPublic ? [] : pages.filter(({ screen }) => screen === 'list')) {
      const isOpen = decide({ portal, visitor: signedOut }, addressOf(route, '')).outcome === 'show';
      const readers = departmentsOf(route).filter((one) => !keepers.has(one));
      const who = [...readers, ...(isOpen ? ['visitors without an account'] : [])];
      if (who.length > 0) findings.add('lookup/not-public', route.place, { name: lookup.name, who });
    }
    if (lookup.edit === null) continue;
    const opensFor = (isIt: (route: Route) => boolean): boolean =>
      pages.some((route) => isIt(route) && departmentsOf(route).some((one) => keepers.has(one)));
    const isFound = opensFor(({ screen }) => screen === 'list') && opensFor(isChanging);
    if (isFound) continue;
    const place = spanIn(context, { kind: 'lookup', name: lookup.name }, 'edit');
    findings.add('lookup/no-page', place, { name: lookup.name });
  }
  return findings.all();
}

/** Returns true if the page changes the row that its address names. */
function isChanging({ screen, params }: Route): boolean {
  return screen === 'form' && Object.values(params).some((domain) => 'word' in domain);
}

/** Departments with an account that may edit it. */
function keepersOf(portal: Portal, { edit }: Lookup): Set<string> {
  if (edit === null) return new Set();
  const flags = mixtures(flagsRead([edit.by]));
  const mayKeep = (department: string): boolean =>
    flags.some((some) => {
      const visitor = visitorOf(portal, department, some);
      return visitor !== null && holds(edit.by, { portal, visitor });
    });
  return new Set(Object.keys(portal.departments).filter(mayKeep));
}
