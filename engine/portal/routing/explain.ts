/** Explains a decision: each rule in order, and the rule that decided. */
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
  /** Position within its guard, from 1. */
  readonly rule: number;
  /** Null for a rule after the deciding one, which was not evaluated. */
  readonly holds: boolean | null;
  readonly decided: boolean;
  readonly place: Place;
}

/** Decides like `decide`, and lists the evaluated rules. */
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
  // An unknown guard: the denial that replaces it has no name.
  return rulesOf(portal, route).map((rule, at) => ({ guard: '', order: at + 1, rule }));
}
