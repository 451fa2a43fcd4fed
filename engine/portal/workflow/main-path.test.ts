/** The states on the usual path. */
import { expect, test } from 'vitest';
import type { Condition } from '../model/condition.ts';
import { mainPath } from './main-path.ts';
import type { State, Transition, Workflow } from '../model/workflow.ts';

const place = { file: '', line: 1, column: 1 };
const owner: Condition = { test: 'party', role: 'owner' };
const office: Condition = {
  test: 'compare',
  subject: { from: 'record', name: 'office' },
  operator: 'is',
  operand: { visitor: 'department' },
};

function state(key: string, parts: Partial<State> = {}): State {
  return {
    key,
    title: key,
    titleForRequesters: key,
    helpForRequesters: null,
    tone: 'neutral',
    waitsFor: null,
    formerly: [],
    isSettled: false,
    isFinal: false,
    ...parts,
  };
}

function step(name: string, from: readonly string[], parts: Partial<Transition>): Transition {
  return {
    name,
    title: name,
    from,
    to: '',
    toCases: [],
    by: null,
    trigger: null,
    needs: [],
    input: null,
    saves: false,
    pick: null,
    books: null,
    takes: null,
    keeps: false,
    bulk: false,
    scan: false,
    isDelegable: false,
    extends: null,
    quorum: null,
    takesBack: [],
    // oxlint-disable-next-line unicorn/no-thenable -- the grammar's word, and a list is no promise
    then: [],
    place,
    ...parts,
  };
}

function workflow(states: readonly State[], transitions: readonly Transition[]): Workflow {
  return {
    name: 'loan',
    of: 'loan',
    initial: states[0]?.key ?? '',
    states: Object.fromEntries(states.map((one) => [one.key, one])),
    transitions: Object.fromEntries(transitions.map((one) => [one.name, one])),
    clocks: {},
    reminders: {},
  };
}

const loan = workflow(
  [
    state('draft', { waitsFor: 'owner' }),
    state('asked', { waitsFor: 'office' }),
    state('back', { waitsFor: 'owner', tone: 'warning' }),
    state('approved', { waitsFor: 'office' }),
    state('out', { tone: 'good', isSettled: true }),
    state('refused', { tone: 'bad', isFinal: true }),
    state('dropped', { isFinal: true }),
  ],
  [
    step('drop', ['draft', 'asked'], { to: 'dropped', by: owner }),
    step('send', ['draft', 'back'], { to: 'asked', by: owner }),
    step('return', ['asked'], { to: 'back', by: office }),
    step('deemed', ['asked'], { to: 'out', trigger: { test: 'lapsed', clock: 'answer' } }),
    step('approve', ['asked'], { to: 'approved', by: office }),
    step('refuse', ['asked'], { to: 'refused', by: office }),
    step('lend', ['approved'], { to: 'out', by: office }),
  ],
);

test('the usual way is taken by those whom each state waits for, not by a clock that runs out', () => {
  expect(mainPath(loan, 'draft')).toEqual(['asked', 'approved', 'out']);
  expect(mainPath(loan, 'back')).toEqual(['asked', 'approved', 'out']);
});

test('nothing comes after an end, and nothing good after a refusal', () => {
  expect(mainPath(loan, 'out')).toEqual([]);
  expect(mainPath(loan, 'refused')).toEqual([]);
  expect(mainPath(loan, 'unheard-of')).toEqual([]);
});

test('where no end is good by its tone, what is settled is the end', () => {
  const plain = workflow(
    [
      state('open', { waitsFor: 'office' }),
      state('kept', { isSettled: true }),
      state('gone', { isFinal: true }),
    ],
    [step('drop', ['open'], { to: 'gone', by: office }), step('keep', ['open'], { to: 'kept', by: office })],
  );
  expect(mainPath(plain, 'open')).toEqual(['kept']);
});

test('the usual way skips as few states as it can, and a target may depend on the record', () => {
  const visits = workflow(
    [
      state('asked', { waitsFor: 'office' }),
      state('visited', { waitsFor: 'office' }),
      state('checked', { waitsFor: 'office' }),
      state('out', { tone: 'good', isSettled: true }),
      state('waived', { tone: 'good', isSettled: true }),
    ],
    [
      step('waive', ['asked', 'checked'], { to: 'waived', by: office }),
      step('skip', ['asked'], { to: 'checked', by: office }),
      step('visit', ['asked'], { to: 'visited', by: office, books: 'visits' }),
      step('check', ['visited'], { to: 'checked', by: office }),
      step('lend', ['checked'], { to: 'out', by: office }),
    ],
  );
  expect(mainPath(visits, 'asked')).toEqual(['visited', 'checked', 'out']);
  expect(mainPath(visits, 'waived')).toEqual([]);
  const withoutVisit = mainPath(visits, 'asked', ({ to, books }) => (books === null ? to : null));
  expect(withoutVisit).toEqual(['checked', 'out']);
});
