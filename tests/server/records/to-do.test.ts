/** One to-do list: the page of an application, its negative list, the list of everything and the count agree. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ListTotal, WireRecord, WireRow } from '../../../engine/contract/record.ts';
import type { PageCounts, ToDo } from '../../../engine/contract/to-do.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { Route } from '../../../engine/portal/model/route.ts';
import { registerNavigation } from '../../../engine/server/portal-api/register-navigation.ts';
import { readPortal } from '../read-portal.ts';
import { type Caller, expectStatus, type Office, openOffice } from './office.ts';

let office: Office;
let owner: Caller;
let licensing: Caller;
let example: Record<string, unknown>;

beforeAll(async () => {
  const register = registerNavigation;
  office = await openOffice(withCount(await readPortal(), 'mho.sanitary'), undefined, { register });
  owner = await office.person('establishment', { access: true, username_change: true, email_verified: true });
  licensing = await office.person('bplo');
  example = parse(await readFile('config/forms/unified-form.yaml', 'utf8')).examples[0];
});
afterAll(() => office.end());

function withCount(portal: Portal, name: string): Portal {
  const counted = (route: Route) =>
    route.name === name && route.nav !== null ? { ...route, nav: { ...route.nav, counts: true } } : route;
  return { ...portal, routes: portal.routes.map(counted) };
}

async function read<Answer>(path: string, who = owner): Promise<Answer> {
  const headers = { 'x-visitor': who.visitor.name };
  const answer = await office.server.inject({ url: `/api/v1/${path}`, headers });
  expectStatus(answer, 200);
  return answer.json();
}

const classified = { class: 'complex', lines_confirmed: true };
const namesOf = ({ items }: ToDo) => items.map(({ type, slug }) => `${type}/${slug}`);

/** Compares everything that draws the list with each other, and with each record that waits for its owner. */
async function agree(): Promise<readonly string[]> {
  const all = await read<ToDo>('to-do?limit=100');
  const names = namesOf(all);
  expect(all.total).toBe(names.length);
  const counts = await read<PageCounts>('navigation/counts');
  expect(counts['establishment.application']).toEqual({ total: names.length });
  const rows = await office.database.query<{ type: string; slug: string }>(
    'SELECT type, slug FROM records WHERE owner = $1',
    [owner.visitor.account],
  );
  const waiting: string[] = [];
  for (const { type, slug } of rows) {
    const { waits_for: who, state } = await read<WireRecord>(`records/${type}/${slug}`);
    const isOver = office.desk.application.portal().workflows[type]?.states[state]?.isSettled;
    if (who?.who === 'you' && isOver !== true) waiting.push(`${type}/${slug}`);
  }
  expect(names.toSorted()).toEqual(waiting.toSorted());
  for (const { slug } of rows.filter(({ type }) => type === 'application')) {
    const below = namesOf(await read<ToDo>(`to-do?record=application/${slug}`));
    const own = all.items.filter((one) => [one, ...one.ancestors].some((above) => above.slug === slug));
    expect(below).toEqual(own.map((one) => `${one.type}/${one.slug}`));
    const { items } = await read<{ items: WireRow[] }>(
      `records/clearance?parent=${slug}&rows=parts&limit=100`,
    );
    const inList = items.filter(({ part }) => part?.waits_for?.who === 'you');
    expect(inList.map((one) => `clearance/${one.slug}`).toSorted()).toEqual(
      below.filter((name) => name.startsWith('clearance/')).toSorted(),
    );
  }
  return names;
}

async function take(who: Caller, record: WireRecord, name: string, input = {}): Promise<WireRecord> {
  const path = `${record.type}/${record.slug}/${name}`;
  const answer = await who.post(path, { input }, { version: record.version });
  expectStatus(answer, 200);
  await agree();
  return answer.json();
}

async function apply(name: string): Promise<WireRecord> {
  const made = await owner.post('application', { data: { ...example, business_name: name } });
  expectStatus(made, 201);
  return made.json();
}

