/** Rights before and after: by hand, and against every case tried one by one. */
import { array, assert, boolean, constantFrom, letrec, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { explainAccess } from '../../engine/explain/explain-access.ts';
import { questionAlone } from '../../engine/explain/question-alone.ts';
import { compareRights } from '../../engine/plan/compare-rights.ts';
import type { RightChange } from '../../engine/plan/right-change.ts';
import { may } from '../../engine/portal/access/access.ts';
import type { Condition } from '../../engine/portal/model/condition.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { blankRecord, contextAlone } from '../../engine/portal/model/record.ts';
import { visitorOf } from '../../engine/portal/routing/visitors.ts';
import { editedPortal, type Edits } from './edited-portal.ts';

const directory = 'tests/fixtures/library';
const library = editedPortal(directory);

function told(edits: Edits): string[] {
  const { changes } = compareRights(library, editedPortal(directory, edits));
  return changes.map(say);
}

function say({ verdict, what, name, department, states, witness }: RightChange): string {
  const inStates = states.length === 0 ? '' : ` in ${states.join(', ')}`;
  const shown = witness === null ? '' : `: ${[witness.permits, ...witness.holds].join(', ')}`;
  return `${verdict} ${what} ${name} for ${department ?? 'everybody'}${inStates}${shown}`;
}

test('the same configuration gives the same rights', () => {
  const { changes, same } = compareRights(library, library);
  expect(changes).toEqual([]);
  expect(same).toBe(100);
});

test('a step that somebody else takes now', () => {
  const loan = 'workflows/loan.yaml';
  expect(
    told({ [loan]: ['to: refused, by: { department: desk }', 'to: refused, by: { party: owner }'] }),
  ).toEqual([
    'narrower step loan.refuse for desk in asked: before',
    'wider step loan.refuse for member in asked: after, party: owner',
  ]);
  expect(told({ [loan]: ['refuse: { from: asked,', 'refuse: { from: [asked, lent],'] })).toEqual([
    'wider step loan.refuse for desk in lent: after',
  ]);
});

test('a page that closes because a group lost a department', () => {
  expect(told({ 'groups.yaml': ['{ kind: [handler, supervisor] }', '{ kind: handler }'] })).toEqual([
    'narrower page staff.messages for director: before',
  ]);
});

test('a rule that was only written in another way', () => {
  const edits: Edits = {
    'records/loan.yaml': [
      'read: { any: [{ party: owner }, { department: [desk, director] }] }',
      'read: { not: { not: { any: [{ department: director }, { self: true }, { department: desk }] } } }',
    ],
  };
  expect(told(edits)).toEqual([]);
});

const departments = ['member', 'desk', 'director'] as const;
const states = Object.keys(library.workflows['loan']?.states ?? {});

/** Conditions over what a rule may ask. */
const conditions = letrec<{ condition: Condition; leaf: Condition }>((tie) => ({
  leaf: constantFrom<Condition>(
    { test: 'party', role: 'owner' },
    { test: 'self' },
    compare({ from: 'visitor', name: 'department' }, ['desk', 'member']),
    compare({ from: 'visitor', name: 'department' }, 'director'),
    compare({ from: 'flag', name: 'access' }, true),
    compare({ from: 'record', name: 'state' }, ['asked', 'lent']),
    compare({ from: 'record', name: 'state' }, 'draft'),
    compare({ from: 'record', name: 'unit' }, 'hill'),
    compare({ from: 'record', name: 'unit' }, ['hill', 'harbour']),
    compare({ from: 'field', path: { ancestor: null, keys: ['is_student'], lookup: null } }, true),
    {
      test: 'compare',
      subject: { from: 'record', name: 'office' },
      operator: 'is',
      operand: { visitor: 'department' },
    },
  ),
  condition: constantFrom(0, 1, 2, 3).chain((shape) => {
    if (shape === 0) return tie('leaf');
    if (shape === 1) return tie('condition').map((of): Condition => ({ test: 'not', of }));
    const parts = array(tie('leaf'), { minLength: 1, maxLength: 3 });
    return parts.map((of): Condition => ({ test: shape === 2 ? 'all' : 'any', of }));
  }),
}));

function compare(
  subject: Extract<Condition, { test: 'compare' }>['subject'],
  value: string | boolean | readonly string[],
): Condition {
  return { test: 'compare', subject, operator: Array.isArray(value) ? 'in' : 'is', operand: { value } };
}

test('every difference is found and no other one is told, as brute force over all cases shows', () => {
  assert(
    property(
      record({ before: conditions.condition, after: conditions.condition, isMirrored: boolean() }),
      ({ before, after, isMirrored }) => {
        const [one, other] = isMirrored ? [after, before] : [before, after];
        const { changes } = compareRights(withUpdate(one), withUpdate(other));
        for (const department of departments) {
          const found = changes.find(
            (change) => change.what === 'update' && change.department === department,
          );
          expect(found?.verdict ?? 'same').toBe(bruteForce(one, other, department));
          const isPermitted = found?.witness ? found.witness.permits === 'after' : null;
          const isExplained = found?.witness ? explained(withUpdate(other), found) : null;
          expect(isExplained).toBe(isPermitted);
        }
      },
    ),
    { numRuns: 300 },
  );
});

/** What `explain` says of the case that shows the change. */
function explained(after: Portal, { department, witness }: RightChange): boolean | null | undefined {
  const { flags = {}, state, holds: given = [], fails = [] } = witness ?? {};
  const visitor = visitorOf(after, department ?? '', flags)!;
  const loan = blankRecord('loan', { state: state ?? '' });
  const context = contextAlone({ record: loan, today: '2026-01-05', now: '2026-01-05T00:00:00Z' });
  const question = questionAlone(
    { portal: after, visitor, context },
    {
      written: (place) => ({ place, text: null }),
      given: new Map([
        ...given.map((text) => [text, true] as const),
        ...fails.map((text) => [text, false] as const),
      ]),
    },
  );
  return explainAccess(question, 'update').allowed;
}

function withUpdate(update: Condition): Portal {
  const { loan } = library.recordTypes;
  if (loan === undefined) throw new Error('The library lends no more.');
  const changed = { ...loan, access: { ...loan.access, update } };
  return { ...library, recordTypes: { ...library.recordTypes, loan: changed } };
}

function bruteForce(
  before: Condition,
  after: Condition,
  department: string,
): RightChange['verdict'] | 'same' {
  let [gains, loses] = [false, false];
  for (const access of [true, false])
    for (const state of states)
      for (const unit of ['hill', 'harbour', 'another'])
        for (const isOwner of department === 'member' ? [true, false] : [false])
          for (const isStudent of [true, false]) {
            const visitor = { ...visitorOf(library, department, { access })!, account: 'me' };
            const blank = blankRecord('loan', {
              data: { is_student: isStudent },
              createdAt: '2026-01-05T00:00:00Z',
            });
            const loan = { ...blank, state, unit, office: 'desk', owner: isOwner ? 'me' : 'somebody' };
            const context = contextAlone({ record: loan, today: '2026-01-05', now: '2026-01-05T00:00:00Z' });
            const [was, is] = [before, after].map((rule) =>
              may({ portal: withUpdate(rule), visitor, context }, 'update', 'loan'),
            );
            if (was !== is && is === true) gains = true;
            if (was !== is && was === true) loses = true;
          }
  if (gains && loses) return 'both ways';
  return gains ? 'wider' : loses ? 'narrower' : 'same';
}
