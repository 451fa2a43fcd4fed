import { expect, test } from 'vitest';
import { writeTelephone } from './telephone.ts';

const rule = { country: '63', trunk: '0' };

test.each([
  ['0917 123 4567', '09171234567'],
  ['0917-123-4567', '09171234567'],
  [' (0917) 123.4567 ', '09171234567'],
  ['+63 917 123 4567', '09171234567'],
  ['+63 (0)917 123 4567', '09171234567'],
  ['0063 917 1234567', '09171234567'],
  ['63 917 123 4567', '09171234567'],
  ['(036) 288-1234', '0362881234'],
  ['288 1234', '2881234'],
  ['631 2345', '6312345'],
  ['+82 10 1234 5678', '+821012345678'],
  ['09171234567', '09171234567'],
])('%s is stored as %s', (typed, stored) => {
  expect(writeTelephone(typed, rule)).toBe(stored);
  expect(writeTelephone(stored, rule)).toBe(stored);
});

test('what is no telephone number stays as it was typed, to be pointed at', () => {
  for (const typed of ['ask Ana', '0917 123 4567 local 12', '', ' ']) {
    expect(writeTelephone(typed, rule)).toBe(typed);
  }
});

test('a portal that names no country keeps the digits', () => {
  expect(writeTelephone('+63 917', { country: '', trunk: '' })).toBe('+63917');
  expect(writeTelephone('0917 123', { country: '', trunk: '' })).toBe('0917123');
});