test('what is to be done is the same everywhere, after each step of two applications', async () => {
  expect(await agree()).toEqual([]);
  const draft = await apply('First Resort');
  expect(await agree()).toEqual([`application/${draft.slug}`]);
  const sent = await take(owner, draft, 'submit');
  expect(await agree()).toEqual([]);
  const incomplete = await take(licensing, sent, 'return', { missing: [{ what: 'The lease contract.' }] });
  expect(await agree()).toEqual([`application/${draft.slug}`]);
  const again = await take(owner, incomplete, 'submit');
  await take(licensing, again, 'accept', classified);
  const one = await agree();
  const types = new Set(one.map((name) => name.split('/')[0]));
  expect([...types].toSorted()).toEqual(['checklist', 'clearance']);
  // All of them came at one moment: they are in the order of the configuration.
  const { items: rows } = await read<ToDo>('to-do?limit=100');
  const kinds = Object.keys(office.desk.application.portal().kinds);
  const places = rows.flatMap(({ type, kind }) => (type === 'clearance' ? kinds.indexOf(kind ?? '') : []));
  expect(places.length).toBeGreaterThan(5);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const second = await take(owner, await apply('Second Resort'), 'submit');
  const accepted = await take(licensing, second, 'accept', classified);
  expect(await agree()).toHaveLength(2 * one.length);
  const { items } = await read<{ items: WireRow[] }>(`records/clearance?parent=${second.slug}&limit=100`);
  for (const { slug, office: key } of items) {
    const head = await office.person(key ?? '');
    const clearance: WireRecord = await read(`records/clearance/${slug}`);
    await take(head, clearance, 'waive', { reason: 'Not needed here.' });
  }
  expect((await agree()).toSorted()).toEqual(one.toSorted());
  await take(owner, await read(`records/application/${accepted.slug}`), 'withdraw');
  await take(owner, await read(`records/application/${draft.slug}`), 'withdraw');
  expect(await agree()).toEqual([]);
});

test('parts decide whose turn it is: those still to send come first, and one that ended badly asks the owner', async () => {
  const sent = await take(owner, await apply('Eighth Resort'), 'submit');
  await take(licensing, sent, 'accept', classified);
  const below = async () => (await read<ToDo>(`to-do?record=application/${sent.slug}&limit=100`)).items;
  const checklist = (await below()).find(({ type }) => type === 'checklist');
  const clearances = await read<{ items: WireRow[] }>(
    `records/clearance?parent=${sent.slug}&rows=parts&limit=100`,
  );
  const above = clearances.items.find(({ slug }) => slug === checklist?.parent);
  // A paper of its own is missing too, so its owner sees both.
  expect(above?.part?.waits_for).toMatchObject({ who: 'you' });
  expect(namesOf({ items: await below(), total: 0 })).toContain(`clearance/${above?.slug}`);
  const { items: papers } = await read<WireRecord>(`records/clearance/${above?.slug}`);
  expect(papers.some(({ state, optional }) => state === 'missing' && !optional)).toBe(true);
  const filed = Object.fromEntries(papers.map(({ id }) => [id, { state: 'filed', remark: null, files: [] }]));
  await office.database.query('UPDATE records SET items = $2 WHERE slug = $1', [
    above?.slug,
    JSON.stringify(filed),
  ]);
  await agree();
  const names = namesOf({ items: await below(), total: 0 });
  expect(names).not.toContain(`clearance/${above?.slug}`);
  const complete = await read<WireRecord>(`records/clearance/${above?.slug}`);
  expect(complete.waits_for).toMatchObject({ who: 'parts' });
  // As if it were sent.
  await office.database.query(
    `UPDATE records SET state = 'filed' WHERE parent = (SELECT id FROM records WHERE slug = $1)`,
    [above?.slug],
  );
  await agree();
  expect(namesOf({ items: await below(), total: 0 })).toContain(`clearance/${above?.slug}`);
  expect(namesOf({ items: await below(), total: 0 })).not.toContain(`application/${sent.slug}`);

  await office.database.query(`UPDATE records SET state = 'rejected' WHERE slug = $1`, [above?.slug]);
  await agree();
  expect(namesOf({ items: await below(), total: 0 })).toContain(`application/${sent.slug}`);
  const rows = await read<{ items: WireRow[] }>(`records/clearance?parent=${sent.slug}&rows=parts&limit=100`);
  expect(rows.items.filter(({ part }) => part?.blocks === true).map(({ slug }) => slug)).toEqual([
    above?.slug,
  ]);
  const shown = await read<WireRecord>(`records/application/${sent.slug}`, licensing);
  expect(shown.waits_for).toMatchObject({ who: 'parts' });
  await take(owner, await read(`records/application/${sent.slug}`), 'withdraw');
});

