/** Saved views of lists: a person's own, an office's, and who may change them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import type { WireViews } from '../../engine/contract/views.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { mostViews } from '../../engine/server/views/view-rows.ts';
import { type Browser, openBrowser, openPortalServer, PASSWORD, type PortalServer } from './portal-server.ts';

const list = 'loan/asked';
const nowhere = '00000000-0000-4000-8000-000000000000';

let server: PortalServer;
let desk: Browser;
let colleague: Browser;
let member: Browser;

beforeAll(async () => {
  const { portal } = await loadPortal('tests/fixtures/library', { proofs: false });
  if (portal === null) throw new Error('The library does not compile.');
  server = await openPortalServer(withKeepers(portal));
  const account = { department: 'desk', password: PASSWORD };
  await createAccount(server.database, {
    ...account,
    username: 'dora@library.example',
    name: 'Dora',
    flags: { keeps: true },
  });
  [desk, colleague, member] = await Promise.all([
    signIn('dora@library.example'),
    signIn('desk@library.example'),
    signIn('member@library.example'),
  ]);
});
afterAll(() => server?.close());

/** Accounts of the desk with a flag save the views of their office. */
function withKeepers(portal: Portal): Portal {
  const { desk: office } = portal.departments;
  if (office === undefined) throw new Error('The library has no desk.');
  const never = { test: 'any', of: [] } as const;
  const keeps = {
    title: null,
    default: false,
    initial: false,
    grantedBy: never,
    isDelegable: false,
    as: 'can.keeps',
  };
  return {
    ...portal,
    departments: { ...portal.departments, desk: { ...office, flags: { ...office.flags, keeps } } },
    officeViews: {
      test: 'compare',
      subject: { from: 'flag', name: 'keeps' },
      operator: 'is',
      operand: { value: true },
    },
  };
}

async function signIn(username: string): Promise<Browser> {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(username)).status).toBe(200);
  return browser;
}

async function call(browser: Browser, method: string, path: string, body?: object) {
  const answer = await browser.send(method, path, body === undefined ? {} : { body });
  return { status: answer.status, answer: (await answer.json()) as WireViews & { errors?: object } };
}

const save = (browser: Browser, name: string, query: string, more = {}) =>
  call(browser, 'POST', 'views', { list, name, query, ...more });
const read = async (browser: Browser): Promise<WireViews> =>
  (await call(browser, 'GET', `views?list=${list}`)).answer;
const namesOf = async (browser: Browser): Promise<string[]> =>
  (await read(browser)).items.map(({ name }) => name);

async function idOf(browser: Browser, name: string): Promise<string> {
  return (await read(browser)).items.find((view) => view.name === name)?.id ?? '';
}

test('a person saves, replaces, renames and removes views that nobody else has', async () => {
  const saved = await save(desk, ' Late ', 'due=late&sort=-created&columns=number,owner');
  expect(saved.status).toBe(201);
  expect(saved.answer.items).toMatchObject([{ name: 'Late', office: false, editable: true, stale: false }]);
  await save(desk, 'late', 'due=soon');
  expect((await read(desk)).items).toMatchObject([{ name: 'late', query: 'due=soon' }]);
  expect(await namesOf(colleague)).toEqual([]);
  const id = await idOf(desk, 'late');
  expect((await call(colleague, 'PATCH', `views/${id}`, { name: 'Mine' })).status).toBe(404);
  expect((await call(colleague, 'DELETE', `views/${id}`)).status).toBe(404);
  expect((await call(colleague, 'PUT', 'views/default', { list, view: id })).status).toBe(404);
  await save(desk, 'Other', 'q=atlas');
  expect((await call(desk, 'PATCH', `views/${id}`, { name: 'OTHER' })).answer.errors).toHaveProperty('name');
  expect((await call(desk, 'PATCH', `views/${id}`, { name: 'Soon' })).status).toBe(200);
  await call(desk, 'DELETE', `views/${await idOf(desk, 'Other')}`);
  expect(await namesOf(desk)).toEqual(['Soon']);
});

test('the views of an office are for everybody in it, and only its keeper changes them', async () => {
  expect((await save(colleague, 'Ours', 'q=atlas', { office: true })).status).toBe(403);
  expect((await save(desk, 'Ours', 'q=atlas', { office: true })).status).toBe(201);
  expect(await namesOf(desk)).toEqual(['Soon', 'Ours']);
  expect(await read(colleague)).toMatchObject({
    for_office: false,
    items: [{ name: 'Ours', editable: false }],
  });
  expect(await namesOf(member)).toEqual([]);
  const id = await idOf(desk, 'Ours');
  expect((await call(colleague, 'PATCH', `views/${id}`, { query: 'q=map' })).status).toBe(403);
  expect((await call(colleague, 'DELETE', `views/${id}`)).status).toBe(403);
  const chosen = await call(colleague, 'PUT', 'views/default', { list, view: id });
  expect(chosen.answer.default).toBe(id);
  expect((await read(desk)).default).toBeNull();
  await call(desk, 'DELETE', `views/${id}`);
  expect((await read(colleague)).default).toBeNull();
});

test('what the list does not have is refused, and told of an older view', async () => {
  const refused = await save(
    desk,
    'Odd',
    'state=asked&due=never&columns=number,secret&sort=secret&step=lend',
  );
  expect(refused.status).toBe(422);
  expect(refused.answer.errors).toEqual({
    query: ['This list has no such filter, column or order: due, columns, sort, step.'],
  });
  expect((await save(desk, '  ', '')).answer.errors).toHaveProperty('name');
  expect((await call(desk, 'GET', 'views?list=loan/none')).status).toBe(404);
  expect((await call(desk, 'GET', 'views?list=toString/constructor')).status).toBe(404);
  expect((await call(desk, 'PATCH', `views/${nowhere}`, { name: 'X' })).status).toBe(404);
  expect((await call(desk, 'PATCH', 'views/none', { name: 'X' })).status).toBe(404);
  await server.database.query(`UPDATE list_views SET query = 'branch=harbour' WHERE name = 'Soon'`);
  expect((await read(desk)).items).toMatchObject([{ name: 'Soon', stale: true }]);
});

test('there is a limit for each list', async () => {
  await server.database.query(
    `INSERT INTO list_views (list, name, query, account)
     SELECT $1, 'View ' || n, '', id FROM accounts, generate_series(1, $2::int) n WHERE username = 'desk@library.example'`,
    [list, mostViews],
  );
  expect((await save(colleague, 'One more', '')).answer.errors).toHaveProperty('name');
  expect((await save(colleague, 'view 1', 'q=atlas')).status).toBe(201);
});
