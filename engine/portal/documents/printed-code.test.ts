/** A code is found in whatever a person types, pastes or scans. */
import { expect, test } from 'vitest';
import { linesBesideCode, printedCodeOf } from './printed-code.ts';

test.each([
  ['abcd2345', 'abcd2345', ''],
  ['  ABCD 2345 ', 'abcd2345', ''],
  ['abcd-2345', 'abcd2345', ''],
  ['https://permits.example/verify/abcd2345#m1.eyJ', 'abcd2345', 'm1.eyJ'],
  ['permits.example/verify/abcd2345/?from=mail', 'abcd2345', ''],
])('%j', (said, code, statement) => {
  expect(printedCodeOf(said)).toEqual({ code, statement });
});

test.each(['', '  ', '/', '#m1.eyJ'])('there is none in %j', (said) => {
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
