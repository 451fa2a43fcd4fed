/** Reports and exports over the real database: they count and show only what their reader may read. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { Report, ReportMeasure } from '../../../engine/portal/model/report.ts';
import type { WireRecord } from '../../../engine/contract/record.ts';
import type { WireRow } from '../../../engine/contract/record.ts';
import type { ExportFormat, WireExport } from '../../../engine/contract/exports.ts';
import type { WireReport } from '../../../engine/contract/reports.ts';
import type { Database } from '../../../engine/server/database/database.ts';
import { registerExports } from '../../../engine/server/exports/register-exports.ts';
import { forgetOldExports } from '../../../engine/server/exports/write-export.ts';
import { listMessages } from '../../../engine/server/mail/messages.ts';
import { mailReports } from '../../../engine/server/reports/mail-reports.ts';
import { workFolder } from '../../../engine/server/storage/work-folder.ts';
import { registerReports } from '../../../engine/server/reports/register-reports.ts';
import { type ExportCaller, exportedFile, runExport } from '../exported.ts';
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
    mail: null,
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
const clock = (as: 'met' | 'missed' | 'share'): ReportMeasure => ({
  measure: 'clock',
  title: as,
  clock: 'whole',
  stops: ['in-clearance', 'released'],
  as,
});
const flow = (as: 'arrived' | 'left' | 'open'): ReportMeasure => ({
  measure: 'flow',
  title: as,
  arrives: ['submitted'],
  leaves: ['in-clearance', 'released'],
  as,
});
reports.push(
  report('monthly', {
    groupBy: [{ title: 'Month', by: { column: 'created' }, each: 'month' }],
    measures: [count, { measure: 'sum', title: 'Gross', of: path('lines', 'gross') }],
    mail: { every: 'month', at: '07:00', to: ['desk'] },
  }),
  report('clocks', {
    groupBy: [{ title: 'Officer', by: { steps: ['accept', 'release'] }, each: null }],
    measures: [clock('met'), clock('missed'), clock('share')],
  }),
  report('flows', {
    groupBy: [
      { title: 'Month', by: { column: 'created' }, each: 'month' },
      { title: 'Year', by: { field: path('year') }, each: null },
    ],
    measures: [flow('arrived'), flow('left'), flow('open')],
  }),
);
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

interface WireRows {
  readonly items: readonly WireRow[];
}

let office: Office;
let member: Caller;
let desk: Caller;
let watch: Caller;

beforeAll(async () => {
  office = await openOffice(portal, undefined, {
    register: (server, recordDesk) => {
      registerReports(server, recordDesk.application);
      registerExports(server, recordDesk);
    },
    dataDirectory: await mkdtemp(join(tmpdir(), 'reports-')),
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
afterAll(async () => {
  await rm(office.desk.application.settings.dataDirectory, { recursive: true, force: true });
  await office.end();
});

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

const downloads = (who: Caller): ExportCaller => ({
  send: async (method, address, body) => {
    const answer = await office.server.inject({
      method,
      url: `/api/v1/${address}`,
      headers: { 'x-visitor': who.visitor.name },
      ...(body !== undefined && { payload: body }),
    });
    const empty = [204, 304].includes(answer.statusCode);
    return new Response(empty ? null : Buffer.from(answer.rawPayload), { status: answer.statusCode });
  },
});
const file = (who: Caller, address: string, format: ExportFormat) =>
  exportedFile(office.desk.application, downloads(who), { path: address, format });
const owned = async (who: Caller) =>
  (await (await downloads(who).send('GET', 'exports')).json()) as readonly WireExport[];

test('a file has the rows of the list in its order, and no cell that a spreadsheet would calculate', async () => {
  const address = 'records/order/exports?list=filed&sort=title&q=sum';
  const items = (await desk.get('order?list=filed&sort=title&q=sum')).json<WireRows>().items;
  const cells = items.map(({ number, data }) => [number, data['title'], null]);
  expect(cells).toHaveLength(2);
  const text = (await file(desk, address, 'csv')).toString().replace('\uFEFF', '');
  const [head, ...lines] = text.trim().split('\r\n');
  expect(head).toBe('Number,Title,Order');
  expect(lines).toEqual(cells.map(([number, title]) => `${number},'${title},`));
  const [names, ...rows] = await readSheet(await file(desk, address, 'xlsx'));
  expect(names).toEqual(['Number', 'Title', 'Order']);
  expect(rows).toEqual(cells);
});

test('a file has the numbers of the report for the same reader and period', async () => {
  const { rows, total } = await run(member, 'gross');
  const sheet = await readSheet(await file(member, 'reports/gross/exports', 'xlsx'));
  expect(sheet).toEqual([
    ['Month', 'Number', 'Gross'],
    ...rows.map(({ groups, values }) => [groups[0]?.label, ...values.map(Number)]),
    ['All', ...(total ?? []).map(Number)],
  ]);
  const none = await readSheet(
    await file(member, 'reports/gross/exports?from=2001-01-01&to=2001-12-31', 'xlsx'),
  );
  expect(none).toEqual([['Month', 'Number', 'Gross']]);
});

test('only who asked for a file can follow, open and delete it', async () => {
  const ask = (who: Caller, address: string) => downloads(who).send('POST', address, { format: 'csv' });
  expect((await ask(office.stranger, 'records/order/exports?list=filed')).status).toBe(401);
  expect((await ask(desk, 'records/order/exports')).status).toBe(422);
  expect((await ask(desk, 'reports/constructor/exports')).status).toBe(404);
  const address = 'records/order/exports?list=filed';
  const mine = (await (await ask(desk, address)).json()) as WireExport;
  expect(mine).toMatchObject({ of: 'records/order/filed', state: 'waiting', rows: 0, total: null });
  // Asking again for what is not complete is no second file.
  expect(await (await ask(desk, address)).json()).toMatchObject({ id: mine.id });
  const colleague = await office.person('desk');
  for (const who of [member, colleague]) {
    expect((await owned(who)).map(({ id }) => id)).not.toContain(mine.id);
    expect((await downloads(who).send('POST', `exports/${mine.id}/link`)).status).toBe(404);
    expect((await downloads(who).send('DELETE', `exports/${mine.id}`)).status).toBe(404);
  }
  expect((await downloads(desk).send('POST', `exports/${mine.id}/link`)).status).toBe(404);
  await runExport(office.desk.application, mine.id);
  const done = (await owned(desk)).find(({ id }) => id === mine.id);
  expect(done).toMatchObject({ state: 'done', rows: 2, total: 2 });
  // Somebody who has moved to another office has left its files behind.
  const moved = office.as({ ...desk.visitor, name: 'moved', department: 'watch' });
  expect((await downloads(moved).send('POST', `exports/${mine.id}/link`)).status).toBe(404);
});

const keys = ({ id }: WireExport) => `export${id.replaceAll('-', '')}`;

test('a file that is stopped half way leaves nothing, and one that has expired is deleted', async () => {
  const owner = await office.person('member');
  await office.database.query(
    `INSERT INTO records (id, type, slug, state, owner, data, head)
     SELECT gen_random_uuid(), 'order', gen_random_uuid()::text, 'draft', $1, '{"title":"many"}', '' FROM generate_series(1, 1200)`,
    [owner.visitor.account],
  );
  const { application } = office.desk;
  const ask = async () =>
    (await (
      await downloads(owner).send('POST', 'records/order/exports?list=mine', { format: 'xlsx' })
    ).json()) as WireExport;
  const stopped = await ask();
  const progress: WireExport[] = [];
  const watched: Database = {
    ...application.database,
    query: async (statement, values) => {
      const rows = await application.database.query<never>(statement, values);
      if (!String(statement).startsWith('UPDATE exports') || rows.length === 0) return rows;
      progress.push(...(await owned(owner)));
      if (progress.at(-1)?.rows === 500) await downloads(owner).send('DELETE', `exports/${stopped.id}`);
      return rows;
    },
  };
  await runExport({ ...application, database: watched }, stopped.id);
  expect(progress.map(({ state, rows, total }) => [state, rows, total])).toEqual([
    ['running', 0, 1200],
    ['running', 500, 1200],
  ]);
  expect(await owned(owner)).toEqual([]);
  await expect(application.fileStore.get(keys(stopped))).rejects.toThrow('ENOENT');
  expect(await readdir(workFolder(application.settings.dataDirectory))).toEqual([]);
  const kept = await ask();
  await runExport(application, kept.id);
  expect(await owned(owner)).toMatchObject([{ state: 'done', rows: 1200 }]);
  const later = { ...application, now: () => new Date(kept.expires_at) };
  await forgetOldExports(later);
  expect(await owned(owner)).toEqual([]);
  await expect(application.fileStore.get(keys(kept))).rejects.toThrow('ENOENT');
  await office.database.query('DELETE FROM records WHERE owner = $1', [owner.visitor.account]);
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

interface Course {
  readonly year?: number;
  readonly clock?: object;
  /** State, moment, what happened, and who did it. */
  readonly events: readonly (readonly [state: string, at: string, what: string, who?: string | null])[];
}

