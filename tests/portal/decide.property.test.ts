/** `decide` against a plain interpreter of the same rules, over generated portals, visitors and paths. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide, toWireDecision } from '../../engine/portal/routing/decide.ts';
import { explain } from '../../engine/portal/routing/explain.ts';
import { generatedRuns } from './generated-runs.ts';
import { locations, portals, visitors } from './generated-portals.ts';
import { naiveDecide, type NaiveAnswer } from './naive-decide.ts';

test('decide and the plain interpreter agree', () => {
  fc.assert(
    fc.property(
      portals,
      visitors,
      fc.array(locations, { minLength: 5, maxLength: 20 }),
      (portal, visitor, asked) => {
        for (const location of asked) {
          const decision = decide({ portal, visitor }, location);
          expect(simplify(decision)).toEqual(naiveDecide(portal, visitor, location));
        }
      },
    ),
    generatedRuns,
  );
});

test('an explanation names the decision that decide makes, and at most one rule that decided', () => {
  fc.assert(
    fc.property(portals, visitors, locations, (portal, visitor, location) => {
      const { decision, rules } = explain({ portal, visitor }, location);
      expect(decision).toEqual(decide({ portal, visitor }, location));
      const decided = rules.filter((rule) => rule.decided);
      const isRefused = rules.some((rule) => rule.holds === false);
      expect(decided).toHaveLength(isRefused ? 1 : 0);
      expect(rules.findIndex((rule) => rule.holds === null)).not.toBe(0);
    }),
    generatedRuns,
  );
});

test('only a target that asks somebody to sign in carries a query', () => {
  fc.assert(
    fc.property(portals, visitors, locations, (portal, visitor, location) => {
      const { to = '', signOut = false } = toWireDecision(decide({ portal, visitor }, location));
      expect(to.includes('?') && (visitor.signedIn || signOut)).toBe(false);
    }),
    generatedRuns,
  );
});

test('deciding twice gives the same, and changes nothing', () => {
  fc.assert(
    fc.property(portals, visitors, locations, (portal, visitor, location) => {
      const before = JSON.stringify(portal);
      expect(decide({ portal, visitor }, location)).toEqual(decide({ portal, visitor }, location));
      expect(JSON.stringify(portal)).toBe(before);
    }),
    generatedRuns,
  );
});

function simplify(decision: ReturnType<typeof decide>): NaiveAnswer {
  const route = decision.route?.name ?? null;
  if (decision.outcome !== 'go') return { outcome: decision.outcome, route };
  const { outcome, to, signOut, message } = decision;
  return { outcome, route, to, signOut, message };
}
