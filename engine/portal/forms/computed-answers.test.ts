import { expect, test } from 'vitest';
import type { Condition } from '../model/condition.ts';
import type { Computation } from '../model/form.ts';
import { computeAnswers } from './computed-answers.ts';
import type { Answers } from './form-conditions.ts';

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

const isLarge: Condition = {
  test: 'compare',
  subject: { from: 'field', path: { ancestor: null, keys: ['area'], lookup: null } },
  operator: 'above',
  operand: { value: 100 },
};

/** What a form with this one computed question stores, and its type. */
function computedBy(computation: Computation, type = 'number') {
  const one = { schema: { properties: { figure: { type } } }, conditions: [] };
  const ui = { figure: { 'ui:compute': computation } };
  return (answers: Answers) => computeAnswers({ ...one, uiSchema: ui }, answers)['figure'];
}

const rows = { rows: [{ points: 7 }, {}, { points: 8.5 }] };

test.each<readonly [Computation, Answers, unknown]>([
  [{ product: ['area', { number: '0.1' }] }, { area: 0.3 }, 0.03],
  [{ product: ['area', 'price'] }, { area: 3 }, undefined],
  [{ difference: ['a', 'b', 'c'] }, { a: '10', b: '0.1', c: '0.2' }, 9.7],
  [{ difference: ['a', { sum: ['b', { number: '0' }] }] }, { a: 10 }, 10],
  [{ quotient: ['a', 'b'] }, { a: 1, b: 0 }, undefined],
  [{ quotient: ['a', 'b'] }, { a: 1, b: 8 }, 0.125],
  [{ average: ['rows.points'] }, rows, 7.75],
  [{ min: ['rows.points', 'a'] }, rows, 7],
  [{ max: ['rows.points', { number: '9' }] }, rows, 9],
  [{ max: ['rows.points'] }, { rows: [] }, undefined],
  [{ count: 'rows' }, rows, 3],
  [{ percent: ['part', 'whole'] }, { part: '25.00', whole: '80.00' }, 31.25],
  [{ rate: [{ number: '12' }, 'price'], round: { to: '0.01', mode: 'up' } }, { price: '10.01' }, 1.21],
  [{ days: { from: 'a', to: 'b' } }, { a: '2027-03-27', b: '2027-03-29' }, 2],
  [{ days: { from: 'a', to: 'b' } }, { a: '2027-02-30', b: '2027-03-29' }, undefined],
  [{ months: { from: 'a', to: 'b' } }, { a: '2027-01-31', b: '2027-02-28' }, 1],
  [{ months: { from: 'a', to: 'b' } }, { a: '2027-03-15', b: '2027-01-16' }, -1],
  [{ years: { from: 'a', to: 'b' } }, { a: '2000-02-29', b: '2018-02-27' }, 17],
  [{ years: { from: 'a', to: 'b' } }, { a: '2000-02-29', b: '2018-02-28' }, 18],
])('%j of %j is %j', (computation, answers, expected) => {
  expect(computedBy(computation)(answers)).toBe(expected);
});

test('the first case that is true gives the figure', () => {
  const figure = computedBy({
    cases: [{ when: isLarge, value: { product: ['area', { number: '2' }] } }],
    otherwise: null,
  });
  expect([101, 100].map((area) => figure({ area }))).toEqual([202, undefined]);
});

test('rows beyond the most that a list may have are not computed', () => {
  const ui = { lines: { items: { capital: { 'ui:compute': { sum: ['stock'] } } } } };
  const lines = { ...form.schema.properties.lines, maxItems: 2 };
  const short = { schema: { properties: { lines } }, uiSchema: ui, conditions: [] };
  const sent = [{ stock: '1.5' }, { stock: '2.5' }, { stock: '3.5' }];
  expect(computeAnswers(short, { lines: sent })).toEqual({
    lines: [{ stock: '1.5', capital: '1.50' }, { stock: '2.5', capital: '2.50' }, { stock: '3.5' }],
  });
});

test('an amount keeps its centavos', () => {
  expect(computedBy({ product: ['quantity', 'price'] }, 'string')({ quantity: 3, price: '0.10' })).toBe(
    '0.30',
  );
});
