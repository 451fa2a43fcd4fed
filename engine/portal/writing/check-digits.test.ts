/** Check digits of published examples, and of every mistake that they must find. */
import { expect, test } from 'vitest';
import { checkDigitsFor, hasCheckDigits } from './check-digits.ts';

test('published numbers have the right digits', () => {
  // Examples of ISO 7064 (794 has 44), of an LEI (ISO 17442) and of a bank card (ISO/IEC 7812-1).
  expect(checkDigitsFor('794')).toBe('44');
  expect(hasCheckDigits('5493001KJTIIGC8Y1R12', 'mod-97')).toBe(true);
  expect(hasCheckDigits('4539 1488 0343 6467', 'luhn')).toBe(true);
  expect(hasCheckDigits('8273 1232 7352 0569', 'luhn')).toBe(false);
  expect(hasCheckDigits('', 'luhn')).toBe(false);
  // The remainder is right, but there is no number.
  expect(hasCheckDigits('01', 'mod-97')).toBe(false);
  expect(hasCheckDigits('98', 'mod-97')).toBe(false);
});

test('one wrong character, or two that changed places, do not fit', () => {
  const number = 'MP-2026-000123-';
  const whole = `${number}${checkDigitsFor(number)}`;
  expect(hasCheckDigits(whole, 'mod-97')).toBe(true);
  const marks = [...whole];
  for (const [at, mark] of marks.entries()) {
    for (const other of '0123456789ABCXYZ') {
      if (!/[A-Z0-9]/.test(mark) || other === mark) continue;
      expect(hasCheckDigits(marks.with(at, other).join(''), 'mod-97')).toBe(false);
    }
    const next = marks[at + 1];
    if (next === undefined || next === mark || !/[A-Z0-9]{2}/.test(mark + next)) continue;
    expect(
      hasCheckDigits(
        marks
          .with(at, next)
          .with(at + 1, mark)
          .join(''),
        'mod-97',
      ),
    ).toBe(false);
  }
});
