import { afterEach, expect, test } from 'vitest';
import { speak } from '../text.ts';
import { keepRemark, readRemark } from './remarks.ts';

afterEach(() => speak('en', {}));

test('a frequent remark is kept in English and read in the language of its reader', () => {
  speak('fil', { 'A page is missing.': 'May kulang na pahina.' });
  const frequent = ['May kulang na pahina.'];
  expect(keepRemark('May kulang na pahina.', frequent)).toBe('A page is missing.');
  expect(readRemark('A page is missing.')).toBe('May kulang na pahina.');
  speak('en', {});
  expect(readRemark('A page is missing.')).toBe('A page is missing.');
  expect(keepRemark('A page is missing.', ['A page is missing.'])).toBe('A page is missing.');
});

test('what somebody writes in his own words stays as it is', () => {
  speak('fil', { 'A page is missing.': 'May kulang na pahina.' });
  expect(keepRemark('Kulang ang likod.', ['May kulang na pahina.'])).toBe('Kulang ang likod.');
  expect(readRemark('The back is missing.')).toBe('The back is missing.');
});
