import { expect, test } from 'vitest';
import { createRandom } from '../town/random.ts';
import { ownAnswer } from './own-answers.ts';

const own = {
  random: createRandom(1),
  today: '2026-06-01',
  writtenOn: '2026-11-25',
  renamed: new Map([
    ['Ana', 'Gina'],
    ['Reyes', 'Cruz'],
    ['Ana Reyes', 'Gina Cruz'],
  ]),
  scale: 0.5,
};
const text = { type: 'string' };
const answer = (example: string): unknown => ownAnswer(text, example, own);

test('the digits of a number are their own; its prefix, its year and its shape stay', () => {
  expect(answer('09171234567')).toMatch(/^0917[1-9]{7}$/);
  expect(answer('DTI-2026-0042')).toMatch(/^DTI-2026-00[1-9]{2}$/);
  expect(answer('123-456-789-00000')).toMatch(/^[1-9]{3}-[1-9]{3}-[1-9]{3}-00000$/);
  expect(answer('(036) 288 1234')).toMatch(/^\(036\) [1-9]{3} [1-9]{4}$/);
});

test('amounts, postal codes, sentences and answers that the pattern refuses stay', () => {
  for (const example of ['2500.00', '5608', 'Beach Road 128']) expect(answer(example)).toBe(example);
  expect(ownAnswer({ ...text, pattern: '^0000123$' }, '0000123', own)).toBe('0000123');
});

test('past days lie before today in their order, and sizes stay within their limits', () => {
  const day = { ...text, format: 'date' };
  const properties = {
    born: day,
    paid: day,
    ends: day,
    rooms: { type: 'integer', minimum: 9 },
    area: { type: 'number' },
  };
  const example = {
    born: '1994-03-12',
    paid: '2026-11-05',
    ends: '2027-12-31',
    rooms: 12,
    area: 85.5,
    year: 2025,
  };
  expect(ownAnswer({ type: 'object', properties }, example, own)).toEqual({
    born: '2010-01-23',
    paid: '2026-05-22',
    ends: '2027-12-31',
    rooms: 9,
    area: 42.8,
    year: 2025,
  });
});

test('a name is the same in a text and in the address of its e-mail', () => {
  expect(answer('Ben Reyes')).toBe('Ben Cruz');
  expect(ownAnswer({ ...text, format: 'email' }, 'ana@example.com', own)).toBe('gina-cruz@example.com');
});
