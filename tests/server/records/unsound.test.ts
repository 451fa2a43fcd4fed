/** What the records' API answers to requests that nobody fills in by hand: never 500. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstBroken } from '../../../engine/server/records/event-chain.ts';
import { expectStatus, openOffice } from './office.ts';
import type { Caller, Office } from './office.ts';
import { portal } from './portal.ts';

let office: Office;
let member: Caller;

beforeAll(async () => {
  office = await openOffice(portal);
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
  'cursor=%00',
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

test.each([
  'q=%00',
  "q='%20%26%20!",
  'q=%F0%9F%98%80',
  'state=%00',
  'parent=%00',
  'parent=zzz',
  'limit=100000',
  'year=x',
])('takes the list with %s', async (query) => {
  const { statusCode } = await member.get(`order?${query}`);
  expect(statusCode).toBe(200);
});

test('the history of a record is a chain that shows every change of it', async () => {
  const made = await member.post('order', { data: { title: 'Chained', year: 1.5e3 } });
  const { slug } = made.json();
  await member.patch(`order/${slug}`, { data: { year: 2 } }, { version: 1 });
  await member.post(`order/${slug}/withdraw`, {}, { version: 2 });
  const read = () =>
    office.database.query<Parameters<typeof firstBroken>[0][number] & { at: Date | string }>(
      'SELECT e.* FROM events e JOIN records r ON r.id = e.record WHERE r.slug = $1 ORDER BY e.version',
      [slug],
    );
  const events = (await read()).map((event) => ({ ...event, at: new Date(event.at).toISOString() }));
  expect(events).toHaveLength(3);
  expect(firstBroken(events)).toBeNull();
  expect(firstBroken(events.map((one) => (one.version === 2 ? { ...one, what: 'x' } : one)))).toBe(2);
  expect(firstBroken(events.filter(({ version }) => version !== 2))).toBe(3);
  await expect(office.database.query("UPDATE events SET what = 'x'")).rejects.toThrow('append-only');
});