/** A record with a history, whose numbers its owner may read. */
async function insertCourse(owner: Caller, { year = 2026, clock: whole, events }: Course): Promise<void> {
  const id = randomUUID();
  await office.database.query(
    `INSERT INTO records (id, type, slug, state, owner, data, clocks)
     VALUES ($1, 'order', $1::uuid::text, $2, $3, $4, $5)`,
    [id, events.at(-1)?.[0], owner.visitor.account, { year }, whole === undefined ? {} : { whole }],
  );
  for (const [index, [state, at, what, who = null]] of events.entries())
    await office.database.query(
      `INSERT INTO events (record, version, at, what, state, account, configuration, hash)
       VALUES ($1, $2, $3, $4, $5, $6, 1, '')`,
      [id, index + 1, at, what, state, who],
    );
}

test('a clock counts as met or missed, by the officer who took the step', async () => {
  const owner = await office.person('member');
  const [ana, ben] = [await office.person('desk'), await office.person('desk')];
  const startedAt = '2026-03-02T00:00:00Z';
  const due = '2026-03-05T09:00:00Z';
  const accepted = (at: string, who: Caller) =>
    insertCourse(owner, {
      clock: { state: 'stopped', startedAt, due },
      events: [
        ['submitted', startedAt, 'submit'],
        ['in-clearance', at, 'accept', who.visitor.account],
      ],
    });
  await accepted('2026-03-05T09:00:00Z', ana);
  await accepted('2026-03-04T09:00:00Z', ana);
  await accepted('2026-03-05T09:00:01Z', ana);
  await accepted('2026-03-06T09:00:00Z', ben);
  const running = (until: string, state = 'running') =>
    insertCourse(owner, {
      clock: { state, startedAt, due: until },
      events: [['submitted', startedAt, 'submit']],
    });
  // One is late already, one has time, and the time of the last does not run.
  await running(due);
  await running('2999-01-01T00:00:00Z');
  await running(due, 'paused');
  const { rows, total } = await run(owner, 'clocks');
  const counted = Object.fromEntries(
    rows.map(({ groups, values }) => [groups[0]?.label, values.slice(0, 2)]),
  );
  expect(counted).toEqual({ [ana.visitor.name]: [2, 1], [ben.visitor.name]: [0, 1], None: [0, 1] });
  expect(total).toEqual([2, 3, 40]);
});

