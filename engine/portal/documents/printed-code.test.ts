/** A code is found in whatever a person types, pastes or scans. */
import { expect, test } from 'vitest';
import { linesBesideCode, printedCodeOf } from './printed-code.ts';

test.each([
  ['abcd2345efgh6789', ''],
  ['  ABCD 2345 EFGH 6789 ', ''],
  ['abcd-2345-efgh-6789', ''],
  ['https://permits.example/verify/abcd2345efgh6789#m1.eyJ', 'm1.eyJ'],
  ['permits.example/verify/abcd2345efgh6789/?from=mail', ''],
])('%j', (said, statement) => {
  expect(printedCodeOf(said)).toEqual({ code: 'abcd2345efgh6789', statement });
});

test.each([
  '',
  '  ',
  '/',
  '#m1.eyJ',
  'hello',
  'BP-2026-000008',
  'abcd2345efgh678',
  'https://permits.example/verify',
])('there is none in %j', (said) => {
  expect(printedCodeOf(said)).toBeNull();
});

test('the paper shows its code in groups, which are read as they are typed', () => {
  const address = 'https://permits.example/verify/abcd2345efgh6789#m1.eyJ';
  const lines = linesBesideCode('Scan the code.', address);
  expect(lines).toEqual(['Scan the code.', 'abcd 2345 efgh 6789']);
  expect(printedCodeOf(lines[1] ?? '')?.code).toBe('abcd2345efgh6789');
  expect(linesBesideCode('', address)).toEqual(['abcd 2345 efgh 6789']);
  expect(linesBesideCode(null, address)).toEqual([]);
  expect(linesBesideCode('Scan the code.', 'https://permits.example/#m1.eyJ')).toEqual(['Scan the code.']);
});