test('the counts of an office are its own', async () => {
  const before = await read<PageCounts>('navigation/counts', licensing);
  const { total = 0 } = before['bplo.to-receive'] ?? {};
  const sent = await take(owner, await apply('Counted Resort'), 'submit');
  const after = await read<PageCounts>('navigation/counts', licensing);
  expect(after['bplo.to-receive']).toEqual({ total: total + 1 });
  const own = Object.keys(await read<PageCounts>('navigation/counts'));
  expect(own.every((name) => name.startsWith('establishment.'))).toBe(true);
  const elsewhere = await read<PageCounts>('navigation/counts', await office.person('pmto'));
  expect(Object.keys(elsewhere)).not.toContain('bplo.to-receive');

  // A page with one kind counts the rows that it shows.
  await take(licensing, sent, 'accept', classified);
  const health = await office.person('mho');
  const shown = await read<ListTotal>('records/clearance?list=office&kind=negative-list/sanitary', health);
  const whole = await read<ListTotal>('records/clearance?list=office', health);
  const counts = await read<PageCounts>('navigation/counts', health);
  expect(counts['mho.sanitary']).toEqual({ total: shown.total });
  expect(whole.total).toBeGreaterThan(shown.total);
});

test('somebody else sees nothing of it', async () => {
  const draft = await apply('Third Resort');
  const other = await office.person('establishment');
  expect(await read<ToDo>('to-do', other)).toEqual({ items: [], total: 0 });
  const headers = { 'x-visitor': other.visitor.name };
  const url = `/api/v1/to-do?record=application/${draft.slug}`;
  expectStatus(await office.server.inject({ url, headers }), 404);
});

test('what is due first comes first, and without a due date what has waited longest', async () => {
  const sent: WireRecord[] = [];
  for (const name of ['Fourth', 'Fifth', 'Sixth', 'Seventh'])
    sent.push(await take(owner, await apply(`${name} Resort`), 'submit'));
  const [fourth, fifth, sixth, seventh] = sent.map(({ slug }) => slug);
  // It waits for the office only since now.
  await office.database.query(`UPDATE records SET since = now() WHERE slug = $1`, [fourth]);
  const dues = { [String(fourth)]: null, [String(fifth)]: null, [String(sixth)]: 2, [String(seventh)]: 1 };
  for (const [slug, days] of Object.entries(dues))
    await office.database.query(
      `UPDATE records SET due = now() + $2::int * interval '1 day' WHERE slug = $1`,
      [slug, days],
    );
  const all = await read<ToDo>('to-do?limit=100', licensing);
  const order = all.items.map(({ slug }) => slug).filter((slug) => Object.hasOwn(dues, slug));
  expect(order).toEqual([seventh, sixth, fifth, fourth]);
  const few = await read<ToDo>('to-do?limit=1', licensing);
  expect(few.total).toBe(all.total);
  expect(few.items.map(({ slug }) => slug)).toEqual([seventh]);
});