test('officers of the same name have rows of their own, told apart by position or mail address', async () => {
  const owner = await office.person('member');
  const officers = [await office.person('desk'), await office.person('desk'), await office.person('desk')];
  const [head, , other] = officers;
  await office.database.query(`UPDATE accounts SET name = 'Maria Cruz' WHERE id = ANY($1)`, [
    officers.map(({ visitor }) => visitor.account),
  ]);
  await office.database.query(`UPDATE accounts SET position = 'Head' WHERE id = $1`, [head?.visitor.account]);
  await office.database.query(`UPDATE accounts SET name = 'Ana Cruz' WHERE id = $1`, [
    other?.visitor.account,
  ]);
  const at = '2026-03-02T00:00:00Z';
  for (const { visitor } of officers)
    await insertCourse(owner, { events: [['in-clearance', at, 'accept', visitor.account]] });
  const { rows } = await run(owner, 'clocks');
  const second = officers[1]?.visitor.username.split('@')[0];
  const labels = rows.map(({ groups }) => groups[0]?.label);
  expect(labels[0]).toBe('Ana Cruz');
  expect(new Set(labels.slice(1))).toEqual(new Set(['Maria Cruz (Head)', `Maria Cruz (${second})`]));
  expect(new Set(rows.map(({ groups }) => groups[0]?.value)).size).toBe(3);
});

