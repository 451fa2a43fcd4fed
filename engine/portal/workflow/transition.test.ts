/** What a step lacks before anything is answered in it is certain: no answer changes it. */
import { expect, test } from 'vitest';
import { type Condition } from '../model/condition.ts';
import { signedOut } from '../model/department.ts';
import { blankRecord, contextAlone } from '../model/record.ts';
import type { Portal } from '../model/portal.ts';
import type { Transition } from '../model/workflow.ts';
import { unmetByAnyAnswer } from './transition.ts';

const compare = (subject: Extract<Condition, { test: 'compare' }>['subject'], value: string): Condition => ({
  test: 'compare',
  subject,
  operator: 'is',
  operand: { value },
});
const said = compare({ from: 'input', name: 'ground' }, 'none');
const paid = compare({ from: 'record', name: 'state' }, 'paid');
const open = compare({ from: 'record', name: 'state' }, 'open');
const inParent = (of: Condition): Condition => ({ test: 'parent', type: null, of });

test.each<[string, Condition, boolean]>([
  ['the record lacks it', paid, true],
  ['the record has it', open, false],
  ['an answer gives it', said, false],
  ['an answer may give it instead', { test: 'any', of: [said, paid] }, false],
  ['it is needed besides an answer', { test: 'all', of: [said, paid] }, true],
  ['an answer may give it to a parent', inParent(said), false],
  ['the parent lacks it', inParent(paid), true],
  ['the form is judged when the step is taken', { test: 'form', is: 'complete' }, false],
])('%s', (_, condition, isUnmet) => {
  const record = blankRecord('loan', { state: 'open' });
  const ancestors = [blankRecord('shelf', { state: 'open' })];
  const context = contextAlone({ record, ancestors, today: '2026-11-27', now: '2026-11-27T02:00:00.000Z' });
  const portal = { workflows: {}, kinds: {} } as unknown as Portal;
  const needs = [{ condition, message: 'Not yet.' }];
  const unmet = unmetByAnyAnswer({ portal, visitor: signedOut, context }, { needs } as unknown as Transition);
  expect(Object.keys(unmet)).toEqual(isUnmet ? ['needs'] : []);
});
