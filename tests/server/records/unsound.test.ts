/** Responses of the records' API to malformed requests: never 500. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import { EndlessTriggersError } from '../../../engine/portal/life/triggers.ts';
import { wakeDue } from '../../../engine/server/records/upkeep/wake-due.ts';
import { expectStatus, openOffice } from './office.ts';
import type { Caller, Office } from './office.ts';
import { portal, state, step } from './portal.ts';

let office: Office;
let member: Caller;
let inForce = portal;

beforeAll(async () => {
  office = await openOffice(portal, undefined, { portal: () => inForce });
  member = await office.person('member');
});
afterAll(() => office.end());

const deep = `${'['.repeat(200)}1${']'.repeat(200)}`;

test.each([
  ['a text with a NUL', '{"data":{"title":"a\\u0000b"}}'],
  ['half a character', '{"data":{"title":"\\ud800"}}'],
  ['a deep nest', `{"data":{"title":${deep}}}`],
  ['a deep nest in a list', `{"data":{"lines":${deep}}}`],
  ['a number without end', '{"data":{"year":1e999}}'],
  ['a key that reaches the prototype', '{"data":{"constructor":{"a":1}}}'],
  ['a name of 201 characters', `{"data":{"${'n'.repeat(201)}":1}}`],
  ['a name of 201 characters deep inside', `{"data":{"lines":[{"${'n'.repeat(201)}":1}]}}`],
  ['a field that the form does not know', '{"data":{"colour":"red"}}'],
  ['a list for data', '{"data":[1]}'],
  ['a list for the body', '[]'],
  ['a text for the body', '"x"'],
  ['nothing for the body', 'null'],
  ['a text for data', '{"data":"x"}'],
  ['a wrong type', '{"data":{"year":"next"}}'],
  ['a wrong type deep inside', '{"data":{"lines":[{"line":7}]}}'],
  ['a parent that is no text', '{"data":{},"parent":{"a":1}}'],
])('refuses %s with 422', async (_, body) => {
  const answer = await member.post('order', body);
  expectStatus(answer, 422);
  expect(answer.json().errors).toBeTypeOf('object');
});

test.each([
  [
    'fields that the form does not know',
    15_000,
    Object.fromEntries(Array.from({ length: 15_000 }, (_, at) => [`f${at}`, 1])),
  ],
  ['rows that are wrong', 5000, { lines: Array.from({ length: 5000 }, () => ({ line: 7 })) }],
])('of many %s it tells 50 and how many more there are', async (_, count, data) => {
  const answer = await member.post('order', { data });
  expectStatus(answer, 422);
  const { more, ...shown } = answer.json().errors;
  expect(Object.values(shown).flat()).toHaveLength(50);
  expect(more).toEqual([`Further errors: ${(count - 50).toLocaleString('en')}. Correct these first.`]);
  expect(answer.body.length).toBeLessThan(10_000);
});

test('names the place of a fault deep inside with dots', async () => {
  const answer = await member.post('order', { data: { lines: [{ line: 'hotel' }, { line: 7 }] } });
  expect(Object.keys(answer.json().errors)).toEqual(['lines.1.line']);
});

test.each(['__proto__', 'constructor', 'toString', '%00', '..%2f', 'ÄÖ', 'a'.repeat(90)])(
  'answers 404 for the type or slug %s',
  async (word) => {
    expect((await member.get(`order/${word}`)).statusCode).toBe(404);
    expect((await member.get(`${word}/abc`)).statusCode).toBe(404);
    expect((await member.get(word)).statusCode).toBe(404);
    expect((await member.post(`order/abc/${word}`, {}, { version: 1 })).statusCode).toBe(404);
  },
);

test.each([
  'cursor=abc',
  'limit=0',
  'limit=-1',
  'limit=x',
  'list=none',
  'list=__proto__',
  'sort=secret',
  'sort=constructor',
  'nothing=1',
])('refuses the list with %s', async (query) => {
  const { statusCode } = await member.get(`order?${query}`);
  expect(statusCode).toBe(422);
});

test.each(["q='%20%26%20!", 'q=%F0%9F%98%80', 'parent=zzz', 'limit=100000', 'year=x'])(
  'takes the list with %s',
  async (query) => {
    const { statusCode } = await member.get(`order?${query}`);
    expect(statusCode).toBe(200);
  },
);

test.each(['cursor', 'q', 'state', 'parent'])('refuses a NUL in %s', async (name) => {
  expect((await member.get(`order?${name}=a%00b`)).statusCode).toBe(400);
});

/** Impossible in a checked configuration: a submitted record is fetched and sent in an endless loop. */
function goingRound(): Portal {
  const { order } = portal.workflows;
  if (order === undefined) throw new Error('There are no orders.');
  const fetch = step('fetch', ['sent'], 'in-clearance', { by: null, trigger: state('sent') });
  const send = step('send', ['in-clearance'], 'sent', { by: null, trigger: state('in-clearance') });
  const transitions = { ...order.transitions, fetch, send };
  return { ...portal, workflows: { ...portal.workflows, order: { ...order, transitions } } };
}

test('a step that would set off steps without end is refused with the reason, and changes nothing', async () => {
  const made = await member.post('order', { data: { title: 'A', year: 2026, lines: [{ line: 'hotel' }] } });
  expectStatus(made, 201);
  const path = `order/${made.json().slug}`;
  inForce = goingRound();
  const refused = await member.post(`${path}/hand-in`, { input: {} }, { version: 1 });
  inForce = portal;
  expectStatus(refused, 409);
  expect(refused.json().message).toBe(
    'The steps fetch and send would repeat without end. Nothing was changed. Tell the administrator of this portal.',
  );
  expect((await member.get(path)).json()).toMatchObject({ state: 'draft', version: 1 });
  expectStatus(await member.post(`${path}/hand-in`, { input: {} }, { version: 1 }), 200);
});

test('a record that would go round by itself is looked at again after an hour, and not each minute', async () => {
  const made = await member.post('order', { data: { title: 'B', year: 2026, lines: [{ line: 'hotel' }] } });
  expectStatus(made, 201);
  const { slug } = made.json();
  expectStatus(await member.post(`order/${slug}/hand-in`, { input: {} }, { version: 1 }), 200);
  inForce = goingRound();
  await office.database.query(`UPDATE records SET wake = '2026-01-01T00:00:00Z' WHERE slug = $1`, [slug]);
  const [first, second] = [await wakeDue(office.desk), await wakeDue(office.desk)];
  inForce = portal;
  expect(first.faults[0]).toBeInstanceOf(EndlessTriggersError);
  expect(second.faults).toEqual([]);
  const [row] = await office.database.query<{ wake: Date; state: string }>(
    'SELECT wake, state FROM records WHERE slug = $1',
    [slug],
  );
  expect(row?.state).toBe('sent');
  expect(Number(row?.wake)).toBeGreaterThan(Date.now() + 50 * 60 * 1000);
});
