/**
 * Checks the order of guards: somebody who is signed out reaches the guard that asks them to sign in, and nobody with an
 * account is sent to a page that sends them on.
 */
import { holds } from '../../../portal/conditions/evaluate.ts';
import { signedOut } from '../../../portal/model/department.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Route } from '../../../portal/model/route.ts';
import { decide, rulesOf } from '../../../portal/routing/decide.ts';
import { explain } from '../../../portal/routing/explain.ts';
import { addressOf, openingDepartments } from '../../../portal/routing/visitors.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';
import { describe, groupsOfAlike, visitorsFor } from './journeys.ts';

export function checkEarlyGuards(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  // The guards before one that stands too late are one mistake.
  const told = new Set<string>();
  for (const alike of groupsOfAlike(portal)) {
    const [one] = alike;
    const early = one === undefined ? null : (earlyGuard(portal, one) ?? guardOfTwoWays(portal, one));
    if (early === null) continue;
    for (const route of alike) {
      const late = `${route.chain ?? route.name} ${early.asking}`;
      if (told.has(late)) continue;
      told.add(late);
      findings.add('route/early-guard', placeOfGuard(context, route, early), early);
    }
  }
  return findings.all();
}

function placeOfGuard(context: CheckContext, route: Route, { name }: EarlyGuard): Place {
  if (route.chain === null) return route.place;
  const file = { kind: 'guards', name: 'guards' } as const;
  return spanIn(context, file, 'chains', route.chain, route.guards.indexOf(name));
}

interface EarlyGuard {
  readonly name: string;
  /** The later guard, which would ask them to sign in, or sends them on. */
  readonly asking: string;
  /** Where the early guard sends them; null: it says that there is no such page. */
  readonly to: string | null;
  /** Somebody with an account whom it sends; null: somebody who is signed out. */
  readonly who: string | null;
}

/**
 * The guard that refuses somebody who is signed out, although a later one asks them to sign in: it sends them to the
 * sign-in page without the address that they asked for, or to a page that sends them on, or nowhere.
 */
function earlyGuard(portal: Portal, route: Route): EarlyGuard | null {
  const scope = { portal, visitor: signedOut };
  const { decision, params, rules } = explain(scope, addressOf(route, memberFor(portal, route)));
  const at = rules.findIndex(({ decided }) => decided);
  if (at === -1 || decision.outcome === 'show' || decision.route !== route) return null;
  const asks = rulesOf(portal, route).findIndex(
    ({ require, otherwise }, order) =>
      order > at &&
      otherwise.go === 'login' &&
      !otherwise.signOut &&
      !holds(require, { ...scope, params, route }),
  );
  const [name, asking] = [rules[at]?.guard, rules[asks]?.guard];
  if (name === undefined || asking === undefined || name === asking) return null;
  if (decision.outcome === 'not-found') return { name, asking, to: null, who: null };
  const isSignIn = portal.routes.some((one) => one.name === portal.login && one.path === decision.to);
  const isSentOn = decide(scope, decision.to).outcome === 'go';
  return isSignIn || isSentOn ? { name, asking, to: decision.to, who: null } : null;
}

/**
 * The guard that sends an account, such as one without access, to a page whose guards send it on, although the guard
 * that does so would also have refused it here. Only accounts count that the page is for.
 */
function guardOfTwoWays(portal: Portal, route: Route): EarlyGuard | null {
  const departments = new Set(openingDepartments(portal, route));
  for (const visitor of visitorsFor(portal, route)) {
    if (visitor.department === null || !departments.has(visitor.department)) continue;
    const scope = { portal, visitor };
    const { decision, rules } = explain(scope, addressOf(route, visitor.department));
    const at = rules.findIndex(({ decided }) => decided);
    if (at === -1 || decision.outcome !== 'go' || decision.signOut) continue;
    const next = explain(scope, decision.to).rules.find(({ decided }) => decided)?.guard;
    const [name, asking] = [
      rules[at]?.guard,
      rules.find(({ guard }, order) => order > at && guard === next)?.guard,
    ];
    if (name === undefined || asking === undefined || name === asking) continue;
    return { name, asking, to: decision.to, who: describe(scope) };
  }
  return null;
}

/** A department that its parameter may be, so that only the visitor is refused and not the address. */
function memberFor(portal: Portal, route: Route): string {
  const group = Object.values(route.params).find((domain) => 'group' in domain);
  return portal.groups[group?.group ?? '']?.[0] ?? '';
}
