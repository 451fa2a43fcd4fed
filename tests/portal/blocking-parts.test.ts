/** Parts that have ended so that their record does not go on by itself, in the municipality's workflows. */
import { expect, test } from 'vitest';
import { blockingParts, isBlocking } from '../../engine/portal/life/blocking-parts.ts';
import { outlookOf } from '../../engine/portal/wire/outlook.ts';
import { blankRecord, contextAlone, type RecordContext } from '../../engine/portal/model/record.ts';
import { visitorOf } from '../../engine/portal/routing/visitors.ts';
import { readPortal } from '../server/portal-server.ts';

const portal = await readPortal();

/** An application in clearance, whose parts are in these states. */
function blockingIn(clearances: readonly string[], state = 'in-clearance', assessments = ['paid']) {
  const record = { ...blankRecord('application', { id: 'a', slug: 'a', owner: 'o' }), state };
  const parts = [
    ...clearances.map((one) => ['clearance', one] as const),
    ...assessments.map((one) => ['assessment', one] as const),
  ];
  const children = parts.map(([type, one], index) => ({
    ...blankRecord(type, { id: `c${index}`, slug: `c${index}`, office: 'bfp', kind: 'negative-list/bfp' }),
    parent: 'a',
    state: one,
  }));
  const context: RecordContext = {
    ...contextAlone({ record, today: '2027-03-01', now: '2027-03-01T00:00:00Z' }),
    children,
  };
  const visitor = visitorOf(portal, 'bplo')!;
  // A part tells it of itself as the record above tells it of its parts.
  const all = new Set(blockingParts({ portal, visitor, context }));
  for (const child of children)
    expect(isBlocking(portal, { record: child, ancestors: [record] })).toBe(all.has(child));
  const { parts: counted } = outlookOf({ portal, visitor }, { context, ownerName: null });
  return Object.fromEntries(counted.map(({ type, blocking }) => [type, blocking]));
}

test('a rejected part blocks, and so does one that has expired before the others were done', () => {
  expect(blockingIn(['issued', 'rejected', 'waived', 'expired', 'rejected'])).toEqual({
    clearance: [
      { state: 'rejected', count: 2 },
      { state: 'expired', count: 1 },
    ],
    assessment: [],
  });
});

test('what is still open does not block, nor what ended as the others wait for', () => {
  expect(blockingIn(['issued', 'overdue', 'cancelled'])['clearance']).toEqual([]);
});

test('nothing blocks where another step may come by itself, or where none ever does', () => {
  // It goes on as soon as one assessment is paid.
  expect(blockingIn(['rejected'], 'for-payment')['clearance']).toEqual([]);
  expect(blockingIn(['rejected'], 'submitted')['clearance']).toEqual([]);
});

test('receipts, which are done from the start, have no progress: a voided one is not called done', () => {
  const record = {
    ...blankRecord('assessment', { id: 'a', slug: 'a', owner: 'o' }),
    state: 'order-of-payment',
  };
  const receipt = { ...blankRecord('payment', { id: 'p', slug: 'p' }), parent: 'a', state: 'voided' };
  const context: RecordContext = {
    ...contextAlone({ record, today: '2027-03-01', now: '2027-03-01T00:00:00Z' }),
    children: [receipt],
  };
  const { parts } = outlookOf({ portal, visitor: visitorOf(portal, 'mto')! }, { context, ownerName: null });
  expect(parts).toEqual([]);
});