test('a flow counts what arrives, what leaves and what is left, also before the period', async () => {
  const owner = await office.person('member');
  const moved = (year: number, arrived: string, left?: string) =>
    insertCourse(owner, {
      year,
      events: [
        ['submitted', arrived, 'submit'],
        ...(left === undefined ? [] : [['in-clearance', left, 'accept'] as const]),
      ],
    });
  // The first of March in the portal's time zone is the last of February elsewhere.
  await moved(1, '2026-01-10T04:00:00Z', '2026-02-28T17:00:00Z');
  await moved(1, '2026-01-20T04:00:00Z');
  await moved(2, '2026-02-10T04:00:00Z', '2026-02-11T04:00:00Z');
  await moved(2, '2026-03-10T04:00:00Z');
  const shown = async (query: string) => {
    const { rows, total } = await run(owner, `flows?${query}`);
    return [...rows.map(({ groups, values }) => [...groups.map(({ value }) => value), ...values]), total];
  };
  expect(await shown('groups=1&to=2026-03-31')).toEqual([
    ['2026-01', 2, 0, 2],
    ['2026-02', 1, 1, 2],
    ['2026-03', 1, 1, 2],
    [4, 2, 2],
  ]);
  expect(await shown('groups=1&from=2026-03-01&to=2026-03-31&each=quarter')).toEqual([
    ['2026-Q1', 4, 2, 2],
    [1, 1, 2],
  ]);
  // Periods and groups without a movement have rows too, also before the first movement and after the last.
  expect(await shown('groups=1,2&to=2026-02-28')).toEqual([
    ['2026-01', '1', 2, 0, 2],
    ['2026-01', '2', 0, 0, 0],
    ['2026-02', '1', 0, 0, 2],
    ['2026-02', '2', 1, 1, 0],
    [3, 1, 2],
  ]);
  expect(await shown('groups=1&from=2025-12-01&to=2026-05-31')).toEqual([
    ['2025-12', 0, 0, 0],
    ['2026-01', 2, 0, 2],
    ['2026-02', 1, 1, 2],
    ['2026-03', 1, 1, 2],
    ['2026-04', 0, 0, 2],
    ['2026-05', 0, 0, 2],
    [4, 2, 2],
  ]);
  const months = (await shown('groups=1')).slice(0, -1);
  const today = new Date().toLocaleDateString('sv', { timeZone: portal.timeZone });
  expect(months.at(-1)).toEqual([today.slice(0, 7), 0, 0, 2]);
  expect((await owner.get('../reports/flows?groups=9,x&each=week')).json()).toMatchObject({
    errors: { groups: [expect.any(String)], each: [expect.any(String)] },
  });
});

const grossBy = async (query: string) => {
  const { rows, groups, choices } = (await member.get(`../reports/gross?${query}`)).json<WireReport>();
  return { keys: rows.map((row) => row.groups.map(({ value }) => value)), groups, choices };
};

test('a reader chooses the groups and the length of a period', async () => {
  const year = new Date().toLocaleDateString('sv', { timeZone: portal.timeZone }).slice(0, 4);
  expect(await grossBy('each=year')).toMatchObject({ keys: [[year]], groups: [{ each: 'year' }] });
  expect((await grossBy('')).choices).toEqual([{ title: 'Month', each: 'month' }]);
});

test('a scheduled report is mailed once by several processes, with what its reader may read', async () => {
  const { application } = office.desk;
  const reader = await office.person('desk');
  const at = async (moment: string, processes = 1) => {
    const then = { ...application, now: () => new Date(moment) };
    await Promise.all(Array.from({ length: processes }, () => mailReports(then)));
    const all = await listMessages(office.database);
    return all.filter(({ address }) => address === reader.visitor.username);
  };
  // Seven in the morning of the first of December in the portal's time zone is the evening before elsewhere.
  expect(await at('2026-11-20T00:00:00Z')).toEqual([]);
  expect(await at('2026-11-30T22:59:59Z', 2)).toEqual([]);
  const [mail, ...more] = await at('2026-11-30T23:00:00Z', 3);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('monthly, 1 November 2026 to 30 November 2026');
  expect(await at('2026-12-15T00:00:00Z')).toHaveLength(1);
  // Two months without a server are one mail.
  const [, last, ...others] = await at('2027-03-02T00:00:00Z', 2);
  expect([last?.subject, others]).toEqual(['monthly, 1 February 2027 to 28 February 2027', []]);
  expect(last?.text).toContain('Nothing to count in this period yet.');
  const { rows } = (await reader.get('../reports/monthly?from=2026-11-01&to=2026-11-30')).json<WireReport>();
  expect(rows).toHaveLength(1);
  const gross = Number(rows[0]?.values[1]).toLocaleString('en', { minimumFractionDigits: 2 });
  expect(mail?.text).toContain(`November 2026 | ${rows[0]?.values[0]} | ${gross}`);
});
