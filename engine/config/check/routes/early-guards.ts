/** Checks that somebody who is signed out reaches the guard that asks them to sign in, and so returns to their page. */
import { holds } from '../../../portal/conditions/evaluate.ts';
import { signedOut } from '../../../portal/model/department.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Route } from '../../../portal/model/route.ts';
import { decide, rulesOf } from '../../../portal/routing/decide.ts';
import { explain } from '../../../portal/routing/explain.ts';
import { addressOf } from '../../../portal/routing/visitors.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

export function checkEarlyGuards(context: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const route of context.portal.routes) {
    const early = earlyGuard(context.portal, route);
    if (early === null) continue;
    const file = { kind: 'guards', name: 'guards' } as const;
    const at = route.guards.indexOf(early.name);
    const place = route.chain === null ? route.place : spanIn(context, file, 'chains', route.chain, at);
    findings.add('route/early-guard', place, early);
  }
  return findings.all();
}

interface EarlyGuard {
  readonly name: string;
  /** The later guard, which would ask them to sign in. */
  readonly asking: string;
  /** Where the early guard sends them. */
  readonly to: string;
}

/**
 * The guard that redirects somebody who is signed out, although a later one asks them to sign in: to the sign-in page
 * without the address that they asked for, or to a page that sends them on.
 */
function earlyGuard(portal: Portal, route: Route): EarlyGuard | null {
  const scope = { portal, visitor: signedOut };
  const { decision, params, rules } = explain(scope, addressOf(route, memberFor(portal, route)));
  const at = rules.findIndex(({ decided }) => decided);
  if (at === -1 || decision.outcome !== 'go' || decision.route !== route) return null;
  const asks = rulesOf(portal, route).findIndex(
    ({ require, otherwise }, order) =>
      order > at &&
      otherwise.go === 'login' &&
      !otherwise.signOut &&
      !holds(require, { ...scope, params, route }),
  );
  const [name, asking] = [rules[at]?.guard, rules[asks]?.guard];
  if (name === undefined || asking === undefined || name === asking) return null;
  const isSignIn = portal.routes.some((one) => one.name === portal.login && one.path === decision.to);
  const isSentOn = decide(scope, decision.to).outcome === 'go';
  return isSignIn || isSentOn ? { name, asking, to: decision.to } : null;
}

/** A department that its parameter may be, so that only the visitor is refused and not the address. */
function memberFor(portal: Portal, route: Route): string {
  const group = Object.values(route.params).find((domain) => 'group' in domain);
  return portal.groups[group?.group ?? '']?.[0] ?? '';
}
