/** Checks that the page for a forgotten password can mail a link that opens, and that no form asks for a useless password. */
import type { Portal } from '../../../portal/model/portal.ts';
import type { Route } from '../../../portal/model/route.ts';
import { hasPasswords } from '../../../portal/access/sign-in.ts';
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

/** A registration asks for a password, so its department must have passwords. */
export function checkRegistrations({ portal }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const { type, account, place } of Object.values(portal.recordTypes)) {
    if (account === null || hasPasswords(portal, account.department)) continue;
    findings.add('provider/asks-password', place, { type, department: account.department });
  }
  return findings.all();
}

function opensSignedOut(portal: Portal, route: Route): boolean {
  if (route.path.includes('{')) return false;
  const decision = decide({ portal, visitor: signedOut }, route.path);
  return decision.outcome === 'show' && decision.route === route;
}
