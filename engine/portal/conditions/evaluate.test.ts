import { expect, test } from 'vitest';
import type { Condition, ConditionSubject, FieldPath, Operand, Operator } from '../model/condition.ts';
import { holds } from './evaluate.ts';
import type { Decidable } from '../model/portal.ts';
import { blankRecord, type PortalRecord, type RecordContext } from '../model/record.ts';
import type { EvaluationScope } from './scope.ts';
import { signedOut } from '../model/department.ts';

const portal: Decidable = {
  departments: {},
  aliases: {},
  groups: {},
  guards: {},
  routes: [],
  login: '',
  messages: {},
};

function record(type: string, more: Partial<PortalRecord> = {}): PortalRecord {
  return blankRecord(type, {
    id: type,
    slug: type,
    state: 'open',
    owner: 'ann',
    office: 'desk',
    since: '2026-01-01T00:00:00.000Z',
    createdAt: '2026-03-01T08:00:00.000Z',
    updatedAt: '2026-03-01T08:00:00.000Z',
    ...more,
  });
}

const context: RecordContext = {
  record: record('loan', {
    data: {
      copies: 3,
      title: 'Atlas',
      until: '2026-03-20',
      fee: '12.50',
      rows: [{ tags: ['a', 'b'] }, { tags: ['c'] }],
    },
  }),
  ancestors: [record('membership', { state: 'paid', data: { years: 2 } })],
  children: [record('paper', { state: 'seen' }), record('paper', { state: 'missing' })],
  parties: [
    { role: 'reader', account: 'bob', department: null },
    { role: 'helper', account: null, department: 'desk' },
  ],
  did: ['ask'],
  facts: { late: true },
  documents: [],
  now: '2026-01-01T00:00:00.000Z',
  input: { reason: 'torn' },
  today: '2026-03-10',
};

const visitor = { ...signedOut, signedIn: true, account: 'bob', department: 'desk', flags: { access: true } };
const scope: EvaluationScope = {
  portal,
  visitor,
  params: { office: 'desk' },
  route: { area: 'desk' },
  context,
};

const field = (...keys: string[]): FieldPath => ({ ancestor: null, keys, lookup: null });
const compare = (subject: ConditionSubject, operator: Operator, operand: Operand): Condition => ({
  test: 'compare',
  subject,
  operator,
  operand,
});
const ofField = (name: string, operator: Operator, operand: Operand): Condition =>
  compare({ from: 'field', path: field(...name.split('.')) }, operator, operand);

test.each<[string, Condition]>([
  ['a field is what it is', ofField('title', 'is', { value: 'Atlas' })],
  ['a field is one of several', ofField('title', 'in', { value: ['Atlas', 'Bible'] })],
  ['a number is above another', ofField('copies', 'above', { value: 2 })],
  ['money in a text counts as a number', ofField('fee', 'atMost', { value: 12.5 })],
  ['a date is before a day from today', ofField('until', 'before', { today: { days: 14 } })],
  ['a date is before a day some months ahead', ofField('until', 'before', { today: { days: 0, months: 2 } })],
  ['a date is after today', ofField('until', 'after', { today: { days: 0 } })],
  [
    'a field is held against another',
    ofField('copies', 'atLeast', { field: { ancestor: 'membership', keys: ['years'], lookup: null } }),
  ],
  ['a list has a value, through the rows', ofField('rows.tags', 'has', { value: 'c' })],
  ['two lists overlap', ofField('rows.tags', 'hasAny', { value: ['x', 'a'] })],
  ['a field exists', ofField('title', 'exists', { value: true })],
  ['a field is missing', ofField('gone', 'exists', { value: false })],
  [
    "a parameter is the visitor's department",
    compare({ from: 'param', name: 'office' }, 'is', { visitor: 'department' }),
  ],
  ['the department is the area', compare({ from: 'visitor', name: 'department' }, 'is', { area: true })],
  ['a flag is true', compare({ from: 'flag', name: 'access' }, 'is', { value: true })],
  ['a fact that the store knows', compare({ from: 'fact', name: 'late' }, 'is', { value: true })],
  ['an answer of the transition', compare({ from: 'input', name: 'reason' }, 'is', { value: 'torn' })],
  ['the state of the record', compare({ from: 'record', name: 'state' }, 'in', { value: ['open'] })],
  ['a party by account', { test: 'party', role: 'reader' }],
  ['a party by department', { test: 'party', role: 'helper' }],
  ['what this account did', { test: 'did', transitions: ['ask', 'lend'] }],
  [
    'some child',
    { test: 'children', type: 'paper', quantifier: { every: null, any: state('seen'), atLeast: 0 } },
  ],
  [
    'at least two children',
    { test: 'children', type: 'paper', quantifier: { every: null, any: null, atLeast: 2 } },
  ],
  [
    'every one of no children',
    { test: 'children', type: 'other', quantifier: { every: state('x'), any: null, atLeast: 0 } },
  ],
  ["the parent's state", { test: 'parent', type: 'membership', of: state('paid') }],
])('%s holds', (_title, condition) => {
  expect(holds(condition, scope)).toBe(true);
  expect(holds({ test: 'not', of: condition }, scope)).toBe(false);
});

test.each<[string, Condition]>([
  ['a missing field is nothing', ofField('gone', 'is', { value: 'Atlas' })],
  ['a missing field is below nothing', ofField('gone', 'below', { value: 9 })],
  ['a missing operand', ofField('copies', 'above', { field: field('gone') })],
  ['a text is not below a number', ofField('title', 'below', { value: 9 })],
  [
    'another state of every child',
    { test: 'children', type: 'paper', quantifier: { every: state('seen'), any: null, atLeast: 1 } },
  ],
  [
    'one more child than there are',
    { test: 'children', type: 'paper', quantifier: { every: null, any: null, atLeast: 3 } },
  ],
  ['a role that nobody has', { test: 'party', role: 'owner' }],
  ['a form that nobody looked at', { test: 'form', is: 'complete' }],
  ['a checklist that nobody looked at', { test: 'checklist', is: 'passed' }],
  ['a flag that the visitor has not', compare({ from: 'flag', name: 'toString' }, 'exists', { value: true })],
])('%s does not hold', (_title, condition) => {
  expect(holds(condition, scope)).toBe(false);
  expect(holds({ test: 'not', of: condition }, scope)).toBe(true);
});

test.each([
  { test: 'wish' },
  { test: 'compare', subject: { from: 'wish', name: 'a' }, operator: 'is', operand: { value: true } },
])('what only another version of the engine knows does not hold: %j', (unknown) => {
  expect(holds(unknown as Condition, scope)).toBe(false);
});

test('without a record nothing about a record holds', () => {
  const { context: _context, ...guard } = scope;
  expect(holds({ test: 'party', role: 'reader' }, guard)).toBe(false);
  expect(holds(state('open'), guard)).toBe(false);
  expect(holds({ test: 'self' }, guard)).toBe(false);
});

function state(name: string): Condition {
  return compare({ from: 'record', name: 'state' }, 'is', { value: name });
}
