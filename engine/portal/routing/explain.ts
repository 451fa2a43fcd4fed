/** Why a decision came out as it did: each rule in its order, and the one that decided. */
import type { Scope } from '../conditions/scope.ts';
import { decide, type RouteDecision, pathOfLocation, rulesOf } from './decide.ts';
import { holds } from '../conditions/evaluate.ts';
import type { Route, Rule } from '../model/route.ts';
import { matchPath } from './match.ts';
import type { Place } from '../model/place.ts';
import type { Decidable } from '../model/portal.ts';

export interface Explanation {
  readonly decision: RouteDecision;
  readonly params: Readonly<Record<string, string>>;
  readonly rules: readonly ExplainedRule[];
}

interface ExplainedRule {
  readonly guard: string;
  /** From 1, within its guard. */
  readonly rule: number;
  /** Null for a rule after the one that decided: nobody asked it. */
  readonly holds: boolean | null;
  readonly decided: boolean;
  readonly place: Place;
}

/** Decides as `decide` does and tells the rules that were asked. */
export function explain({ portal, visitor }: Scope<Decidable>, location: string): Explanation {
  const decision = decide({ portal, visitor }, location);
  const match = matchPath(portal, pathOfLocation(location));
  if (match === null) return { decision, params: {}, rules: [] };
  const scope = { portal, visitor, params: match.params, route: match.route };
  let isDecided = false;
  const rules = namedRules(portal, match.route).map(({ guard, order, rule }): ExplainedRule => {
    const result = isDecided ? null : holds(rule.require, scope);
    const decided = result === false;
    isDecided ||= decided;
    return { guard, rule: order, holds: result, decided, place: rule.place };
  });
  return { decision, params: match.params, rules };
}

interface NamedRule {
  readonly guard: string;
  readonly order: number;
  readonly rule: Rule;
}

function namedRules(portal: Decidable, route: Route): NamedRule[] {
  const named = route.guards.flatMap((guard) =>
    (portal.guards[guard]?.rules ?? []).map((rule, at) => ({ guard, order: at + 1, rule })),
  );
  const isWhole = named.length === rulesOf(portal, route).length;
  if (isWhole) return named;
  // A guard that does not exist: the closed door that stands in for it has no name.
  return rulesOf(portal, route).map((rule, at) => ({ guard: '', order: at + 1, rule }));
}
