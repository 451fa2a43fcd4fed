/** The table of guard cases against `decide` and the command's batch, on the municipality's own configuration. */
import { expect, test } from 'vitest';
import { answerLine } from '../../engine/command/explain/explain-path.ts';
import { loadPortal } from '../../engine/config/load.ts';
import { decide } from '../../engine/portal/routing/decide.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import { visitorOf } from '../../engine/portal/routing/visitors.ts';
import { describeCase, guardCases, type Expected, type GuardCase } from './guard-cases.ts';

const portal = await soundPortal();

test('every guard case comes out of decide as the specification says', () => {
  const wrong = guardCases.filter((one) => !isAsExpected(outcomeOf(one), one.expected));
  expect(wrong.map((one) => `${describeCase(one)} ← ${JSON.stringify(outcomeOf(one))}`)).toEqual([]);
});

test('the batch command answers every guard case alike', () => {
  const wrong = guardCases.filter((one) => {
    const { path, as, can } = one;
    const answer = JSON.parse(answerLine(portal, JSON.stringify({ path, as, can })));
    return !isAsExpected(answer, one.expected);
  });
  expect(wrong.map(describeCase)).toEqual([]);
});

test('only the sign-in target carries a query, and it leads back', () => {
  const decision = decide({ portal, visitor: signedOut }, '/tourism/users?page=2#top');
  expect(decision).toMatchObject({
    outcome: 'go',
    to: `/?next=${encodeURIComponent('/tourism/users?page=2')}`,
  });
  const withQuery = guardCases.filter((one) => outcomeOf(one).to?.includes('?'));
  expect(withQuery.filter((one) => one.as !== undefined).map(describeCase)).toEqual([]);
  expect(withQuery.filter((one) => outcomeOf(one).signOut).map(describeCase)).toEqual([]);
});

interface Outcome {
  readonly outcome: string;
  readonly to?: string;
  readonly signOut?: boolean;
  readonly message?: string | null;
}

function outcomeOf({ path, as, can }: GuardCase): Outcome {
  const visitor = as === undefined ? signedOut : visitorOf(portal, as, can);
  if (visitor === null) throw new Error(`There is no department ${as}.`);
  const { route: _route, ...outcome } = decide({ portal, visitor }, path);
  return outcome;
}

function isAsExpected(answer: Outcome, expected: Expected): boolean {
  if (answer.outcome !== expected.outcome) return false;
  if (expected.outcome !== 'go') return true;
  return (
    answer.to?.split('?')[0] === expected.to &&
    (answer.signOut ?? false) === (expected.signOut ?? false) &&
    (answer.message ?? null) === (expected.message ?? null)
  );
}

async function soundPortal(): Promise<Portal> {
  const { portal: compiled, diagnostics } = await loadPortal('config', { proofs: false });
  if (compiled === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return compiled;
}
