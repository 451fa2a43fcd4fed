/**
 * Checks that every department can open its landing and its credentials page, or is redirected to a page that opens.
 */
import { decide, type RouteDecision } from '../../../portal/routing/decide.ts';
import { visitorOf } from '../../../portal/routing/visitors.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';

export function checkLandings(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const { key, landings } of Object.values(portal.departments)) {
    for (const landing of ['home', 'credentials'] as const) {
      const route = portal.routes.find((one) => one.name === landings[landing]);
      const visitor = visitorOf(portal, key);
      if (route === undefined || visitor === null) continue;
      let decision: RouteDecision = decide({ portal, visitor }, route.path);
      // A landing may redirect once within its area; `checkJourneys` reports loops.
      if (decision.outcome === 'go') decision = decide({ portal, visitor }, decision.to);
      if (decision.outcome === 'show') continue;
      const place = spanIn(context, { kind: 'department', name: key }, 'landings', landing);
      findings.add('department/landing-closed', place, { name: key, path: route.path });
    }
  }
  return findings.all();
}
