/** Whom a record waits for is told by keys: people and offices may be called alike. */
import { expect, test } from 'vitest';
import type { WireRecord, WireStep } from '../../../portal/wire/wire.ts';
import { sampleSlice } from '../../sample/sample-slice.ts';
import { sayWhoHas, sayWithWhom } from './standing.ts';

const record = (parts: Partial<WireRecord>) =>
  ({
    type: 'loan',
    state: 'sent',
    actions: [],
    next: [],
    editable: false,
    ...parts,
  }) as Partial<WireRecord> as WireRecord;
const step = (key: string): WireStep => ({ state: 'lent', title: 'Lent', key, who: 'Clerk' });

test('a step waits for its owner by key, not by a name that an office has, too', () => {
  const mine = record({ owner: 'ana', owner_name: 'Clerk' });
  expect(sayWithWhom(mine, step('owner'), 'ana')).toBe('with you');
  expect(sayWithWhom(mine, step('clerk'), 'ana')).toBe('with Clerk');
});

const waiting = (key: string) =>
  record({ next: [step('owner')], waits_for: { who: 'you', key, title: 'Clerk' } });

test('a record waits for a colleague where it waits for an office, not for somebody called like it', () => {
  expect(sayWhoHas(sampleSlice, waiting('clerk'))).not.toBe(sayWhoHas(sampleSlice, waiting('owner')));
});
