/** The current holder is decided by keys: people and offices may share a name. */
import { expect, test } from 'vitest';
import type { WireAction, WireItem, WireRecord, WireStep } from '../../../contract/record.ts';
import { sampleSlice } from '../../sample/sample-slice.ts';
import { nextAction, sayHolder, sayHolderOfStep } from './record-holder.ts';

const record = (parts: Partial<WireRecord>) =>
  ({
    type: 'loan',
    state: 'sent',
    actions: [],
    next: [],
    editable: false,
    items: [],
    review: { accept: false, waive: false },
    parts: [],
    ...parts,
  }) as Partial<WireRecord> as WireRecord;
const step = (key: string): WireStep => ({ state: 'lent', title: 'Lent', key, who: 'Clerk' });

test('a step waits for its owner by key, not by a name that an office has, too', () => {
  const mine = record({ owner: 'ana', owner_name: 'Clerk' });
  expect(sayHolderOfStep(mine, step('owner'), 'ana')).toBe('with you');
  expect(sayHolderOfStep(mine, step('clerk'), 'ana')).toBe('with Clerk');
});

const waiting = (key: string) =>
  record({ next: [step('owner')], waits_for: { who: 'you', key, title: 'Clerk' } });

test('a record waits for a colleague where it waits for an office, not for somebody called like it', () => {
  expect(sayHolder(sampleSlice, waiting('clerk'))).not.toBe(sayHolder(sampleSlice, waiting('owner')));
});

const item = (state: WireItem['state']) =>
  ({
    state,
    optional: false,
    evidence: 'file',
    title: 'Photo',
    comes_from: null,
    undated: false,
  }) as Partial<WireItem> as WireItem;

test('whose turn it is reads how many papers to send', () => {
  const mine = { waits_for: { who: 'you', key: 'owner', title: 'Ana' } } as const;
  const sayOwn = (items: readonly WireItem[]) => sayHolder(sampleSlice, record({ ...mine, items }));
  expect(sayOwn([item('missing'), item('missing'), item('filed')])).toBe('You need to send 2 papers.');
  expect(sayOwn([item('missing'), item('returned')])).toBe('You need to correct 1 paper.');
});

const action = (name: string, to: string, returns = false) =>
  ({
    name,
    title: name === 'send-back' ? 'Send back' : 'Lend',
    to,
    returns,
  }) as Partial<WireAction> as WireAction;

test('the office’s next step sends back what it has returned, once it has looked at every item', () => {
  const actions = [action('lend', 'lent'), action('send-back', 'draft', true)];
  const next = [step('owner')];
  const nextOf = (items: readonly WireItem[], accept = true) =>
    nextAction(record({ actions, next, items, review: { accept, waive: false } }))?.name;
  expect(nextOf([item('accepted'), item('returned')])).toBe('send-back');
  expect(nextOf([item('filed'), item('returned')])).toBe('lend');
  expect(nextOf([item('accepted')])).toBe('lend');
  expect(nextOf([item('returned')], false)).toBe('lend');
  const mine = {
    waits_for: { who: 'you', key: 'desk', title: 'Desk' },
    review: { accept: true, waive: false },
  } as const;
  const sayOwn = (items: readonly WireItem[]) =>
    sayHolder(sampleSlice, record({ ...mine, actions, next, items }));
  expect(sayOwn([item('accepted'), item('returned')])).toBe('Your next step: Send back.');
  expect(sayOwn([item('filed'), item('returned')])).toBe('You need to take the next step.');
});
