/** Checks that the page for a forgotten password can mail a link that opens. */
import type { Portal } from '../../../portal/model/portal.ts';
import type { Route } from '../../../portal/model/route.ts';
import { signedOut } from '../../../portal/model/department.ts';
import { decide } from '../../../portal/routing/decide.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet } from '../context/check-context.ts';

export function checkPasswordPages({ portal }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  const pages = portal.routes.filter(({ screen }) => screen === 'account');
  const asks = pages.filter(({ does }) => does === 'forgotten');
  // The first one is the one in the mail.
  const target = pages.find(({ does }) => does === 'new-password');
  if (target !== undefined && opensSignedOut(portal, target)) return [];
  for (const { name, place } of asks) findings.add('route/no-new-password', place, { name });
  return findings.all();
}

function opensSignedOut(portal: Portal, route: Route): boolean {
  if (route.path.includes('{')) return false;
  const decision = decide({ portal, visitor: signedOut }, route.path);
  return decision.outcome === 'show' && decision.route === route;
}
