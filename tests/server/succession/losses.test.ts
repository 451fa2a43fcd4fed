/** A configuration that loses a name in use is refused, until it says what becomes of the data. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireEvent } from '../../../engine/contract/record.ts';
import { askRecords } from '../../../engine/command/plan/ask-records.ts';
import { planChange } from '../../../engine/plan/plan.ts';
import { renderPlan } from '../../../engine/plan/render-plan.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import { claimKey } from '../../../engine/server/audit/anchors.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import { withWayBack } from '../../../engine/portal/succession/way-back.ts';
import { countAccounts } from '../../../engine/server/records/succession/touched-records.ts';
import { type Edits, editedPortal } from '../../plan/edited-portal.ts';
import { type Browser, openBrowser, openPortalServer, type PortalServer } from '../portal-server.ts';
import { adoptThere, callRecords } from './call-records.ts';

const directory = 'tests/fixtures/library';
let server: PortalServer;
let member: Browser;
let slug: string;

beforeAll(async () => {
  server = await openPortalServer(editedPortal(directory));
  await claimKey(server.database, testAuditKey);
  member = openBrowser(server.origin);
  await member.signIn('member@library.example');
  for (const school of ['North', 'South']) {
    const data = { book: 'Atlas', copies: 1, branch: 'harbour', is_student: true, school };
    const made = await send('POST', 'loan', { data });
    slug = made.slug;
    if (school === 'South') await send('POST', `loan/${slug}/ask`, { input: {} }, 1);
  }
});
afterAll(() => server.close());

const send = (method: string, path: string, body?: unknown, version?: number) =>
  callRecords(member, method, path, { body, version });

const adopt = (portal: Portal) => adoptThere(server, portal);

const withoutSchool: Edits = { 'forms/loan.yaml': [/\n {2}school: .*/g, ''] };

