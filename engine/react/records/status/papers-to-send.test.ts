/** The texts about missing items. */
import { expect, test } from 'vitest';
import type { WireItem } from '../../../contract/record.ts';
import { missingOf, sayTitles } from './record-holder.ts';

const item = (title: string, parts: Partial<WireItem> = {}): WireItem => ({
  id: title,
  title,
  evidence: 'file',
  state: 'missing',
  optional: false,
  help: null,
  source: null,
  proves: [],
  accepts: [],
  remark: null,
  files: [],
  dated: false,
  undated: false,
  comes_from: null,
  issued_on: null,
  valid_until: null,
  certainty: null,
  held: null,
  editable: true,
  ...parts,
});
const owner = { accept: false, waive: false };

test('an owner sees the missing items, and the returned ones first', () => {
  const items = [
    item('Photo'),
    item('Letter', { optional: true }),
    item('Visit', { evidence: 'inspection' }),
  ];
  expect(missingOf({ items, review: owner, waits_for: null })).toEqual({
    text: '1 item missing',
    titles: ['Photo'],
  });
  const again = item('Identification', { state: 'asked-again', remark: 'The owner changes.' });
  expect(missingOf({ items: [again], review: owner, waits_for: null }).titles).toEqual(['Identification']);
  const back = [...items, item('Address', { state: 'returned' })];
  expect(missingOf({ items: back, review: owner, waits_for: null })).toEqual({
    text: '1 item came back',
    titles: ['Address'],
  });
  const office = { who: 'office', key: 'desk', title: 'Desk' } as const;
  expect(missingOf({ items: back, review: owner, waits_for: office }).titles).toEqual(['Photo']);
  expect(missingOf({ items: [], review: owner, waits_for: null }).text).toBeNull();
});

test('reviewers see which items wait for review', () => {
  const items = [
    item('Photo', { state: 'filed' }),
    item('Visit', { evidence: 'inspection' }),
    item('Letter'),
  ];
  expect(missingOf({ items, review: { accept: true, waive: false }, waits_for: null }).titles).toEqual([
    'Photo',
    'Visit',
  ]);
});

test('a line names two and counts the rest', () => {
  expect(sayTitles(['a', 'b'])).toBe('a and b');
  expect(sayTitles(['a', 'b', 'c', 'd'])).toBe('a, b and 2 more');
});
