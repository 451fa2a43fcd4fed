import { expect, test } from 'vitest';
import { withChoiceNames } from './choices.ts';

function namesOf(schema: object, uiSchema = {}): unknown {
  return withChoiceNames({ schema: { ...schema }, uiSchema }).uiSchema['ui:enumNames'];
}

test('choices without words are named by their values, keys as words', () => {
  expect(namesOf({ enum: ['large_print', 'e-book', 'DVD', '10 days'] })).toEqual([
    'Large print',
    'E book',
    'DVD',
    '10 days',
  ]);
  expect(namesOf({ type: 'array', items: { enum: ['by_post'] } })).toEqual(['By post']);
});

test('what the author wrote stays, and what is no word gets none', () => {
  expect(namesOf({ enum: ['a'] }, { 'ui:enumNames': ['Adults'] })).toEqual(['Adults']);
  expect(namesOf({ enum: [1, 2] })).toBeUndefined();
  expect(namesOf({ type: 'string' })).toBeUndefined();
});
