/** Notifications in the portal: their recipients, their links, and that nobody else reads them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Recipients } from '../../engine/portal/model/workflow.ts';
import type { PendingNotice } from '../../engine/portal/model/notice.ts';
import type { RecordContext } from '../../engine/portal/model/record.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import type { WireNotifications } from '../../engine/contract/notifications.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { runParts } from '../../engine/server/database/statements.ts';
import { prepareNotices } from '../../engine/server/notices/send-notices.ts';
import { readRecordById } from '../../engine/server/records/rows/read-record.ts';
import { type Browser, openBrowser, openPortalServer, PASSWORD, type PortalServer } from './portal-server.ts';

let portal: PortalServer;
let owner: Browser;
let slug: string;

beforeAll(async () => {
  portal = await openPortalServer(undefined, { PUBLIC_URL: 'https://portal.example' });
  owner = await signIn('establishment@malay.example');
  const made = await owner.send('POST', 'records/application', {
    body: { data: { tax_year: 2027 } },
    headers: { 'idempotency-key': randomUUID() },
  });
  ({ slug } = (await made.json()) as { slug: string });
});
afterAll(() => portal.close());

async function signIn(username: string): Promise<Browser> {
  const browser = openBrowser(portal.origin);
  expect((await browser.signIn(username)).status).toBe(200);
  return browser;
}

async function read(browser: Browser, query = ''): Promise<WireNotifications> {
  const answer = await browser.send('GET', `notifications${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as WireNotifications;
}

const nobody: Recipients = { parties: [], isOffice: false, departments: [] };

/** As if the application had been filed: only its owner sees a draft. */
async function tell(notice: string, to: Partial<Recipients>, actor: string | null = null) {
  return send({ notice, to: { ...nobody, ...to }, context: await filed() }, actor);
}

/** @returns the address of the mail that went to the actor */
async function send(notice: PendingNotice, actor: string | null = null): Promise<string | null> {
  const { application, database } = portal;
  const sending = { notices: [notice], actor };
  return database.transaction(async (client) => {
    const { parts, mailed } = await prepareNotices(client, application, sending);
    await runParts(client, parts);
    return mailed;
  });
}

async function filed(): Promise<RecordContext> {
  const { application, database } = portal;
  const [row] = await database.query<{ id: string }>('SELECT id FROM records WHERE slug = $1', [slug]);
  const scope = { portal: application.portal(), visitor: signedOut, now: new Date() };
  const stored = await readRecordById(database, scope, row?.id ?? '');
  if (stored === null) throw new Error('The application is gone.');
  const { context } = stored;
  return { ...context, record: { ...context.record, state: 'submitted', number: 'APP-1' } };
}

test('an owner is notified, also by mail, and the notification links to the page of the record', async () => {
  await tell('returned', { parties: ['owner'] });
  const { items, unread, next } = await read(owner);
  expect(unread).toBe(1);
  expect(next).toBeNull();
  expect(items[0]).toMatchObject({
    subject: 'APP-1: correct it and send it again',
    read: false,
    path: `/establishment/application/${slug}`,
  });
  const mail = (await listMessages(portal.database)).findLast(
    ({ address }) => address === 'establishment@malay.example',
  );
  expect(mail?.state).toBe('kept');
  expect(mail?.text).toContain(
    `Open it in the portal: https://portal.example/establishment/application/${slug}`,
  );
});

test('a step tells its person to which address its mail went, if one went there', async () => {
  const context = await filed();
  const toOwner = { parties: ['owner'] };
  expect(await tell('application-filed', toOwner, context.record.owner)).toBe('establishment@malay.example');
  expect(await tell('application-filed', toOwner)).toBeNull();
  expect(await tell('for-validation', { departments: ['bplo'] }, context.record.owner)).toBeNull();
});

