/** The database evaluates access rules like the functions: generated rules, visitors and records. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holds } from '../../../engine/portal/conditions/evaluate.ts';
import { inStates } from '../../../engine/portal/conditions/possible.ts';
import { may, viewOf } from '../../../engine/portal/access/access.ts';
import { isToDo } from '../../../engine/portal/checklist/to-do.ts';
import type { Condition } from '../../../engine/portal/model/condition.ts';
import type { QuorumRule, Workflow } from '../../../engine/portal/model/workflow.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { RecordContext } from '../../../engine/portal/model/record.ts';
import { signedOut, type Visitor } from '../../../engine/portal/model/department.ts';
import type { Database } from '../../../engine/server/database/database.ts';
import { openTestDatabase } from '../../../engine/server/database/testing.ts';
import {
  accessSql,
  isToDoSql,
  mayListSql,
  mayReadSql,
  maySeeSql,
} from '../../../engine/server/sql/access-sql.ts';
import { readRecordById } from '../../../engine/server/records/rows/read-record.ts';
import { complete, createParameters, toSql } from '../../../engine/server/sql/sql.ts';
import { todayIn } from '../../../engine/server/sql/today.ts';
import { condition, deputy, insert, record, types, visitor } from './generated-access.ts';
import { officeOwn, portal } from './portal.ts';

let database: Database;
const today = todayIn(portal.timeZone);

beforeAll(async () => {
  database = await openTestDatabase();
  for (const row of fc.sample(record, { numRuns: 60, seed: 7 })) await insert(database, row);
});
afterAll(() => database.end());

async function storedFor(asked: Visitor, type: string) {
  const ids = await database.query<{ id: string }>('SELECT id FROM records WHERE type = $1', [type]);
  const stored = await Promise.all(
    ids.map(({ id }) => readRecordById(database, { portal, visitor: asked }, id)),
  );
  return stored.filter((one) => one !== null);
}

/** Reading the records takes the time; the result depends on the visitor. */
const known = new Map<string, ReturnType<typeof storedFor>>();
function contextsFor(asked: Visitor, type: string) {
  const key = JSON.stringify([asked, type]);
  const found = known.get(key) ?? storedFor(asked, type);
  known.set(key, found);
  return found;
}

const visitors = [
  ...fc.sample(visitor, { numRuns: 12, seed: 3 }),
  ...fc.sample(deputy, { numRuns: 6, seed: 3 }),
];

/** A list with an empty cell, a list and a row are equal to nothing, not even to themselves. */
const sameLists = (['is', 'in', 'has', 'hasAny'] as const).flatMap((operator) =>
  ['lines', 'tags', 'box'].map((name): Condition => {
    const path = { ancestor: null, keys: [name], lookup: null };
    return { test: 'compare', subject: { from: 'field', path }, operator, operand: { field: path } };
  }),
);

test('a rule gives the same records as a function and as SQL', async () => {
  await fc.assert(
    fc.asyncProperty(
      condition,
      fc.constantFrom(...visitors),
      fc.constantFrom(...types),
      async (rule, who, type) => {
        const stored = await contextsFor(who, type);
        const byFunction = stored
          .filter(({ context }) => holds(rule, { portal, visitor: who, context }))
          .map(({ context }) => context.record.id);
        const { text, values } = accessSql(rule, { portal, visitor: who, type, today });
        const bySql = await database.query<{ id: string }>(
          `SELECT id FROM records r WHERE r.type = '${type}' AND ${text}`,
          values,
        );
        expect(bySql.map(({ id }) => id).sort()).toEqual(byFunction.sort());
        const states = [...new Set(stored.map(({ context }) => context.record.state))].slice(0, 2);
        const ruleThere = inStates(rule, states);
        for (const { context } of stored.filter((one) => states.includes(one.context.record.state))) {
          const scope = { portal, visitor: who, context };
          expect(holds(ruleThere, scope)).toBe(holds(rule, scope));
        }
      },
    ),
    {
      numRuns: Number(process.env['PARITY_RUNS'] ?? 600),
      examples: sameLists.flatMap((rule) => types.map((type) => [rule, visitors[0] ?? signedOut, type])),
    },
  );
}, 120_000);

