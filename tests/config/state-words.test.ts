/** The words of states: requesters read their own, and what they can do. */
import { expect, test } from 'vitest';
import { visitorOf } from '../../engine/portal/routing/visitors.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import { slicePortal } from '../../engine/portal/wire/slice-portal.ts';
import { readPortal } from '../server/read-portal.ts';

const portal = await readPortal();

function stateFor(department: string | null, type: string, state: string) {
  const visitor = department === null ? signedOut : (visitorOf(portal, department) ?? signedOut);
  return slicePortal({ portal, visitor }).recordTypes[type]?.states[state];
}

test('a requester reads where to pay, an office does not', () => {
  expect(stateFor('establishment', 'assessment', 'order-of-payment')?.help).toContain('Pay at the cashier');
  expect(stateFor('mto', 'assessment', 'order-of-payment')).not.toHaveProperty('help');
});

test('a requester reads the next step where an office reads who waits for whom', () => {
  expect(stateFor('establishment', 'clearance', 'requested')?.title).toBe('Send your papers');
  expect(stateFor('bfp', 'clearance', 'requested')?.title).toBe('Waiting for papers');
});

test('a record that waits for a payment waits for the person who pays', () => {
  const toPay = Object.values(portal.workflows).flatMap(({ of, states }) =>
    Object.entries(states)
      .filter(([, { helpForRequesters }]) => helpForRequesters?.startsWith('Pay ') === true)
      .map(([name, { waitsFor }]) => ({ of, name, waitsFor })),
  );
  expect(toPay.length).toBeGreaterThan(5);
  expect(toPay.filter(({ waitsFor }) => waitsFor !== 'owner')).toEqual([]);
});