test('everybody of a department is told, but nobody else, nobody suspended and not who did it', async () => {
  const { database } = portal;
  const open = (username: string) =>
    createAccount(database, { department: 'bplo', username, name: username, password: PASSWORD });
  const clerk = await open('clerk@malay.example');
  const doer = await open('doer@malay.example');
  const gone = await open('gone@malay.example');
  await database.query('UPDATE accounts SET is_suspended = true WHERE id = $1', [gone.id]);
  await tell('application-received', { departments: ['bplo'] }, doer.id);
  const told = await database.query<{ username: string }>(
    `SELECT a.username FROM notifications n JOIN accounts a ON a.id = n.account
     WHERE n.notice = 'application-received' ORDER BY a.username`,
  );
  expect(told.map(({ username }) => username)).toEqual(['bplo@malay.example', 'clerk@malay.example']);
  expect((await read(await signIn(clerk.username))).items[0]?.path).toBe(
    `/bplo/business-application/${slug}`,
  );
});

test('in an office with units, only the unit of the record is notified', async () => {
  const { database } = portal;
  const context = await filed();
  const record = {
    ...context.record,
    type: 'occupational-clearance',
    office: 'barangay',
    unit: 'yapak',
    state: 'requested',
  };
  await send({
    notice: 'clearance-received',
    to: { ...nobody, isOffice: true },
    context: { ...context, record },
  });
  const told = await database.query<{ username: string }>(
    `SELECT a.username FROM notifications n JOIN accounts a ON a.id = n.account WHERE n.notice = 'clearance-received'`,
  );
  expect(told.map(({ username }) => username)).toEqual(['barangay-yapak@malay.example']);
});

function mark(browser: Browser, body: unknown): Promise<Response> {
  return browser.send('POST', 'notifications/read', { body });
}

test('what was read is read, for oneself alone', async () => {
  await tell('returned', { parties: ['owner'] });
  const office = await signIn('bplo@malay.example');
  const [newest] = (await read(owner)).items;
  const before = (await read(owner)).unread;
  await mark(office, { ids: [newest?.id] });
  expect((await read(owner)).unread).toBe(before);
  expect(await (await mark(owner, { ids: [newest?.id] })).json()).toEqual({ unread: before - 1 });
  expect((await read(owner)).items[0]?.read).toBe(true);
  expect(await (await mark(owner, {})).json()).toEqual({ unread: 0 });
  expect((await mark(owner, { ids: 'all' })).status).toBe(422);
});

test('a long list comes page by page, the newest first, nothing twice', async () => {
  for (let time = 0; time < 5; time += 1) await tell('returned', { parties: ['owner'] });
  const all = (await read(owner)).items.map(({ id }) => id);
  const seen: string[] = [];
  let cursor = '';
  for (;;) {
    const page = await read(owner, `?limit=2${cursor}`);
    seen.push(...page.items.map(({ id }) => id));
    if (page.next === null) break;
    cursor = `&cursor=${page.next}`;
  }
  expect(seen).toEqual(all);
  expect((await owner.send('GET', 'notifications?cursor=nonsense')).status).toBe(400);
  expect((await owner.send('GET', 'notifications?limit=1000')).status).toBe(422);
});

test('users who are signed out or without access get no notifications', async () => {
  const guest = openBrowser(portal.origin);
  await guest.visit();
  expect((await guest.send('GET', 'notifications')).status).toBe(401);
  const { username } = await createAccount(portal.database, {
    department: 'bplo',
    username: 'closed@malay.example',
    name: 'Closed',
    password: PASSWORD,
    flags: { access: false },
  });
  const closed = await signIn(username);
  expect((await closed.send('GET', 'notifications')).status).toBe(403);
  await tell('application-received', { departments: ['bplo'] });
  const told = await portal.database.query(
    'SELECT 1 FROM notifications n JOIN accounts a ON a.id = n.account WHERE a.username = $1',
    [username],
  );
  expect(told).toEqual([]);
});

test('a name makes no link in a mail', async () => {
  await portal.database.query('UPDATE accounts SET name = $1 WHERE username = $2', [
    '[free money](https://evil.example)\r\nBcc: evil@example.org',
    'establishment@malay.example',
  ]);
  await tell('application-received', { departments: ['bplo'] });
  const mail = (await listMessages(portal.database)).findLast(
    ({ address }) => address === 'bplo@malay.example',
  );
  expect(mail?.text).toContain('[free money](https://evil.example)');
  expect(mail?.html).not.toContain('href="https://evil.example"');
  expect(mail?.subject).not.toMatch(/[\r\n]/);
});
