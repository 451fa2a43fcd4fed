/** An explanation says what the server does, for every step of a whole municipality. */
import { expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import { explainAccess } from '../../engine/explain/explain-access.ts';
import { explainItem, isItemAsked } from '../../engine/explain/explain-requirement.ts';
import { explainStep } from '../../engine/explain/explain-step.ts';
import { questionOf } from '../../engine/explain/question.ts';
import { definite, waysTo } from '../../engine/explain/ways.ts';
import { conditionText } from '../../engine/plan/condition-text.ts';
import { may } from '../../engine/portal/access/access.ts';
import { itemsAsked } from '../../engine/portal/checklist/checklist.ts';
import { testsOf } from '../../engine/portal/conditions/possible.ts';
import type { RecordScope } from '../../engine/portal/conditions/scope.ts';
import type { Condition } from '../../engine/portal/model/condition.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import { blankRecord, contextAlone } from '../../engine/portal/model/record.ts';
import { visitorOf } from '../../engine/portal/routing/visitors.ts';
import { refusalOf } from '../../engine/portal/workflow/transition.ts';

const { portal } = await loadPortal('config', { proofs: false });
if (portal === null) throw new Error('The municipality is not sound.');
const municipality = portal;

const now = '2026-03-02T08:00:00.000Z';
const refusedBy: Readonly<Record<string, readonly (string | null)[]>> = {
  'not-found': ['owner', 'read', 'reach'],
  forbidden: ['by'],
  conflict: ['from', 'rules', 'document', 'capacity'],
  invalid: ['needs'],
};

/** One of so many scopes is tried. */
const sampled = 41;

function* scopes(): Generator<RecordScope> {
  let count = 0;
  for (const scope of allScopes()) if (count++ % sampled === 0) yield scope;
}

/** Each type in each state, of the visitor or of somebody else, met by each department and without an account. */
function* allScopes(): Generator<RecordScope> {
  const departments = [null, ...Object.keys(municipality.departments)];
  for (const [type, { examples, kinds }] of Object.entries(municipality.recordTypes)) {
    const kind = kinds.flatMap((set) => municipality.sets[set]?.kinds ?? [])[0] ?? null;
    const office = municipality.kinds[kind ?? '']?.office ?? 'menro';
    for (const state of Object.keys(municipality.workflows[type]?.states ?? { recorded: {} })) {
      for (const owner of ['me', 'another']) {
        const record = blankRecord(type, {
          id: 'r',
          state,
          kind,
          office,
          owner,
          data: examples[0] ?? {},
          createdAt: now,
        });
        const context = contextAlone({ record, today: '2026-03-02', now });
        for (const department of departments) {
          const visitor = department === null ? signedOut : visitorOf(municipality, department);
          if (visitor === null) continue;
          yield {
            portal: municipality,
            visitor: { ...visitor, account: department === null ? null : 'me' },
            context,
          };
        }
      }
    }
  }
}

const written = () => ({ place: { file: 'a.yaml', line: 1, column: 1 }, text: null });
const asked = (scope: RecordScope) => questionOf(scope, { formErrors: {}, written, above: [] });

test('a step is explained as possible where the server takes it, and refused by the rule that refuses it', () => {
  const met = { possible: 0, refused: 0 };
  for (const scope of scopes()) {
    for (const step of Object.values(municipality.workflows[scope.context.record.type]?.transitions ?? {})) {
      const request = { name: step.name, input: {}, formErrors: {}, inputErrors: {} };
      const refused = refusalOf(scope, request)?.refused ?? null;
      const { allowed, decidedBy } = explainStep(asked(scope), step);
      met[refused === null ? 'possible' : 'refused'] += 1;
      const fitting = refused === null ? [null] : (refusedBy[refused] ?? []);
      // What the person answers in the step, and the slot that they choose, are not known before.
      const isOpen = refused === 'invalid' && allowed !== false;
      expect(isOpen || fitting.includes(decidedBy?.rule ?? null)).toBe(true);
      expect(isOpen || (allowed !== false) === (refused === null)).toBe(true);
    }
  }
  expect(met.possible).toBeGreaterThan(15);
  expect(met.refused).toBeGreaterThan(500);
});

test('reading, changing and what is asked are explained as the server decides them', () => {
  for (const scope of scopes()) {
    const { type } = scope.context.record;
    for (const action of ['read', 'update'] as const)
      expect(explainAccess(asked(scope), action).allowed).toBe(may(scope, action, type));
    for (const item of itemsAsked(municipality, scope.context.record)) {
      expect(explainItem(asked(scope), item).allowed).toBe(isItemAsked(asked(scope), item));
    }
  }
});

const nothing = (one: Condition) => one.test === 'always';

test('a way turns the condition, and no smaller one does', () => {
  const conditions = Object.values(municipality.kinds).flatMap(({ applies, items }) => [
    applies,
    ...items.map(({ when }) => when),
  ]);
  let found = 0;
  for (const condition of conditions) {
    const texts = new Map(testsOf(condition).map((one) => [conditionText(one), one]));
    for (const way of waysTo(condition, nothing, true)) {
      found += 1;
      expect(definite(condition, (one) => way.includes(conditionText(one)) || nothing(one))).toBe(true);
      for (const one of way) {
        expect(texts.has(one)).toBe(true);
        expect(
          definite(condition, (other) => conditionText(other) !== one && way.includes(conditionText(other))),
        ).toBe(false);
      }
    }
  }
  expect(found).toBeGreaterThan(30);
});
