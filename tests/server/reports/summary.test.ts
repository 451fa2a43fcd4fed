/** Summaries: whatever happens to records, a report from its summary equals the same report from the records. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireReport } from '../../../engine/contract/reports.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { Report, ReportGroup, ReportMeasure } from '../../../engine/portal/model/report.ts';
import type { Queryable } from '../../../engine/server/database/database.ts';
import { runReport } from '../../../engine/server/reports/register-reports.ts';
import type { ReportChoice } from '../../../engine/server/reports/report-choice.ts';
import { rollUp } from '../../../engine/server/reports/roll-up.ts';
import { type Caller, type Office, openOffice } from '../records/office.ts';
import {
  all,
  always,
  any,
  department,
  nobody,
  not,
  officeOwn,
  party,
  path,
  portal as plain,
  recordType,
  state,
} from '../records/portal.ts';

const month = (title: string, column: 'created' | 'updated' | 'due'): ReportGroup => ({
  title,
  by: { column },
  each: 'month',
});
const byOffice: ReportGroup = { title: 'Office', by: { column: 'office' }, each: null };
const count: ReportMeasure = { measure: 'count', title: 'Number' };
const clock = (as: 'met' | 'missed' | 'share'): ReportMeasure => ({
  measure: 'clock',
  title: as,
  clock: 'whole',
  stops: ['done', 'refused'],
  as,
});
const time = (as: 'median' | 'p90' | 'mean' | 'longest'): ReportMeasure => ({
  measure: 'time',
  title: as,
  from: 'open',
  to: 'done',
  in: 'working days',
  as,
});
const flow = (as: 'arrived' | 'left' | 'open'): ReportMeasure => ({
  measure: 'flow',
  title: as,
  arrives: ['open'],
  leaves: ['done', 'refused'],
  as,
});

const usual = {
  help: null,
  of: 'errand',
  where: always,
  period: 'created',
  chart: null,
  opens: null,
} as const;
const place = { file: 'reports/test.yaml', line: 1, column: 1 };

function report(name: string, groupBy: readonly ReportGroup[], parts: Partial<Report>): Report {
  return { ...usual, name, title: name, groupBy, measures: [count], mail: null, place, ...parts };
}

const reports = [
  report('by-state', [{ title: 'State', by: { column: 'state' }, each: null }, byOffice], {}),
  report('own', [{ title: 'Kind', by: { field: path('kind') }, each: null }], {
    where: all(officeOwn, not(state('refused'))),
    measures: [count, { measure: 'sum', title: 'Amount', of: path('amount') }],
  }),
  report('clocks', [month('Created', 'created'), { title: 'By', by: { steps: ['finish'] }, each: null }], {
    where: not(state('draft')),
    measures: [clock('met'), clock('missed'), clock('share'), time('mean')],
  }),
  report('times', [byOffice], {
    period: 'updated',
    where: state('done', 'refused'),
    measures: [time('median'), time('p90'), time('mean'), time('longest'), count],
  }),
  report('due', [month('Due', 'due'), month('Created', 'created')], { period: 'due' }),
  report('flows', [month('Month', 'created'), byOffice], {
    measures: [flow('arrived'), flow('left'), flow('open')],
  }),
  report('all', [], { measures: [count, time('p90')] }),
];

const errand = recordType('errand', {
  access: {
    ...nobody,
    create: department('member'),
    // The rule depends on the state only for the desk.
    read: any(
      party('owner'),
      all(officeOwn, not(state('hidden'))),
      all(department('desk'), not(state('secret'))),
    ),
  },
});
const states = ['draft', 'open', 'done', 'refused', 'hidden', 'secret'];
const portal: Portal = {
  ...plain,
  recordTypes: { ...plain.recordTypes, errand },
  workflows: {
    ...plain.workflows,
    errand: {
      ...plain.workflows['order']!,
      initial: 'draft',
      transitions: {},
      states: Object.fromEntries(
        states.map((key) => [
          key,
          {
            ...plain.workflows['order']!.states['draft']!,
            key,
            waitsFor: key === 'draft' ? 'owner' : 'office',
          },
        ]),
      ),
    },
  },
  reports: Object.fromEntries(reports.map((one) => [one.name, one])),
};

let office: Office;
let readers: Caller[];
const start = new Date('2026-06-01T00:00:00Z');
let now = start;
/** The source of the last report. */
let isFromCells = false;

