/** Answers in words, whatever somebody typed. */
import { expect, test } from 'vitest';
import { sampleSlice } from '../sample/sample-slice.ts';
import { sayValue } from './words.ts';

test.each([
  ['constructor', {}, 'constructor'],
  ['red', { red: 'Red label' }, 'Red label'],
  [3, { 3: 'Three' }, 'Three'],
  [4, { 3: 'Three' }, '4'],
])('says %j as what was answered', (value, labels, said) => {
  expect(sayValue(value, sampleSlice, labels)).toBe(said);
});
