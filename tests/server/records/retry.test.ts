/** Retries while the first call runs, or after it was refused, over the real database. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../../engine/contract/record.ts';
import type { HttpAnswer, IdempotencyKey } from '../../../engine/server/records/read/answer.ts';
import { idempotencyKeyOf, digestOf, once } from '../../../engine/server/records/store/idempotency.ts';
import { nextNumber } from '../../../engine/server/records/store/numbers.ts';
import { keepAnswer } from '../../../engine/server/records/store/write-record.ts';
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

async function begin(title: string): Promise<WireRecord> {
  const data = { title, year: 2026, lines: [{ line: 'hotel', gross: 10.5 }] };
  const answer = await member.post('order', { data });
  expectStatus(answer, 201);
  return answer.json();
}

/** Runs the work while another transaction holds the record's lock. */
async function whileHeld(slug: string, work: () => Promise<void>): Promise<void> {
  await office.database.transaction(async (client) => {
    await client.query('SELECT FROM records WHERE slug = $1 FOR UPDATE', [slug]);
    await work();
  });
}

/** Calls that wait for another transaction's lock on a record. */
async function countWaiting(): Promise<number> {
  const rows = await office.database.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length;
}

const change = (record: WireRecord, key: string, year = 2027) =>
  member.patch(`order/${record.slug}`, { data: { year } }, { version: 1, key });

test('a retry during the first call is refused at once, and gets its response later', async () => {
  const record = await begin('Held');
  const key = randomUUID();
  let first: ReturnType<typeof change> | null = null;
  await whileHeld(record.slug, async () => {
    first = change(record, key);
    await expect.poll(countWaiting).toBe(1);
    const retry = await change(record, key);
    expect([retry.statusCode, retry.json().code]).toEqual([409, 'running']);
    expect(retry.headers['retry-after']).toBe('1');
  });
  const done = await first!;
  expect(done.statusCode).toBe(200);
  const again = await change(record, key);
  expect([again.statusCode, again.body]).toEqual([200, done.body]);
  expect(again.headers['etag']).toBe('"2"');
  expect((await change(record, key, 2028)).statusCode).toBe(422);
});

test('of many that are sent at once one is carried out', async () => {
  const record = await begin('Crowded');
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 12 }, () => change(record, key)));
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
  expect(answers.every((one) => one.statusCode === 200 || one.json().code === 'running')).toBe(true);
  const now = await member.get(`order/${record.slug}`);
  expect(now.json().version).toBe(2);
});

test('of many that begin a record with one key at once one begins it', async () => {
  const [key, data] = [randomUUID(), { title: 'Begun once', year: 2026, lines: [] }];
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => member.post('order', { data }, { key })),
  );
  const begun = answers.filter(({ statusCode }) => statusCode === 201).map((one) => one.json().slug);
  expect(new Set(begun).size).toBe(1);
  expect(answers.every((one) => one.statusCode === 201 || one.json().code === 'running')).toBe(true);
});

test('a refusal writes nothing but its answer, which a retry gets though the call would pass by now', async () => {
  const record = await begin('Refused');
  const key = randomUUID();
  const late = () => member.patch(`order/${record.slug}`, { data: { year: 2030 } }, { version: 2, key });
  const refused = await late();
  expect(refused.statusCode).toBe(409);
  expectStatus(await change(record, randomUUID()), 200);
  const again = await late();
  expect([again.statusCode, again.json()]).toEqual([409, refused.json()]);
});

test('a call that names no record is answered so, and so is its retry', async () => {
  const key = randomUUID();
  const nowhere = () => member.patch('order/a%20b', { data: {} }, { version: 1, key });
  expect([(await nowhere()).statusCode, (await nowhere()).statusCode]).toEqual([404, 404]);
});

test('a call whose process died is free at once, and one whose process lives is not', async () => {
  const died = office.database.beside(1);
  const [key, data] = [randomUUID(), { title: 'Left', year: 2026, lines: [] }];
  const call = {
    account: member.visitor.account,
    operation: 'POST /api/v1/records/order',
    key,
    body: digestOf(office.desk.application.secret('idempotency'), { data }),
  };
  const { scope, body } = idempotencyKeyOf(call);
  await died.lasting.query('SELECT portal_claim($1, $2, $3, true)', [scope, key, body]);
  const begun = () => member.post('order', { data }, { key });
  expect((await begun()).json()).toMatchObject({ code: 'running' });
  await died.end();
  await expect.poll(async () => (await begun()).statusCode).toBe(201);
  const first = await begun();
  expect([first.statusCode, (await begun()).body]).toEqual([201, first.body]);
});

const answer = (text: string): HttpAnswer => ({ status: 201, headers: {}, text });

test('a process that was taken for dead writes nothing more under its claim', async () => {
  const { database } = office;
  const call = { account: null, operation: 'POST /twice', key: randomUUID(), body: Buffer.from('same') };
  const keep = (text: string) => async (idempotencyKey: IdempotencyKey) => {
    await keepAnswer(database, idempotencyKey, answer(text));
    return answer(text);
  };
  const desk = { application: office.desk.application, portal };
  const late = once(desk, call, async (idempotencyKey) => {
    await database.query(`SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND database =
        (SELECT oid FROM pg_database WHERE datname = current_database())`);
    const other = database.beside(1);
    const beside = { ...desk, application: { ...desk.application, database: other } };
    await expect
      .poll(() => once(beside, call, keep('"second"')).catch(() => null))
      .toEqual(answer('"second"'));
    await other.end();
    return keep('"first"')(idempotencyKey);
  });
  await expect(late).rejects.toThrow('somebody else was faster');
  expect(await once(desk, call, keep('"third"'))).toEqual(answer('"second"'));
});

const aSlip = { of: 'slip', subject: { year: '2026', office: '', kind: '' } };

/** Takes a number in a transaction, does the work, and ends it by committing or by failing. */
function takeNumber(hasGaps: boolean, work: () => Promise<unknown> = async () => {}): Promise<string> {
  const { database } = office;
  return database.transaction(async (client) => {
    const pattern = { pattern: '{sequence}', per: [], hasGaps };
    const number = await nextNumber({ client, database }, { ...aSlip, of: `slip-${hasGaps}` }, pattern);
    await work();
    return number;
  });
}

const fail = () => Promise.reject(new Error('The step failed.'));

test('a number without gaps is given back by a step that fails, and others wait for it', async () => {
  await expect(takeNumber(false, fail)).rejects.toThrow('The step failed.');
  let next: Promise<string> | null = null;
  const first = await takeNumber(false, async () => {
    next = takeNumber(false);
    await expect.poll(countWaiting).toBe(1);
  });
  expect([first, await next]).toEqual(['1', '2']);
});

test('where gaps are allowed nobody waits for a number, and that of a step that fails is lost', async () => {
  await expect(takeNumber(true, fail)).rejects.toThrow('The step failed.');
  const taken: string[] = [];
  const first = await takeNumber(true, async () => {
    taken.push(...(await Promise.all([takeNumber(true), takeNumber(true)])));
  });
  expect(first).toBe('2');
  expect(taken.toSorted()).toEqual(['3', '4']);
});
