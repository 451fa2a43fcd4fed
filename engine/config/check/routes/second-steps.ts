/** Checks that a department that requires a second step of signing in gets it before any of its pages opens. */
import { SECOND_STEP_DUE, signedOut, type Visitor } from '../../../portal/model/department.ts';
import { decide } from '../../../portal/routing/decide.ts';
import { addressOf, visitorOf } from '../../../portal/routing/visitors.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

export function checkSecondSteps(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const { key, requiresSecondStep, landings } of Object.values(portal.departments)) {
    const visitor = requiresSecondStep ? visitorOf(portal, key, { [SECOND_STEP_DUE]: true }) : null;
    if (visitor === null) continue;
    const place = spanIn(context, { kind: 'department', name: key }, 'secondStep');
    const page = portal.routes.find(({ name }) => name === landings.secondStep);
    if (page?.does !== 'second-step') {
      findings.add('department/no-second-step-page', place, { name: key });
      continue;
    }
    const unguarded = portal.routes.find((route) => {
      const address = addressOf(route, key);
      const isOpen = (who: Visitor): boolean => {
        const decision = decide({ portal, visitor: who }, address);
        return decision.outcome === 'show' && decision.route === route;
      };
      return !ownPages.has(route.screen) && isOpen(visitor) && !isOpen(signedOut);
    });
    if (unguarded !== undefined)
      findings.add('department/second-step-not-asked', place, { name: key, route: unguarded.name });
  }
  return findings.all();
}

/** On these, people look after their own account. */
const ownPages: ReadonlySet<string> = new Set(['account', 'sign-out']);
