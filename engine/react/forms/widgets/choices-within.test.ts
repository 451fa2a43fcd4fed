import { expect, test } from 'vitest';
import type { FormContext } from '../form-context.ts';
import { choicesWithin } from './choices-within.ts';

const streets = ['high', 'low', 'mill'].map((value) => ({ value, label: value }));
const within = { field: 'district', of: ['north', 'south', 'north'] };

function offered(answers: FormContext['answers']): string[] {
  return choicesWithin(streets, within, { answers }).map(({ label }) => label);
}

test('offers what belongs to the other answer, and everything while there is none', () => {
  expect(offered({ district: 'north' })).toEqual(['high', 'mill']);
  expect(offered({ district: 'south' })).toEqual(['low']);
  expect(offered({})).toEqual(['high', 'low', 'mill']);
  expect(offered({ district: '' })).toEqual(['high', 'low', 'mill']);
});

test('leaves choices alone that depend on nothing', () => {
  expect(choicesWithin(streets, undefined, undefined)).toBe(streets);
});
