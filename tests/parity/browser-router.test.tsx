/** The table of guard cases against the browser's router, with an in-memory history. */
import { expect, test } from 'vitest';
import { decide, toWireDecision } from '../../engine/portal/routing/decide.ts';
import { signedOut, type Visitor } from '../../engine/portal/model/department.ts';
import { visitorOf } from '../../engine/portal/routing/visitors.ts';
import { createPortalRouter, type RouteOutcome } from '../../engine/react/router/portal-router.tsx';
import { describeCase, guardCases, type Expected, type GuardCase } from './guard-cases.ts';
import { readPortal } from '../server/read-portal.ts';

const portal = await readPortal();
const whole = portal;

/** An in-memory history reads `//x` as another host; the browser's own does not. */
const cases = guardCases.filter(({ path }) => !path.startsWith('//'));

interface Step {
  readonly outcome: RouteOutcome['outcome'];
  readonly to: string | null;
  readonly signOut: boolean;
  readonly message: string | null;
}

test('every guard case comes out of the browser’s router as the specification says', async () => {
  const wrong: string[] = [];
  for (const one of cases) {
    const step = await firstStep(one);
    if (!isAsExpected(step, one.expected)) wrong.push(`${describeCase(one)} ← ${JSON.stringify(step)}`);
  }
  expect(wrong).toEqual([]);
});

async function firstStep({ path, as, can }: GuardCase): Promise<Step> {
  const asked = as === undefined ? signedOut : visitorOf(whole, as, can);
  if (asked === null) throw new Error(`There is no department ${as}.`);
  let visitor: Visitor = asked;
  const said: string[] = [];
  return new Promise((resolve) => {
    const router = createPortalRouter({
      portal: () => whole,
      visitor: () => visitor,
      worksElsewhere: () => false,
      fetchDecision: async (location) => toWireDecision(decide({ portal: whole, visitor }, location)),
      reload: async () => {},
      refresh: async () => {},
      signOut: async () => void (visitor = signedOut),
      say: (message) => void said.push(message),
      page: () => null,
      memory: [path],
      onOutcome(_, outcome) {
        resolve({
          outcome: outcome.outcome,
          to: outcome.outcome === 'go' ? outcome.to : null,
          signOut: asked.signedIn && !visitor.signedIn,
          message: said[0] ?? null,
        });
        router.dispose();
      },
    });
  });
}

function isAsExpected(step: Step, expected: Expected): boolean {
  if (step.outcome !== expected.outcome) return false;
  if (expected.outcome !== 'go') return true;
  return (
    step.to?.split('?')[0] === expected.to &&
    step.signOut === (expected.signOut ?? false) &&
    step.message === (expected.message ?? null)
  );
}
