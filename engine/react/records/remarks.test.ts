import { afterEach, expect, test } from 'vitest';
import { checklistMessages } from '../../locales/checklist.ts';
import { english } from '../../portal/say.ts';
import { speak } from '../text.ts';

const { code } = checklistMessages.remarkPageMissing;
const filipino = { language: 'fil', texts: { [code]: 'May kulang na pahina.' } };
import { keepRemark, readRemark } from './remarks.ts';

afterEach(() => speak(english));

test('a frequent remark is kept in English and read in the language of its reader', () => {
  speak(filipino);
  expect(keepRemark('May kulang na pahina.')).toBe('A page is missing.');
  expect(readRemark('A page is missing.')).toBe('May kulang na pahina.');
  speak(english);
  expect(readRemark('A page is missing.')).toBe('A page is missing.');
  expect(keepRemark('A page is missing.')).toBe('A page is missing.');
});

test('what somebody writes in his own words stays as it is', () => {
  speak(filipino);
  expect(keepRemark('Kulang ang likod.')).toBe('Kulang ang likod.');
  expect(readRemark('The back is missing.')).toBe('The back is missing.');
});
