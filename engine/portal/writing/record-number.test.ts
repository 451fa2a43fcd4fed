/** Numbers of records: what they consist of, and which of them share a counter. */
import { expect, test } from 'vitest';
import { hasCheckDigits } from './check-digits.ts';
import { counterFor, fillNumber, numberSubject } from './record-number.ts';

const subject = numberSubject({ office: 'desk', kind: 'membership/student' }, '2026-11-21');

test('a number names year, office and kind, and ends in its check digits', () => {
  const number = { pattern: '{kind}/{office}-{year}-{sequence:4}-{check}', per: [], hasGaps: false };
  const filled = fillNumber(number, subject, 7);
  expect(filled).toMatch(/^student\/desk-2026-0007-\d\d$/);
  expect(hasCheckDigits(filled, 'mod-97')).toBe(true);
  expect(fillNumber({ pattern: 'No {sequence}', per: [], hasGaps: false }, subject, 12)).toBe('No 12');
});

test('each year, office or kind of `per` has its own counter', () => {
  const pattern = '{kind}-{year}-{sequence}';
  expect(counterFor('card', { pattern, per: [], hasGaps: false }, subject)).toBe('card');
  expect(counterFor('card', { pattern, per: ['year', 'kind'], hasGaps: false }, subject)).toBe(
    'card/2026/student',
  );
  const without = numberSubject({ office: null, kind: null }, '2027-01-02');
  expect(counterFor('card', { pattern, per: ['year', 'office', 'kind'], hasGaps: false }, without)).toBe(
    'card/2027//',
  );
});
