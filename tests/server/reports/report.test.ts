/** Reports and exports over the real database: they count and show only what their reader may read. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { Report, ReportMeasure } from '../../../engine/portal/model/report.ts';
import type { WireRecord } from '../../../engine/contract/record.ts';
import type { WireReport } from '../../../engine/contract/reports.ts';
import { registerReports } from '../../../engine/server/reports/register-reports.ts';
import { expectStatus, openOffice } from '../records/office.ts';
import type { Caller, Office } from '../records/office.ts';
import { portal as plain } from '../records/portal.ts';

const always = { test: 'always' } as const;
const place = { file: 'reports/test.yaml', line: 1, column: 1 };
const path = (...keys: string[]) => ({ ancestor: null, keys, lookup: null });
const count: ReportMeasure = { measure: 'count', title: 'Number' };

function report(name: string, parts: Partial<Report>): Report {
  return {
    name,
    title: name,
    help: null,
    of: 'order',
    where: always,
    period: 'created',
    groupBy: [{ title: 'State', by: { column: 'state' }, each: null }],
    measures: [count],
    chart: null,
    opens: null,
    place,
    ...parts,
  };
}

const reports = [
  report('by-state', {}),
  report('by-year', { groupBy: [{ title: 'Year', by: { field: path('year') }, each: null }] }),
  report('by-secret', { groupBy: [{ title: 'Secret', by: { field: path('secret') }, each: null }] }),
  report('gross', {
    groupBy: [{ title: 'Month', by: { column: 'created' }, each: 'month' }],
    measures: [count, { measure: 'sum', title: 'Gross', of: path('lines', 'gross') }],
  }),
  report('due', {
    period: 'due',
    groupBy: [{ title: 'Due', by: { column: 'due' }, each: 'day' }],
  }),
  report('times', {
    groupBy: [],
    measures: [
      { measure: 'time', title: 'Time', from: 'draft', to: 'in-clearance', in: 'minutes', as: 'median' },
      {
        measure: 'time',
        title: 'Days',
        from: 'draft',
        to: 'in-clearance',
        in: 'working days',
        as: 'longest',
      },
    ],
  }),
];
const portal: Portal = {
  ...plain,
  forms: {
    ...plain.forms,
    'order-form': {
      ...plain.forms['order-form']!,
      uiSchema: { lines: { items: { gross: { 'ui:widget': 'money' } } } },
    },
  },
  reports: Object.fromEntries(reports.map((one) => [one.name, one])),
};

let office: Office;
let member: Caller;
let desk: Caller;
let watch: Caller;

beforeAll(async () => {
  office = await openOffice(portal, undefined, {
    register: (server, { application }) => registerReports(server, application),
  });
  member = await office.person('member');
  desk = await office.person('desk');
  watch = await office.person('watch');
  for (const index of [0, 1, 2, 3]) {
    const data = {
      title: `=SUM(A${index})`,
      year: 2024 + (index % 2),
      secret: `s${index}`,
      lines: [{ line: 'hotel', gross: 1000.5 }],
    };
    const made = await member.post('order', { data });
    expectStatus(made, 201);
    if (index < 2)
      expectStatus(await member.post(`order/${made.json().slug}/submit`, {}, { version: 1 }), 200);
  }
});
afterAll(() => office.end());

async function run(who: Caller, name: string): Promise<WireReport> {
  const answer = await who.get(`../reports/${name}`);
  expectStatus(answer, 200);
  return answer.json();
}

async function listed(who: Caller): Promise<readonly WireRecord[]> {
  return (await who.get('order?limit=100')).json<{ items: WireRecord[] }>().items;
}

test('a report counts by state what its reader may read, and all of it below', async () => {
  for (const who of [member, desk]) {
    const records = await listed(who);
    const { rows, total } = await run(who, 'by-state');
    const counted = Object.fromEntries(rows.map(({ groups, values }) => [groups[0]?.value, values[0]]));
    const states = Map.groupBy(records, ({ state }) => state);
    expect(counted).toEqual(Object.fromEntries([...states].map(([state, all]) => [state, all.length])));
    expect(total).toEqual([records.length]);
  }
});

test('drafts of others count for nobody, and a summary is not enough to be counted', async () => {
  expect((await run(desk, 'by-state')).total).toEqual([2]);
  expect((await run(watch, 'by-state')).total).toBeNull();
});

test('a field that its reader may not read divides nothing', async () => {
  expect((await run(desk, 'by-secret')).rows).toHaveLength(2);
  const branch = await office.person('coast');
  expect((await run(branch, 'by-year')).total).not.toBeNull();
  expect((await run(branch, 'by-secret')).total).toBeNull();
});

test('sums keep their centavos, and months are those of the portal’s own time zone', async () => {
  const { rows, total, measures } = await run(member, 'gross');
  expect(measures.map(({ type }) => type)).toEqual(['number', 'money']);
  const month = new Date().toLocaleDateString('sv', { timeZone: portal.timeZone }).slice(0, 7);
  expect(rows.map(({ groups }) => groups[0]?.value)).toEqual([month]);
  expect(total).toEqual([4, '4002.0']);
});

test('a time is measured between entering two states, only where both were entered', async () => {
  const { total } = await run(member, 'times');
  const [minutes, days] = total ?? [];
  expect(Number(minutes)).toBeGreaterThanOrEqual(0);
  expect(Number(minutes)).toBeLessThan(5);
  expect(days).toBe(0);
});

test('a period cuts out days, and says which day is none', async () => {
  const none = await member.get('../reports/by-state?from=2001-01-01&to=2001-12-31');
  expect(none.json<WireReport>()).toMatchObject({ rows: [], total: null });
  const wrong = await member.get('../reports/by-state?from=2026-02-30&to=soon');
  expect(wrong.statusCode).toBe(422);
  expect(Object.keys(wrong.json().errors)).toEqual(['from', 'to']);
});

test('no report without signing in, and none under an unknown name', async () => {
  expect((await office.stranger.get('../reports/by-state')).statusCode).toBe(401);
  expect((await member.get('../reports/constructor')).statusCode).toBe(404);
});

test('an export has the rows of the list, and no cell that a spreadsheet would calculate', async () => {
  const answer = await desk.get('order/export.csv?list=filed');
  expectStatus(answer, 200);
  expect(answer.headers['content-type']).toContain('text/csv');
  const [head, ...rows] = answer.body.replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toBe('Number,Title,Order');
  expect(rows).toHaveLength(2);
  expect(rows.every((row) => !/,=/.test(row))).toBe(true);
  expect((await desk.get('order/export.csv')).statusCode).toBe(422);
  expect((await office.stranger.get('order/export.csv?list=filed')).statusCode).toBe(401);
});

test('what is due at midnight counts for the day before, with which it is over', async () => {
  const owner = await office.person('member');
  // Midnight and five in the afternoon, in the portal's time zone.
  for (const due of ['2031-01-31T16:00:00Z', '2031-01-31T09:00:00Z']) {
    await office.database.query(
      `INSERT INTO records (id, type, slug, state, owner, due) VALUES ($1, 'order', $1::uuid::text, 'in-clearance', $2, $3)`,
      [randomUUID(), owner.visitor.account, due],
    );
  }
  for (const name of ['due', 'due?from=2031-01-31&to=2031-01-31']) {
    const { rows } = await run(owner, name);
    expect(rows.map(({ groups, values }) => [groups[0]?.value, ...values])).toEqual([['2031-01-31', 2]]);
  }
});

test('working days leave out the weekend between, and the day that it began', async () => {
  const owner = await office.person('member');
  const id = randomUUID();
  await office.database.query(
    `INSERT INTO records (id, type, slug, state, owner) VALUES ($1, 'order', $1::uuid::text, 'in-clearance', $2)`,
    [id, owner.visitor.account],
  );
  // Friday noon to Wednesday noon in the portal's time zone.
  await office.database.query(
    `INSERT INTO events (record, version, at, what, state, configuration, hash) VALUES
       ($1, 1, '2026-11-20T04:00:00Z', 'created', 'draft', 1, ''),
       ($1, 2, '2026-11-25T04:00:00Z', 'submit', 'in-clearance', 1, '')`,
    [id],
  );
  expect((await run(owner, 'times')).total).toEqual([5 * 24 * 60, 3]);
});
