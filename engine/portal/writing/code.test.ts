import { expect, test } from 'vitest';
import { inShape, isOfDigits, patternOfShapes, writeCode } from './code.ts';

const tin = { shapes: ['###-###-###-#####', '###-###-###-###', '###-###-###'], capitals: false };

test.each([
  ['123456789', '123-456-789'],
  ['123 456 789 000', '123-456-789-000'],
  [' 123.456.789-00000 ', '123-456-789-00000'],
  ['123-456-789', '123-456-789'],
])('the tax number %s is stored as %s', (typed, stored) => {
  expect(writeCode(typed, tin)).toBe(stored);
  expect(writeCode(stored, tin)).toBe(stored);
  expect(stored).toMatch(new RegExp(patternOfShapes(tin.shapes)));
});

test('a text that fits no shape stays as typed', () => {
  for (const typed of ['12345678', 'TIN 123456789', '1234567890', '']) {
    expect(writeCode(typed, tin)).toBe(typed);
    expect(typed).not.toMatch(new RegExp(patternOfShapes(tin.shapes)));
  }
});

test('the plus of a telephone number of another country stays', () => {
  const shapes = ['#### ### ####', '(###) ### ####'];
  expect(inShape('09171234567', shapes)).toBe('0917 123 4567');
  expect(inShape('+14155552671', shapes)).toBeNull();
  expect(inShape('+14155552671', [...shapes, '+# ### ### ####'])).toBe('+1 415 555 2671');
});

test('letters become capitals, in shapes and in free texts', () => {
  expect(writeCode('abc 1234', { shapes: ['AAA-####'], capitals: true })).toBe('ABC-1234');
  expect(writeCode('  abc   1234 ', { shapes: [], capitals: true })).toBe('ABC 1234');
  expect(writeCode(' Or-12 ', { shapes: [], capitals: false })).toBe('Or-12');
  expect(inShape('X9', ['**'])).toBe('X9');
});

test('signs of a shape are literal in its pattern', () => {
  expect('1-2').toMatch(new RegExp(patternOfShapes(['#-#']), 'u'));
  expect('(036) 288.1234').toMatch(new RegExp(patternOfShapes(['(###) ###.####'])));
  expect('(036) 288x1234').not.toMatch(new RegExp(patternOfShapes(['(###) ###.####'])));
});

test('a keyboard of digits fits shapes of digits only', () => {
  expect(isOfDigits(tin.shapes)).toBe(true);
  expect(isOfDigits(['AA-##'])).toBe(false);
  expect(isOfDigits([])).toBe(false);
});