beforeAll(async () => {
  office = await openOffice(portal);
  readers = await Promise.all(['member', 'desk', 'coast', 'hill'].map((key) => office.person(key)));
});
afterAll(() => office.end());

/** @param from null: as the server does it; `records`: as if there were no summary */
async function run(
  { visitor }: Caller,
  name: string,
  {
    choice,
    from = null,
    of = portal,
  }: { readonly choice: ReportChoice; readonly from?: 'records' | null; readonly of?: Portal },
): Promise<WireReport> {
  const { database } = office;
  const client: Queryable = {
    query: async (statement, values) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      isFromCells = text.includes('report_cells');
      if (from === 'records' && text.includes('FROM report_summaries')) return [];
      return database.query(statement, values);
    },
  };
  return runReport(client, { portal: of, visitor, now }, { report: of.reports[name]!, choice });
}

const everything: ReportChoice = { from: null, to: null, groups: null, each: null };

function roll(size?: { readonly atOnce: number; readonly most: number }): Promise<void> {
  return rollUp({ ...office.desk.application, portal: () => portal, now: () => now }, size);
}

/** A number for each measure: sums may differ in their last zeros, means in their last bit. */
function rounded({ rows, total }: WireReport): unknown {
  return {
    rows: rows.map(({ groups, values }) => [...groups.map(({ value }) => value), numbers(values)]),
    total: numbers(total),
  };
}

function numbers(values: WireReport['total']): unknown {
  return values?.map((value) => (value === null ? null : Number(Number(value).toFixed(9))));
}

const moment = fc
  .date({ min: new Date('2024-11-01'), max: new Date('2026-05-30'), noInvalidDate: true })
  .map((date) => date.toISOString());
const soon = fc
  .date({ min: start, max: new Date('2026-09-30'), noInvalidDate: true })
  .map((date) => date.toISOString());
