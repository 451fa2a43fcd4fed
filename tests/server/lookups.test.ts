/** A lookup that an office maintains, over HTTP: the next record's form follows, and filed records keep theirs. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { type FilesWithRows, filesWithRows } from '../../engine/command/start/files-with-rows.ts';
import type { WireForm } from '../../engine/portal/wire/slice.ts';
import type { WireLookup } from '../../engine/contract/lookups.ts';
import type { RecordPage, WireRecord } from '../../engine/contract/record.ts';
import {
  openBrowser,
  openPortalServer,
  PASSWORD,
  readPortal,
  type Browser,
  type PortalServer,
} from './portal-server.ts';

const branch = `title: Branches
public: true
edit: { by: { department: director }, form: branch }
rows:
  - { value: harbour, label: Harbour, fine: 1.50, floor: 2 }
  - { value: hill, label: On the hill }
`;
const form = `type: object
title: Branch
required: [label]
properties:
  label: { type: string, title: Name, minLength: 2, maxLength: 60 }
  fine: { type: string, title: Fine a day, format: money }
`;

const rack = `title: Racks
edit: { by: { department: [director, desk] }, form: rack, unit: branch }
rows:
  - { value: harbour-novels, label: Novels, branch: harbour }
  - { value: hill-novels, label: Novels, branch: hill }
`;
const rackForm = `type: object
title: Rack
required: [label, branch]
properties:
  label: { type: string, title: Name }
  branch: { type: string, title: Branch, lookup: branch }
`;

let directory: string;
let files: FilesWithRows;
let server: PortalServer;
let director: Browser;
let member: Browser;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kept-'));
  cpSync('tests/fixtures/library', directory, { recursive: true });
  writeFileSync(join(directory, 'lookups/branch.yaml'), branch);
  writeFileSync(join(directory, 'forms/branch.yaml'), form);
  writeFileSync(join(directory, 'lookups/rack.yaml'), rack);
  writeFileSync(join(directory, 'forms/rack.yaml'), rackForm);
  files = filesWithRows(directory);
  server = await openPortalServer(await readPortal(directory), {}, { compileRows: files.compile });
  director = await signedIn('director');
  member = await signedIn('member');
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

async function signedIn(department: string, origin = server.origin): Promise<Browser> {
  const browser = openBrowser(origin);
  const { demonstration } = server.application.portal();
  const answer = await browser.signIn(`${department}@${demonstration.domain}`);
  expect(answer.status).toBe(200);
  return browser;
}

const json = async <T>(answer: Response | Promise<Response>): Promise<T> =>
  (await (await answer).json()) as T;
const lookup = (who = director) => json<WireLookup>(who.send('GET', 'lookups/branch'));
const add = (row: object, who = director) => who.send('POST', 'lookups/branch', { body: { row } });
const change = (value: string, version: number, body: object) =>
  director.send('PATCH', `lookups/branch/${value}`, { body, headers: { 'if-match': `"${version}"` } });

async function choices(): Promise<unknown> {
  const slice = await json<{ recordTypes: Record<string, { form: string }> }>(member.send('GET', 'portal'));
  const asked = await json<WireForm>(member.send('GET', `forms/${slice.recordTypes['loan']?.form}`));
  return (asked.schema['properties'] as Record<string, { enum: unknown }>)['branch']?.enum;
}

async function lend(book: string, at: string): Promise<Response> {
  const data = { book, copies: 1, branch: at, is_student: false };
  const made = await json<WireRecord>(
    member.send('POST', 'records/loan', { body: { data }, headers: { 'idempotency-key': book } }),
  );
  return member.send('POST', `records/loan/${made.slug}/ask`, {
    body: { input: {} },
    headers: { 'if-match': '1', 'idempotency-key': `${book} sent` },
  });
}

test('only who keeps the lookup sees its rows as such, and may change them', async () => {
  expect(await lookup()).toMatchObject({
    title: 'Branches',
    rows: [
      { value: 'harbour', row: { label: 'Harbour', fine: 1.5, floor: 2 }, version: 0, retired: false },
      { value: 'hill', row: { label: 'On the hill' }, changed_by: null },
    ],
  });
  expect((await member.send('GET', 'lookups/branch')).status).toBe(404);
  expect((await add({ label: 'Isle' }, member)).status).toBe(404);
  expect((await openBrowser(server.origin).send('GET', 'lookups/branch')).status).toBe(401);
  expect((await director.send('GET', 'lookups/shelf')).status).toBe(404);
});

test('a new row is offered to the very next record, everywhere', async () => {
  expect((await lend('Too early', 'north-isle')).ok).toBe(false);
  const added = await add({ label: 'North Isle', fine: '2.50' });
  expect(added.status).toBe(201);
  const { rows } = await json<WireLookup>(added);
  expect(rows.at(-1)).toMatchObject({
    value: 'north-isle',
    row: { label: 'North Isle', fine: '2.50' },
    version: 1,
  });
  expect(await choices()).toEqual(['harbour', 'hill', 'north-isle']);
  expect(await json<object[]>(member.send('GET', 'branch'))).toHaveLength(3);
  expect((await lend('Atlas', 'north-isle')).status).toBe(200);
});

test('the same call sent twice adds one row, and another row of the name is refused', async () => {
  expect((await add({ label: 'North Isle', fine: '2.50' })).status).toBe(201);
  const again = await add({ label: 'North isle' });
  expect(again.status).toBe(422);
  expect(await json(again)).toMatchObject({ errors: { label: [expect.stringContaining('North Isle')] } });
  expect((await lookup()).rows).toHaveLength(3);
});

test('errors are reported at their fields, and nothing changes', async () => {
  const hash = server.application.portal().hash;
  expect(await json(add({ fine: '2' }))).toMatchObject({ errors: { label: [expect.any(String)] } });
  expect(await json(add({ label: 'South', fine: 'much' }))).toMatchObject({
    errors: { fine: [expect.any(String)] },
  });
  expect(await json(add({ label: 'South', roof: 'red' }))).toMatchObject({
    errors: { roof: [expect.any(String)] },
  });
  expect((await change('nowhere', 0, { row: { label: 'South' } })).status).toBe(404);
  expect(server.application.portal().hash).toBe(hash);
});

test('a change is based on the version that it was made of, and keeps columns that are not asked', async () => {
  expect((await change('harbour', 0, { row: { label: 'Old harbour' } })).status).toBe(200);
  const [harbour] = (await lookup()).rows;
  expect(harbour).toMatchObject({
    row: { label: 'Old harbour', floor: 2 },
    version: 1,
    changed_by: 'Director',
  });
  expect(harbour?.row).not.toHaveProperty('fine');
  expect((await change('harbour', 0, { row: { label: 'Harbour' } })).status).toBe(409);
  expect((await change('harbour', 1, { row: { label: 'Harbour' } })).status).toBe(200);
});

test('a retired row is offered no more; what was filed with it keeps its words and its form', async () => {
  const { items } = await json<RecordPage>(member.send('GET', 'records/loan?list=mine&q=atlas'));
  const [loan] = items;
  const read = () => json<WireRecord>(member.send('GET', `records/loan/${loan?.slug}`));
  const before = (await read()).form;
  expect((await change('north-isle', 1, { retired: true })).status).toBe(200);
  expect(await choices()).toEqual(['harbour', 'hill']);
  expect(await json<object[]>(member.send('GET', 'branch'))).toHaveLength(2);
  expect((await lend('Too late', 'north-isle')).ok).toBe(false);
  const after = await read();
  expect([after.form, after.data['branch']]).toEqual([before, 'north-isle']);
  const kept = await json<WireForm>(member.send('GET', `forms/${before}`));
  expect(JSON.stringify(kept)).toContain('North Isle');
  expect((await change('north-isle', 2, { retired: false })).status).toBe(200);
  expect(await choices()).toEqual(['harbour', 'hill', 'north-isle']);
});

test('another process hears of it, and a new one begins with it', async () => {
  const other = await server.second();
  await other.application.rows?.refresh();
  expect(other.application.portal().hash).toBe(server.application.portal().hash);
  const stop = await other.application.rows?.follow((error) => {
    throw error;
  });
  expect((await add({ label: 'Lighthouse' })).status).toBe(201);
  await expect.poll(() => other.application.portal().hash).toBe(server.application.portal().hash);
  await stop?.();
  await other.close();
});

test('who belongs to a unit keeps its rows alone, and two units may have rows of the same name', async () => {
  const { demonstration } = server.application.portal();
  const username = `harbour@${demonstration.domain}`;
  const account = { department: 'desk', username, name: 'Harbour', password: PASSWORD, unit: 'harbour' };
  await createAccount(server.database, account);
  const clerk = openBrowser(server.origin);
  expect((await clerk.signIn(username)).status).toBe(200);
  expect(await racks(clerk)).toEqual(['harbour-novels']);
  expect(await racks(director)).toEqual(['harbour-novels', 'hill-novels']);
  const send = (row: object) => clerk.send('POST', 'lookups/rack', { body: { row } });
  expect((await send({ label: 'Maps', branch: 'hill' })).status).toBe(422);
  expect((await send({ label: 'Maps' })).status).toBe(201);
  expect(await racks(clerk)).toEqual(['harbour-novels', 'harbour-maps']);
  const moved = { row: { label: 'Mine', branch: 'harbour' } };
  const headers = { 'if-match': '"0"' };
  expect((await clerk.send('PATCH', 'lookups/rack/hill-novels', { body: moved, headers })).status).toBe(404);
});

test('files that change below the rows come in force together with them, or not at all', async () => {
  const refresh = () => server.application.rows?.refresh();
  const write = (text: string) => writeFileSync(join(directory, 'lookups/branch.yaml'), text);
  const before = await choices();
  write(`${branch}  - { value: dock, label: Dock }\n`);
  files.reload();
  expect(await refresh()).toEqual([]);
  expect(await choices()).toEqual(['harbour', 'hill', 'dock', ...(before as string[]).slice(2)]);
  const { hash } = server.application.portal();
  writeFileSync(join(directory, 'forms/branch.yaml'), form.replaceAll('label', 'name'));
  const takeBack = files.reload();
  expect(await refresh()).not.toEqual([]);
  takeBack();
  expect(server.application.portal().hash).toBe(hash);
  expect((await change('hill', 0, { row: { label: 'Hilltop' } })).status).toBe(200);
});

async function racks(who: Browser) {
  return (await json<WireLookup>(who.send('GET', 'lookups/rack'))).rows.map(({ value }) => value);
}
