/** The database answers access rules as the functions do: generated rules, visitors and records. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Condition, Operand, Operator, Subject, Value } from '../../../engine/portal/condition.ts';
import { holds } from '../../../engine/portal/evaluate.ts';
import { may } from '../../../engine/portal/access.ts';
import type { Visitor } from '../../../engine/portal/visitor.ts';
import type { Database } from '../../../engine/server/database/database.ts';
import { openTestDatabase } from '../../../engine/server/database/testing.ts';
import { accessSql, mayReadSql } from '../../../engine/server/records/access-sql.ts';
import { readRecordById } from '../../../engine/server/records/read-record.ts';
import { complete, createParameters, toSql } from '../../../engine/server/records/sql.ts';
import { todayIn } from '../../../engine/server/records/today.ts';
import { portal } from './portal.ts';

let database: Database;
const accounts = Array.from({ length: 4 }, () => randomUUID());
const offices = ['member', 'desk', 'coast', 'hill', 'watch'];
const today = todayIn(portal.timeZone);
const types = ['order', 'clearance', 'note'] as const;

beforeAll(async () => {
  database = await openTestDatabase();
  for (const row of fc.sample(record, { numRuns: 60, seed: 7 })) await insert(row);
});
afterAll(() => database.end());

const cell = fc.oneof(
  fc.constantFrom(
    '',
    'hotel',
    'orchard',
    'x',
    '12',
    '12.50',
    '-3',
    '2026-01-01',
    '2030-12-31T10:00:00Z',
    'é',
  ),
  fc.constantFrom(0, 1, 12, 12.5, -3, 2026, 1e15),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom([], ['x'], ['hotel', 'x'], [1, 'x', null], [['x'], 'hotel'], {}, { x: 'x' }),
);
const rows = fc.array(fc.oneof(fc.record({ line: cell, gross: cell }, { requiredKeys: [] }), cell), {
  maxLength: 3,
});
const data = fc.record(
  {
    title: cell,
    year: cell,
    tags: cell,
    lines: fc.oneof(rows, cell),
    box: fc.record({ a: cell }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const state = fc.constantFrom('draft', 'sent', 'withdrawn', 'issued');
const record = fc.record({
  state,
  owner: fc.option(fc.constantFrom(...accounts)),
  office: fc.option(fc.constantFrom(...offices)),
  unit: fc.option(fc.constantFrom('north', 'south')),
  data,
  parts: fc.array(
    fc.record({ role: fc.constantFrom('helper', 'guest'), account: fc.option(fc.constantFrom(...accounts)) }),
    { maxLength: 2 },
  ),
  did: fc.array(
    fc.record({ account: fc.constantFrom(...accounts), what: fc.constantFrom('submit', 'issue') }),
    {
      maxLength: 3,
    },
  ),
  below: fc.array(
    fc.record({
      type: fc.constantFrom('clearance', 'note'),
      state,
      office: fc.option(fc.constantFrom(...offices)),
      data,
    }),
    { maxLength: 3 },
  ),
});
type Generated = typeof record extends fc.Arbitrary<infer T> ? T : never;

async function insert({ below, parts, did, ...row }: Generated): Promise<void> {
  const id = await insertRow({ ...row, type: 'order', parent: null });
  for (const { role, account } of parts) {
    await database.query(
      'INSERT INTO parties (record, role, account, department) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [id, role, account, account === null ? 'coast' : null],
    );
  }
  for (const [index, { account, what }] of did.entries()) {
    await database.query(
      "INSERT INTO events (record, version, at, account, what, state, hash) VALUES ($1, $2, now(), $3, $4, '', '')",
      [id, index + 1, account, what],
    );
  }
  for (const child of below) await insertRow({ ...row, unit: null, ...child, parent: id });
}

async function insertRow(row: {
  readonly type: string;
  readonly state: string;
  readonly owner: string | null;
  readonly office: string | null;
  readonly unit: string | null;
  readonly parent: string | null;
  readonly data: object;
}): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO records (id, type, slug, state, owner, office, unit, parent, ancestors, data)
     VALUES ($1, $2, $1::uuid::text, $3, $4, $5, $6, $7, CASE WHEN $7::uuid IS NULL THEN '{}' ELSE ARRAY[$7::uuid] END, $8)`,
    [id, row.type, row.state, row.owner, row.office, row.unit, row.parent, JSON.stringify(row.data)],
  );
  return id;
}

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom('', 'hotel', 'x', '12', 'lodging', 'sent', 'draft', 'coast', '2026-06-01', '12.50'),
  fc.constantFrom(0, 1, 12, 12.5, 2026),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(['x'], ['sent', 'draft'], ['lodging', 'farm'], ['hotel', 'x'], []),
);
const ancestor = fc.constantFrom(null, null, 'order', 'clearance');
const lookup = { name: 'lines', column: 'groups' };
const fieldPath = fc.oneof(
  fc.record({
    ancestor,
    keys: fc.constantFrom(['title'], ['year'], ['tags'], ['lines'], ['box', 'a'], ['lines', 'gross']),
    lookup: fc.constant(null),
  }),
  fc.record({
    ancestor,
    keys: fc.constantFrom(['title'], ['tags'], ['lines', 'line']),
    lookup: fc.constantFrom(lookup, { ...lookup, column: 'label' }),
  }),
);
const subject: fc.Arbitrary<Subject> = fc.oneof(
  fc.record({
    from: fc.constant('visitor' as const),
    name: fc.constantFrom('signedIn', 'department', 'unit'),
  }),
  fc.record({ from: fc.constant('flag' as const), name: fc.constantFrom('approve', 'access', 'other') }),
  fc.record({
    from: fc.constant('record' as const),
    name: fc.constantFrom('state', 'office', 'unit', 'kind', 'number', 'created'),
  }),
  fc.record({ from: fc.constant('field' as const), path: fieldPath }),
  fc.record({
    from: fc.constant('fact' as const),
    name: fc.constantFrom('groups', 'gross', 'open-clearances', 'received', 'owed', 'large', 'none'),
  }),
  fc.constant<Subject>({ from: 'param', name: 'office' }),
);
const operator: fc.Arbitrary<Operator> = fc.constantFrom(
  'is',
  'in',
  'has',
  'hasAny',
  'above',
  'below',
  'atLeast',
  'atMost',
  'before',
  'after',
  'exists',
);
const operand: fc.Arbitrary<Operand> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ value }) },
  fc.record({ field: fieldPath }),
  fc.record({ visitor: fc.constantFrom('department', 'unit', 'name', 'username') }),
  fc.record({ today: fc.record({ days: fc.integer({ min: -400, max: 400 }) }) }),
  fc.record({ officeConstant: fc.constantFrom('quota', 'none') }),
  fc.constant<Operand>({ area: true }),
);

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ test: fc.constant('compare' as const), subject, operator, operand }),
    fc.record({
      test: fc.constant('compare' as const),
      subject,
      operator,
      operand,
      each: fc.constantFrom('every' as const, 'any' as const),
    }),
    fc.constant<Condition>({ test: 'unseen' }),
    fc.constant<Condition>({ test: 'always' }),
    fc.constant<Condition>({ test: 'self' }),
    fc.record({ test: fc.constant('party' as const), role: fc.constantFrom('owner', 'helper', 'guest') }),
    fc.record({ test: fc.constant('did' as const), transitions: fc.subarray(['submit', 'issue']) }),
    fc.record({ test: fc.constant('not' as const), of: tie('condition') }),
    fc.record({
      test: fc.constantFrom('all' as const, 'any' as const),
      of: fc.array(tie('condition'), { maxLength: 3 }),
    }),
    fc.record({
      test: fc.constant('parent' as const),
      type: fc.constantFrom(null, 'order', 'clearance'),
      of: tie('condition'),
    }),
    fc.record({
      test: fc.constant('children' as const),
      type: fc.constantFrom('clearance', 'note'),
      quantifier: fc.record({
        every: fc.option(tie('condition')),
        any: fc.option(tie('condition')),
        atLeast: fc.integer({ min: 0, max: 3 }),
      }),
    }),
  ),
}));
const visitor: fc.Arbitrary<Visitor> = fc
  .record({
    signedIn: fc.boolean(),
    account: fc.option(fc.constantFrom(...accounts)),
    department: fc.option(fc.constantFrom(...offices)),
    unit: fc.option(fc.constantFrom('north', 'south')),
    flags: fc.record({ approve: fc.boolean(), access: fc.boolean() }, { requiredKeys: [] }),
  })
  .map((one) => ({ ...one, name: 'x', username: 'hotel' }));

async function storedFor(asked: Visitor, type: string) {
  const ids = await database.query<{ id: string }>('SELECT id FROM records WHERE type = $1', [type]);
  const stored = await Promise.all(
    ids.map(({ id }) => readRecordById(database, { portal, visitor: asked }, id)),
  );
  return stored.filter((one) => one !== null);
}

/** Reading the records is what takes time; what they say depends on the visitor. */
const known = new Map<string, ReturnType<typeof storedFor>>();
function contextsFor(asked: Visitor, type: string) {
  const key = JSON.stringify([asked, type]);
  const found = known.get(key) ?? storedFor(asked, type);
  known.set(key, found);
  return found;
}

const visitors = fc.sample(visitor, { numRuns: 12, seed: 3 });

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
      },
    ),
    { numRuns: Number(process.env['PARITY_RUNS'] ?? 600) },
  );
}, 120_000);

test('who may read a record finds it in the database, and nobody else', async () => {
  for (const who of visitors) {
    for (const type of types) {
      const stored = await contextsFor(who, type);
      const readable = stored.filter(({ context }) => may(portal, who, 'read', type, context));
      const parameters = createParameters();
      const place = { portal, visitor: who, parameters, alias: 'r', type, isRelative: false, today };
      const recordType = portal.recordTypes[type];
      if (recordType === undefined) throw new Error(type);
      const { text, values } = complete(toSql(mayReadSql(recordType, place)), parameters);
      const found = await database.query<{ id: string }>(
        `SELECT id FROM records r WHERE r.type = '${type}' AND ${text}`,
        values,
      );
      expect(found.map(({ id }) => id).sort()).toEqual(
        readable.map(({ context }) => context.record.id).sort(),
      );
    }
  }
});
