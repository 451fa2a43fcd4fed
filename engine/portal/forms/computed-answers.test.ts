import { expect, test } from 'vitest';
import type { Condition } from '../model/condition.ts';
import { computeAnswers } from './computed-answers.ts';

const amount = { type: 'string' };
const whole = { type: 'integer' };
const hasBranches: Condition = {
  test: 'compare',
  subject: { from: 'field', path: { ancestor: null, keys: ['has_branches'], lookup: null } },
  operator: 'is',
  operand: { value: true },
};
const form = {
  schema: {
    type: 'object',
    properties: {
      male: whole,
      female: whole,
      staff: whole,
      has_branches: { type: 'boolean' },
      branch_staff: whole,
      everybody: whole,
      lines: {
        type: 'array',
        items: { type: 'object', properties: { stock: amount, tools: amount, capital: amount } },
      },
      capital: amount,
      line_count: whole,
    },
  },
  uiSchema: {
    staff: { 'ui:compute': { sum: ['male', 'female'] } },
    everybody: { 'ui:compute': { sum: ['staff', 'branch_staff'] } },
    lines: { items: { capital: { 'ui:compute': { sum: ['stock', 'tools'] } } } },
    capital: { 'ui:compute': { sum: ['lines.capital'] } },
    line_count: { 'ui:compute': { count: 'lines' } },
  },
  conditions: [{ property: 'branch_staff', when: hasBranches, isRequired: true, isInSchema: true }],
};

test('a sum is computed from what is answered, whatever was sent for it', () => {
  expect(computeAnswers(form, { male: 2, female: 3, staff: 99 })).toMatchObject({ staff: 5, everybody: 5 });
  expect(computeAnswers(form, { male: 2 })).toMatchObject({ staff: 2 });
  expect(computeAnswers(form, { staff: 99, name: 'Ana' })).toEqual({ name: 'Ana' });
});

test('a sum of sums is computed, at every level and without binary fractions', () => {
  const lines = [{ stock: '0.10', tools: '0.20' }, { stock: '1000' }];
  expect(computeAnswers(form, { lines })).toEqual({
    lines: [
      { stock: '0.10', tools: '0.20', capital: '0.30' },
      { stock: '1000', capital: '1000' },
    ],
    capital: '1000.30',
    line_count: 2,
  });
});

test('an answer that does not apply is not added', () => {
  const answers = { male: 2, branch_staff: 7 };
  expect(computeAnswers(form, { ...answers, has_branches: true })).toMatchObject({ everybody: 9 });
  expect(computeAnswers(form, { ...answers, has_branches: false })).toMatchObject({ everybody: 2 });
});

test('nothing is computed from a text that is not a number', () => {
  expect(computeAnswers(form, { male: 'two', female: 3 })).toEqual({ male: 'two', female: 3 });
});

test('answers whose sums are right stay the same object', () => {
  const answers = { male: 2, female: 3, staff: 5, everybody: 5 };
  expect(computeAnswers(form, answers)).toBe(answers);
});