test.each([
  [
    'who may read a record finds it in the database, and nobody else',
    mayReadSql,
    (who: Visitor, context: RecordContext) =>
      may({ portal, visitor: who, context }, 'read', context.record.type),
  ],
  [
    'a list that is open to everybody shows what each visitor sees in whole or in part, and no more',
    maySeeSql,
    (who: Visitor, context: RecordContext) => viewOf({ portal, visitor: who, context }) !== null,
  ],
  [
    'what waits for a visitor is the same in the database',
    isToDoSql,
    (who: Visitor, context: RecordContext) => isToDo({ portal, visitor: who, context }),
  ],
])('%s', async (_what, clauseOf, isThere) => {
  for (const who of [...visitors, signedOut]) {
    for (const type of types) {
      const stored = await contextsFor(who, type);
      const recordType = portal.recordTypes[type];
      if (recordType === undefined) throw new Error(type);
      const all = [...new Set(stored.map(({ context }) => context.record.state))];
      // A list of one state knows the state of its rows, and its statement leaves out what follows from it.
      for (const states of [all, ...all.map((state) => [state])]) {
        const expected = stored.filter(
          ({ context }) => states.includes(context.record.state) && isThere(who, context),
        );
        const parameters = createParameters();
        const place = { portal, visitor: who, parameters, alias: 'r', type, isRelative: false, today };
        const told = states === all ? {} : { known: { alias: 'r', states } };
        const clause = toSql(clauseOf(recordType, { ...place, ...told }));
        const asked = parameters.add(states, 'text[]');
        const { text, values } = complete(
          `SELECT id FROM records r WHERE r.type = '${type}' AND r.state = ANY(${asked}) AND ${clause}`,
          parameters,
        );
        const found = await database.query<{ id: string }>(text, values);
        expect(found.map(({ id }) => id).sort()).toEqual(
          expected.map(({ context }) => context.record.id).sort(),
        );
      }
    }
  }
});

const { order, clearance } = portal.recordTypes;
if (order === undefined || clearance === undefined) throw new Error('The portal has lost its types.');
/** A reader who clears an order sees all its clearances in part. */
const besides: Portal = {
  ...portal,
  recordTypes: {
    ...portal.recordTypes,
    order: {
      ...order,
      derived: { ...order.derived, 'is-mine': { measure: 'exists', of: 'clearance', where: officeOwn } },
    },
    clearance: {
      ...clearance,
      access: {
        ...clearance.access,
        summary: {
          to: {
            test: 'compare',
            subject: { from: 'fact', name: 'is-mine' },
            operator: 'is',
            operand: { value: true },
          },
          fields: ['office', 'due'],
        },
      },
    },
  },
};

test('who sees a record in part, for what stands beside it, is listed it, and nobody else', async () => {
  const ids = await database.query<{ id: string }>(`SELECT id FROM records WHERE type = 'clearance'`);
  let inPart = 0;
  for (const who of visitors) {
    const scope = { portal: besides, visitor: who };
    const stored = await Promise.all(ids.map(({ id }) => readRecordById(database, scope, id)));
    const views = stored.flatMap((one) =>
      one === null
        ? []
        : [[one.context, viewOf({ portal: besides, visitor: who, context: one.context })] as const],
    );
    const seen = views.filter(([, view]) => view !== null);
    inPart += seen.filter(([, view]) => view?.level === 'summary').length;
    const parameters = createParameters();
    const place = { ...scope, parameters, alias: 'r', type: 'clearance', isRelative: false, today };
    const recordType = besides.recordTypes['clearance'] ?? clearance;
    const { text, values } = complete(toSql(mayListSql(recordType, place)), parameters);
    const found = await database.query<{ id: string }>(
      `SELECT id FROM records r WHERE r.type = 'clearance' AND ${text}`,
      values,
    );
    expect(found.map(({ id }) => id).sort()).toEqual(seen.map(([{ record: one }]) => one.id).sort());
  }
  expect(inPart).toBeGreaterThan(0);
});

/** Owners and helpers reject an order together. */
const together: Portal = {
  ...portal,
  workflows: {
    ...portal.workflows,
    order: withQuorum(portal.workflows['order'], {
      steps: ['reject'],
      roles: ['owner', 'helper'],
      atLeast: 2,
    }),
  },
};

function withQuorum(workflow: Workflow | undefined, quorum: QuorumRule): Workflow {
  const step = workflow?.transitions['reject'];
  if (workflow === undefined || step === undefined) throw new Error('The order has lost its steps.');
  return { ...workflow, transitions: { ...workflow.transitions, reject: { ...step, quorum } } };
}

test('a step of several people waits for each of them until they have taken it, in the database too', async () => {
  // Half of the owners have signed, and some of them are helpers elsewhere.
  await database.query(
    `UPDATE records r SET signatures = jsonb_build_array(jsonb_build_object('step', 'reject', 'by', ARRAY[r.owner], 'version', 2))
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM records WHERE type = 'order' AND owner IS NOT NULL) x
       WHERE x.id = r.id AND x.n % 2 = 0`,
  );
  const ids = await database.query<{ id: string }>(`SELECT id FROM records WHERE type = 'order'`);
  const told = new Set<string>();
  for (const who of [...visitors, signedOut]) {
    const scope = { portal: together, visitor: who };
    const stored = await Promise.all(ids.map(({ id }) => readRecordById(database, scope, id)));
    const expected = stored.flatMap((one) =>
      one !== null && isToDo({ ...scope, context: one.context }) ? one.context.record.id : [],
    );
    const parameters = createParameters();
    const place = { ...scope, parameters, alias: 'r', type: 'order', isRelative: false, today };
    const { text, values } = complete(
      `SELECT id FROM records r WHERE r.type = 'order' AND ${toSql(isToDoSql(order, place))}`,
      parameters,
    );
    const found = await database.query<{ id: string }>(text, values);
    expect(found.map(({ id }) => id).sort()).toEqual(expected.sort());
    for (const { id } of found) told.add(id);
  }
  expect(told.size).toBeGreaterThan(0);
});
