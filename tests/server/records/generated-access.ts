/** Generated access rules, visitors and records, for the functions and the database in the access tests. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import type {
  Condition,
  ConditionSubject,
  Operand,
  Operator,
  Value,
} from '../../../engine/portal/model/condition.ts';
import type { Visitor } from '../../../engine/portal/model/department.ts';
import type { Database } from '../../../engine/server/database/database.ts';

const accounts = Array.from({ length: 4 }, () => randomUUID());
const offices = ['member', 'desk', 'coast', 'hill', 'watch'];
export const types = ['order', 'clearance', 'note'] as const;

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
    secret: cell,
    year: cell,
    tags: cell,
    lines: fc.oneof(rows, cell),
    box: fc.record({ a: cell }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const state = fc.constantFrom('draft', 'sent', 'withdrawn', 'issued');
export const record = fc.record({
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
    fc.record({
      account: fc.constantFrom(...accounts),
      what: fc.constantFrom('submit', 'issue'),
      actedFor: fc.option(fc.constantFrom(...accounts)),
    }),
    {
      maxLength: 3,
    },
  ),
  documents: fc.array(
    fc.record({
      name: fc.constantFrom('pass', 'card'),
      state: fc.constantFrom('valid', 'suspended', 'revoked'),
      until: fc.option(fc.constantFrom('2026-01-01', '2090-01-01')),
    }),
    { maxLength: 3 },
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

/** Inserts an order with its children into the database. */
export async function insert(
  database: Database,
  { below, parts, did, documents, ...row }: Generated,
): Promise<void> {
  const id = await insertRow(database, { ...row, type: 'order', parent: null });
  for (const { role, account } of parts) {
    await database.query(
      'INSERT INTO parties (record, role, account, department) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [id, role, account, account === null ? 'coast' : null],
    );
  }
  for (const [index, { account, what, actedFor }] of did.entries()) {
    await database.query(
      `INSERT INTO events (record, version, at, account, what, state, detail, configuration, hash)
       VALUES ($1, $2, now(), $3, $4, '', $5, 1, '')`,
      [id, index + 1, account, what, JSON.stringify(actedFor === null ? {} : { for: actedFor })],
    );
  }
  for (const [index, { name, state: stands, until }] of documents.entries()) {
    await database.query(
      `INSERT INTO documents (id, code, record, document, state, issued_at, valid_until)
       VALUES ($1, $1::uuid::text, $2, $3, $4, now() - make_interval(mins => $5), $6)`,
      [randomUUID(), id, name, stands, index, until],
    );
  }
  for (const child of below) await insertRow(database, { ...row, unit: null, ...child, parent: id });
}

interface Inserted {
  readonly type: string;
  readonly state: string;
  readonly owner: string | null;
  readonly office: string | null;
  readonly unit: string | null;
  readonly parent: string | null;
  readonly data: object;
}

async function insertRow(database: Database, row: Inserted): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO records (id, type, slug, state, owner, office, unit, parent, ancestors, data)
     VALUES ($1, $2, $1::uuid::text, $3, $4, $5, $6, $7, CASE WHEN $7::uuid IS NULL THEN '{}' ELSE ARRAY[$7::uuid] END, $8)`,
    [id, row.type, row.state, row.owner, row.office, row.unit, row.parent, JSON.stringify(row.data)],
  );
  return id;
}

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom('suspended', 'expired'),
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
const subject: fc.Arbitrary<ConditionSubject> = fc.oneof(
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
  fc.constant<ConditionSubject>({ from: 'param', name: 'office' }),
  fc.record({ from: fc.constant('document' as const), name: fc.constantFrom('pass', 'card') }),
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
  fc.record({
    today: fc.record(
      { days: fc.integer({ min: -400, max: 400 }), months: fc.integer({ min: -30, max: 30 }) },
      { requiredKeys: ['days'] },
    ),
  }),
  fc.record({ officeConstant: fc.constantFrom('quota', 'none') }),
  fc.constant<Operand>({ area: true }),
);

const dayOfYear = fc.record({
  name: fc.constant('a day'),
  day: fc.constantFrom('01-01', '02-29', '06-30', '12-31'),
  years: fc.constantFrom({}, { [new Date().getFullYear()]: '03-01' }),
});

export const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
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
    fc.record({ test: fc.constant('between' as const), from: dayOfYear, until: dayOfYear }),
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
export const visitor: fc.Arbitrary<Visitor> = fc
  .record({
    signedIn: fc.boolean(),
    account: fc.option(fc.constantFrom(...accounts)),
    department: fc.option(fc.constantFrom(...offices)),
    unit: fc.option(fc.constantFrom('north', 'south')),
    flags: fc.record({ approve: fc.boolean(), access: fc.boolean() }, { requiredKeys: [] }),
  })
  .map((one) => ({ ...one, name: 'x', username: 'hotel' }));

/** A visitor who acts for another officer, in every step or in those of clearances. */
export const deputy: fc.Arbitrary<Visitor> = fc
  .record({
    one: visitor,
    account: fc.constantFrom(...accounts),
    officer: fc.constantFrom(...accounts),
    steps: fc.constantFrom(null, ['clearance.issue']),
  })
  .filter(({ account, officer }) => account !== officer)
  .map(({ one, account, officer, steps }) => ({
    ...one,
    signedIn: true,
    account,
    actsFor: { account: officer, name: '12', username: 'sent', steps },
  }));