const change = fc.record({
  which: fc.nat({ max: 30 }),
  state: fc.constantFrom(...states),
  what: fc.constantFrom('submit', 'finish'),
  at: moment,
  by: fc.nat({ max: 3 }),
  office: fc.constantFrom('coast', 'hill', null),
  kind: fc.constantFrom('a', 'b', null),
  amount: fc.constantFrom(1, '2.50', '0.125', null),
  due: fc.option(fc.oneof(moment, soon)),
  clock: fc.constantFrom('running', 'stopped', 'paused', null),
});
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;
const day = fc.option(
  fc
    .date({ min: new Date('2024-06-01'), max: new Date('2026-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const choice: fc.Arbitrary<ReportChoice> = fc
  .record({
    days: fc.tuple(day, day),
    groups: fc.constantFrom(null, [1], [2], []),
    each: fc.constantFrom(null, 'day', 'quarter', 'year'),
  })
  .map(({ days: [one, other], groups, each }) => {
    const [from, to] = one !== null && other !== null && one > other ? [other, one] : [one, other];
    return { from, to, groups, each };
  });
const action = fc.oneof(
  { weight: 6, arbitrary: change },
  {
    weight: 1,
    arbitrary: fc.record({ atOnce: fc.constantFrom(1, 2, 5, 100), most: fc.constantFrom(1, 3, 100) }),
  },
  { weight: 1, arbitrary: fc.record({ days: fc.nat({ max: 40 }) }) },
);

/** Changes the record, or makes it, and writes the event, as every step does. */
async function apply(
  ids: string[],
  { which, by, what, at, ...to }: Omit<Change, 'kind'> & { readonly kind: string | null },
): Promise<void> {
  const id = (ids[which] ??= randomUUID());
  const clocks =
    to.clock === null ? {} : { whole: { state: to.clock, startedAt: '2024-11-01T00:00:00Z', due: to.due } };
  await office.database.transaction(async (client) => {
    const [row] = await client.query<{ version: number }>(
      `INSERT INTO records AS r (id, type, slug, state, owner, office, data, due, clocks, created_at, updated_at)
       VALUES ($1, 'errand', $1::uuid::text, $2, $3, $4, $5, $6, $7, $8, $8)
       ON CONFLICT (id) DO UPDATE SET state = $2, data = $5, due = $6, clocks = $7, updated_at = greatest(r.updated_at, $8), version = r.version + 1
       RETURNING version`,
      [
        id,
        to.state,
        readers[by]?.visitor.account,
        to.office,
        { kind: to.kind, amount: to.amount },
        to.due,
        clocks,
        at,
      ],
    );
    await client.query(
      `INSERT INTO events (record, version, at, what, state, account, configuration, hash) VALUES ($1, $2, $3, $4, $5, $6, 1, '')`,
      [id, row?.version, at, what, to.state, by === 0 ? null : readers[by]?.visitor.account],
    );
  });
}

async function forgetSummaries(): Promise<void> {
  now = start;
  for (const table of ['report_summaries', 'report_cells', 'report_places'])
    await office.database.query(`DELETE FROM ${table}`);
}

async function expectEqual(asked: ReportChoice): Promise<number> {
  let fromCells = 0;
  for (const { name } of reports) {
    for (const reader of readers) {
      const said = rounded(await run(reader, name, { choice: asked }));
      if (isFromCells) fromCells += 1;
      const counted = rounded(await run(reader, name, { choice: asked, from: 'records' }));
      expect(said, `${name} for ${reader.visitor.department}`).toEqual(counted);
    }
  }
  return fromCells;
}

test('a report from its summary equals the same report from the records, whatever happens between', async () => {
  const history = fc.record({
    later: fc.nat({ max: 90 }),
    actions: fc.array(action, { minLength: 5, maxLength: 40 }),
    choices: fc.array(choice, { minLength: 1, maxLength: 3 }),
  });
  let fromCells = 0;
  await fc.assert(
    fc.asyncProperty(history, async ({ actions, choices, later }) => {
      const ids: string[] = [];
      await forgetSummaries();
      for (const one of actions) {
        if ('which' in one) await apply(ids, one);
        else if ('days' in one) now = new Date(now.getTime() + one.days * 86_400_000);
        else await roll(one);
      }
      for (const asked of [everything, ...choices]) fromCells += await expectEqual(asked);
      // Clocks run out while nothing else happens.
      await roll();
      now = new Date(now.getTime() + later * 86_400_000);
      fromCells += await expectEqual(everything);
    }),
    // Before the test's own limit, so that a failure has its seed and its history.
    { numRuns: 12, interruptAfterTimeLimit: 150_000, markInterruptAsFailure: true },
  );
  expect(fromCells).toBeGreaterThan(100);
});

test('a summary whose reports read no clock is counted too', async () => {
  await forgetSummaries();
  const name = 'by-state';
  const other = { ...portal, reports: { [name]: portal.reports[name]! } };
  const at = '2026-05-01T00:00:00Z';
  const made = { which: 0, by: 1, what: 'submit', at, state: 'open', office: 'coast', kind: null } as const;
  await apply([], { ...made, amount: null, clock: null, due: null });
  await rollUp({ ...office.desk.application, portal: () => other, now: () => now });
  const said = rounded(await run(readers[2]!, name, { choice: everything, of: other }));
  expect(isFromCells).toBe(true);
  expect(said).toEqual(
    rounded(await run(readers[2]!, name, { choice: everything, from: 'records', of: other })),
  );
});

test('a reader whose rule asks more than a cell knows is answered from the records', async () => {
  await forgetSummaries();
  const orders = { ...portal.reports['all']!, name: 'orders', of: 'order' };
  const other = { ...portal, reports: { ...portal.reports, orders } };
  await rollUp({ ...office.desk.application, portal: () => other });
  const source = async (reader: Caller | undefined, name: string) => {
    await run(reader!, name, { choice: everything, of: other });
    return isFromCells ? 'cells' : 'records';
  };
  const [, desk, coast] = readers;
  expect(await source(coast, 'flows')).toBe('cells');
  expect(await source(desk, 'orders')).toBe('cells');
  // The clearances of an order decide whether a branch may read it.
  expect(await source(coast, 'orders')).toBe('records');
});

test('another configuration has a summary of its own, and an unused one is deleted after a day', async () => {
  await forgetSummaries();
  await roll();
  const [first] = await designs();
  const other = { ...portal, timeZone: 'Europe/Berlin' };
  const { application } = office.desk;
  await run(readers[1]!, 'by-state', { choice: everything, of: other });
  expect(isFromCells).toBe(false);
  await rollUp({ ...application, portal: () => other, now: () => now });
  await run(readers[1]!, 'by-state', { choice: everything, of: other });
  expect(isFromCells).toBe(true);
  expect(await designs()).toHaveLength(2);
  now = new Date(now.getTime() + 2 * 86_400_000);
  await rollUp({ ...application, portal: () => other, now: () => now });
  const left = await designs();
  expect([left.length, left.includes(first)]).toEqual([1, false]);
});

async function designs(): Promise<unknown[]> {
  const rows = await office.database.query('SELECT design FROM report_summaries ORDER BY id');
  return rows.map(({ design }) => design);
}

async function kinds(): Promise<unknown[]> {
  const { rows } = await run(readers[2]!, 'own', { choice: everything });
  return rows.map(({ groups }) => groups[0]?.value);
}

test('an erased answer is in no summary any more', async () => {
  await forgetSummaries();
  const ids: string[] = [];
  const kind = 'to be erased';
  await apply(ids, {
    which: 0,
    state: 'open',
    what: 'submit',
    at: start.toISOString(),
    by: 1,
    office: 'coast',
    kind,
    amount: 1,
    due: null,
    clock: null,
  });
  await roll();
  expect(await kinds()).toContain(kind);
  await office.database.query(`UPDATE records SET data = data - 'kind' WHERE id = $1`, ids);
  await office.database.query(`SELECT erase_event_values($1, '{data.kind}')`, ids);
  expect(await kinds()).not.toContain(kind);
  await roll();
  const cells = await office.database.query('SELECT 1 FROM report_cells WHERE $1 = ANY(key)', [kind]);
  expect(cells).toEqual([]);
});

async function make(client: Queryable, id: string | undefined): Promise<void> {
  await client.query(
    `WITH made AS (INSERT INTO records (id, type, slug, state) VALUES ($1, 'errand', $1::uuid::text, 'open') RETURNING id)
     INSERT INTO events (record, version, at, what, state, configuration, hash) SELECT id, 1, now(), 'created', 'open', 1, '' FROM made`,
    [id],
  );
}

test('events get into a summary only when all events before them are committed', async () => {
  await forgetSummaries();
  const [, desk] = readers;
  const ids = [randomUUID(), randomUUID()];
  await roll();
  const before = (await run(desk!, 'all', { choice: everything })).total?.[0];
  await office.database.transaction(async (client) => {
    await make(client, ids[0]);
    // This one has a later number and is committed first: the summary waits, and then gives up.
    await make(office.database, ids[1]);
    await roll();
    expect((await run(desk!, 'all', { choice: everything })).total?.[0]).toBe(Number(before) + 1);
  });
  await roll();
  expect((await run(desk!, 'all', { choice: everything })).total?.[0]).toBe(Number(before) + 2);
});
