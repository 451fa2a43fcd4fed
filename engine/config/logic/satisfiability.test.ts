/** Which tests of one subject exclude each other, and which only seem to. */
import { expect, test } from 'vitest';
import type { Condition, Operand, Operator, Value } from '../../portal/model/condition.ts';
import { contradictsItself } from './satisfiability.ts';

function field(name: string, operator: Operator, value: Value): Condition {
  return compared(name, operator, { value });
}

function compared(name: string, operator: Operator, operand: Operand): Condition {
  return {
    test: 'compare',
    subject: { from: 'field', path: { ancestor: null, keys: [name], lookup: null } },
    operator,
    operand,
  };
}

const not = (of: Condition): Condition => ({ test: 'not', of });
const other = { ancestor: null, keys: ['b'], lookup: null };
const a = { ancestor: null, keys: ['a'], lookup: null };
const inDays = (days: number): Operand => ({ today: { days } });
const inMonths = (months: number): Operand => ({ today: { days: 0, months } });

const day = (name: string) => ({ name, day: name, years: {} });

function between(from: string, until: string): Condition {
  return { test: 'between', from: day(from), until: day(until) };
}

test.each<[string, Condition[]]>([
  ['two values', [field('a', 'is', 'x'), field('a', 'is', 'y')]],
  ['a value and its absence', [field('a', 'is', 'x'), field('a', 'exists', false)]],
  ['a value that a list does not have', [field('a', 'is', 'z'), field('a', 'in', ['x', 'y'])]],
  ['a test and its contrary', [field('a', 'is', true), not(field('a', 'is', true))]],
  ['limits the wrong way round', [field('a', 'above', 10), field('a', 'below', 5)]],
  ['dates the wrong way round', [compared('a', 'before', inDays(0)), compared('a', 'after', inDays(30))]],
  [
    'more and less than another answer',
    [compared('a', 'above', { field: other }), compared('a', 'below', { field: other })],
  ],
  [
    'another answer and less than that',
    [compared('a', 'is', { field: other }), compared('a', 'below', { field: other })],
  ],
  [
    'two dates, each before the other',
    [compared('a', 'before', { field: other }), compared('b', 'before', { field: a })],
  ],
  [
    'two dates, one the other and before it',
    [compared('b', 'is', { field: a }), compared('a', 'before', { field: other })],
  ],
  [
    'a kind that applies and does not',
    [
      { test: 'applies', is: true },
      { test: 'applies', is: false },
    ],
  ],
  ['months the wrong way round', [compared('a', 'before', inMonths(1)), compared('a', 'after', inDays(40))]],
  [
    'years and months the wrong way round',
    [compared('a', 'before', inMonths(11)), compared('a', 'after', inMonths(12))],
  ],
  ['fixed days the wrong way round', [field('a', 'after', '2027-06-30'), field('a', 'before', '2027-01-01')]],
  ['a day and an earlier limit', [field('a', 'is', '2027-06-30'), field('a', 'before', '2027-01-01')]],
  ['two times of the year that do not meet', [between('01-01', '03-31'), between('06-01', '12-30')]],
  ['a time of the year and its contrary', [between('01-01', '03-31'), not(between('01-01', '03-31'))]],
  [
    'one of a long list, and none of it',
    [field('a', 'hasAny', [...'abcdefghijklm']), not(field('a', 'hasAny', [...'zabcdefghijklm']))],
  ],
  ['one of a list, and none of it', [field('a', 'has', 'x'), not(field('a', 'hasAny', ['x', 'y']))]],
  [
    'a checklist that is accepted and returned',
    [
      { test: 'checklist', is: 'passed' },
      { test: 'checklist', is: 'returned' },
    ],
  ],
])('%s cannot be', (_, of) => {
  expect(contradictsItself({ test: 'all', of })).toBe(true);
});

test.each<[string, Condition[]]>([
  ['values of two fields', [field('a', 'is', 'x'), field('b', 'is', 'y')]],
  [
    'a fixed day before and one after today',
    [field('a', 'before', '2020-01-01'), compared('a', 'after', inDays(0))],
  ],
  ['two days in order', [field('a', 'after', '2027-01-01'), field('a', 'before', '2027-06-30')]],
  ['a value that is not another', [field('a', 'in', ['x', 'y']), not(field('a', 'is', 'x'))]],
  ['two in one list', [field('a', 'has', 'x'), field('a', 'has', 'y')]],
  ['many in one list', Array.from({ length: 10 }, (_, at) => field('a', 'has', `x${at}`))],
  ['more in one list than are tried', Array.from({ length: 12 }, (_, at) => field('a', 'has', `x${at}`))],
  ['narrow limits', [field('a', 'above', 5), field('a', 'below', 6), not(field('a', 'is', 5.5))]],
  ['dates in order', [compared('a', 'after', inDays(0)), compared('a', 'before', inDays(30))]],
  [
    'a month that may be shorter than thirty days',
    [compared('a', 'before', inDays(30)), compared('a', 'after', inMonths(1))],
  ],
  ['two times of the year that meet in a day', [between('01-01', '03-31'), between('03-31', '12-30')]],
  ['a time that reaches into the next year', [between('11-15', '01-20'), between('01-01', '03-31')]],
  [
    'at least and at most another answer',
    [compared('a', 'atLeast', { field: other }), compared('a', 'atMost', { field: other })],
  ],
  [
    'two dates, neither before the other',
    [not(compared('a', 'before', { field: other })), not(compared('b', 'before', { field: a }))],
  ],
  [
    'an order of two dates, said both ways',
    [compared('a', 'before', { field: other }), compared('b', 'after', { field: a })],
  ],
  [
    'more than one answer and less than another',
    [compared('a', 'above', { field: other }), compared('a', 'below', { field: { ...other, keys: ['c'] } })],
  ],
  [
    'rows that differ',
    [
      { ...field('a', 'is', 'x'), each: 'any' } as Condition,
      { ...field('a', 'is', 'y'), each: 'any' } as Condition,
    ],
  ],
  [
    'either of two',
    [{ test: 'any', of: [field('a', 'is', 'x'), field('a', 'is', 'y')] }, field('a', 'exists', true)],
  ],
  [
    'a checklist that is sent and returned',
    [
      { test: 'checklist', is: 'filed' },
      { test: 'checklist', is: 'returned' },
    ],
  ],
])('%s can be', (_, of) => {
  expect(contradictsItself({ test: 'all', of })).toBe(false);
});