test.each<readonly [string, Edits, string]>([
  [
    'a question',
    withoutSchool,
    '2 records (1 draft among them) have something under the question "loan: school", which the configuration no longer has. ' +
      'Name it under `formerly` of what takes its place, or in gone.yaml as `question: "loan: school"` with a `successor` or ' +
      '`values: keep` or `values: erase`, or keep it.',
  ],
  [
    'a row',
    { 'lookups/branch.yaml': [/\n {2}- \{ value: harbour.*/g, ''], 'records/loan.yaml': ['harbour', 'hill'] },
    '2 records (1 draft among them) have something under the row of a lookup "branch: harbour", which the configuration no ' +
      'longer has. Name it under `formerly` of what takes its place, or in gone.yaml as `row: "branch: harbour"` with a ' +
      '`successor` or `values: keep`, or keep it.',
  ],
  [
    'a clock',
    { 'workflows/loan.yaml': [/clocks:[^]*(?=transitions:)/g, ''] },
    '1 record has something under the clock "loan.answer", which the configuration no longer has. Name it under `formerly` of ' +
      'what takes its place, or in gone.yaml as `clock: "loan.answer"` with a `successor` or `values: keep`, or keep it.',
  ],
])('%s in use is not lost', async (_what, edits, said) => {
  expect(await adopt(editedPortal(directory, edits))).toEqual([said]);
  expect((await send('GET', `loan/${slug}`)).data).toMatchObject({ school: 'South', branch: 'harbour' });
});

test('a loss that touches nothing needs no word', async () => {
  const edits: Edits = { 'lookups/branch.yaml': [/\n {2}- \{ value: hill.*/g, ''] };
  expect(await adopt(editedPortal(directory, edits))).toEqual([]);
  expect(await adopt(editedPortal(directory))).toEqual([]);
});

const gone = (line: string): Edits => ({ 'gone.yaml': `- { ${line}, why: Nobody reads it. }\n` });

test('values that are kept stay where they were, with the form that they were sent with', async () => {
  const kept = editedPortal(directory, {
    ...withoutSchool,
    ...gone('question: "loan: school", values: keep'),
  });
  expect(await adopt(kept)).toEqual([]);
  expect((await send('GET', `loan/${slug}`)).data).toMatchObject({ school: 'South' });
  expect(await adopt(editedPortal(directory))).toEqual([]);
});

test('values that are erased leave records and histories, which say so', async () => {
  const erased = editedPortal(directory, {
    ...withoutSchool,
    ...gone('question: "loan: school", values: erase'),
  });
  expect(await adopt(erased)).toEqual([]);
  expect((await send('GET', `loan/${slug}`)).data).not.toHaveProperty('school');
  const left = await server.database.query(
    `SELECT record FROM event_values WHERE entries::text LIKE '%South%' OR entries::text LIKE '%North%'`,
  );
  expect(left).toEqual([]);
  const events = (await send('GET', `loan/${slug}/events`)) as unknown as WireEvent[];
  expect(events.map(({ text }) => text)).toContain(
    'An answer was erased, because the portal no longer keeps it.',
  );
  expect(await adopt(erased)).toEqual([]);
  const again = (await send('GET', `loan/${slug}/events`)) as unknown as WireEvent[];
  expect(again.length).toBe(events.length);
});

test('a plan that asks an erased question again says first that its answers do not come back', async () => {
  const erased = editedPortal(directory, {
    ...withoutSchool,
    ...gone('question: "loan: school", values: erase'),
  });
  const sides = {
    before: { name: 'version 2', portal: erased },
    after: { name: 'version 1', portal: editedPortal(directory) },
  };
  const compared = planChange(sides.before, sides.after, '2026-11-27');
  const plan = await askRecords({ database: server.database, key: testAuditKey, again: 1 }, compared, sides);
  expect(renderPlan(plan)).toContain(
    `Plan from version 2 to version 1

Lost for good
    The answers to "School" (loan: school) were erased from 2 records and do not come back: 1 was sent and stays without it, 1 was not sent yet and is asked again.
`,
  );
});

test('a plan counts the accounts of those who can no longer see a list', async () => {
  const sides = {
    before: { name: 'HEAD', portal: editedPortal(directory) },
    after: {
      name: 'config',
      portal: editedPortal(directory, {
        'records/loan.yaml': ['{ department: [desk, director] }', '{ department: director }'],
      }),
    },
  };
  const compared = planChange(sides.before, sides.after, '2026-11-27');
  const asked = { database: server.database, key: testAuditKey, again: null };
  expect(renderPlan(await askRecords(asked, compared, sides))).toMatch(
    /Lending desk \(\d+ accounts?\) can no longer see the list "[^"]+"/,
  );
});

test('a flag that goes is told with the accounts for which somebody set it', async () => {
  const portal = editedPortal(directory);
  const { desk } = portal.departments;
  if (desk === undefined) throw new Error('The library has a desk.');
  const { access: _, ...flags } = desk.flags;
  const sides = {
    before: { name: 'HEAD', portal },
    after: {
      name: 'config',
      portal: { ...portal, departments: { ...portal.departments, desk: { ...desk, flags } } },
    },
  };
  const compared = planChange(sides.before, sides.after, '2026-11-27');
  const asked = { database: server.database, key: testAuditKey, again: null };
  await server.database.query(
    `UPDATE accounts SET flags = flags || '{"access": false}' WHERE department = 'desk'`,
  );
  expect(renderPlan(await askRecords(asked, compared, sides))).toMatch(
    /- desk\.access.*\n +what was set for single accounts is no longer read\n +1 account\n/,
  );
  await server.database.query(`UPDATE accounts SET flags = flags - 'access' WHERE department = 'desk'`);
});

test('a flag of a renamed department is told with the accounts that have it under the earlier name', async () => {
  const before = editedPortal(directory);
  const portal = editedPortal(
    directory,
    { 'departments/front.yaml': ['kind: handler', 'kind: handler\nformerly: desk'] },
    rename,
  );
  const { front } = portal.departments;
  if (front?.flags['access'] === undefined) throw new Error('The front has access.');
  const access = { ...front.flags['access'], title: 'Entry' };
  const departments = { ...portal.departments, front: { ...front, flags: { ...front.flags, access } } };
  const sides = {
    before: { name: 'HEAD', portal: before },
    after: { name: 'config', portal: { ...portal, departments } },
  };
  const compared = planChange(sides.before, sides.after, '2026-11-27');
  const asked = { database: server.database, key: testAuditKey, again: null };
  await server.database.query(
    `UPDATE accounts SET flags = flags || '{"access": false}' WHERE department = 'desk'`,
  );
  expect(renderPlan(await askRecords(asked, compared, sides))).toMatch(
    /~ front\.access.*\n(?: {6}.*\n)* {6}1 account\n/,
  );
  await server.database.query(`UPDATE accounts SET flags = flags - 'access' WHERE department = 'desk'`);
});

test('an account of two departments that become one is counted once', async () => {
  const before = editedPortal(directory);
  const portal = editedPortal(directory, {
    'gone.yaml': '- { department: archive, successor: desk, why: The archive closed. }\n',
  });
  const { database } = server;
  const [desk] = await database.query<{ id: string }>(`SELECT id FROM accounts WHERE department = 'desk'`);
  const count = () => countAccounts(database, withWayBack(before, portal));
  const alone = (await count()).get('desk') ?? 0;
  await database.query(`INSERT INTO memberships (account, department) VALUES ($1, 'archive')`, [desk?.id]);
  const together = await count();
  expect(alone).toBeGreaterThan(0);
  expect([together.get('desk'), together.get('archive')]).toEqual([alone, 1]);
  await database.query(`DELETE FROM memberships WHERE department = 'archive'`);
});

function rename(name: string, text: string): readonly [name: string, text: string] {
  return [name.replace('desk', 'front'), text.replaceAll(/\bdesk\b/g, 'front')];
}

function kindsBelow(of: string): Promise<{ readonly kind: string; readonly slug: string }[]> {
  return server.database.query<{ kind: string; slug: string }>(
    `SELECT c.kind, c.slug FROM records c JOIN records p ON p.id = c.parent WHERE p.slug = $1 ORDER BY c.kind`,
    [of],
  );
}

test('of a kind that is retired nothing begins, and what was begun goes on', async () => {
  const kind = 'requirements/membership/student.yaml';
  const retired: Edits = {
    ...withoutSchool,
    ...gone('question: "loan: school", values: erase'),
    [kind]: ['title: Student', 'retired: true\ntitle: Student'],
  };
  expect(await adopt(editedPortal(directory, retired))).toEqual([]);
  const data = { book: 'Bees', copies: 1, branch: 'hill', is_student: true };
  const made = await send('POST', 'loan', { data });
  await send('POST', `loan/${made.slug}/ask`, { input: {} }, 1);
  expect((await kindsBelow(made.slug)).map((one) => one.kind)).toEqual(['membership/resident']);
  const begun = await kindsBelow(slug);
  expect(begun.map((one) => one.kind)).toEqual(['membership/resident', 'membership/student']);
  const student = await send('GET', `checklist/${begun[1]?.slug}`);
  expect(student).toMatchObject({ editable: true, blocked: null });
});

test('a department that goes has a successor, who takes over its accounts and records', async () => {
  const withoutOld: Edits = { ...withoutSchool, ...gone('question: "loan: school", values: erase') };
  const [{ records } = { records: 0 }] = await server.database.query<{ records: number }>(
    `SELECT count(*)::integer AS records FROM records WHERE office = 'desk'`,
  );
  expect(await adopt(editedPortal(directory, withoutOld, rename))).toEqual([
    `There is 1 account and ${records} records of the department "desk", which the configuration no longer has. ` +
      'Name it under `formerly` of the department that takes its place, or in gone.yaml with a `successor`, or keep it.',
  ]);
  const losses = `- { question: "loan: school", values: erase, why: Nobody reads it. }
- { department: desk, successor: front, why: The desk moved to the front. }
`;
  expect(await adopt(editedPortal(directory, { ...withoutOld, 'gone.yaml': losses }, rename))).toEqual([]);
  const clerk = openBrowser(server.origin);
  expect((await clerk.signIn('desk@library.example')).status).toBe(200);
  const read = await clerk.send('GET', `records/loan/${slug}`);
  expect(await read.json()).toMatchObject({ office: 'front', state: 'asked' });
  const log = await server.database.query('SELECT kind, name, successor FROM successions ORDER BY id');
  expect(log).toEqual([
    { kind: 'question', name: 'loan: school', successor: null },
    { kind: 'department', name: 'desk', successor: 'front' },
  ]);
});
