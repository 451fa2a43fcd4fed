/** A new configuration leaves no record without a rule: states are renamed, or it is refused. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { Workflow } from '../../../engine/portal/model/workflow.ts';
import { adoptPortal } from '../../../engine/server/records/succession/adopt-portal.ts';
import { verifyHistories } from '../../../engine/server/audit/verify-histories.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import { sayStranded, type StrandedRecords } from '../../../engine/server/records/succession/stranded.ts';
import { wakeDue } from '../../../engine/server/records/upkeep/wake-due.ts';
import { expectStatus, openOffice, type Caller, type Office } from './office.ts';
import { portal } from './portal.ts';

let office: Office;
let member: Caller;
let slug: string;
let inForce = portal;

beforeAll(async () => {
  office = await openOffice(portal, undefined, { portal: () => inForce });
  member = await office.person('member');
  const made = await member.post('order', { data: { title: 'A', year: 2026, lines: [{ line: 'hotel' }] } });
  expectStatus(made, 201);
  slug = made.json().slug;
  expectStatus(await member.post(`order/${slug}/hand-in`, {}, { version: 1 }), 200);
});
afterAll(() => office.end());

async function adopt(wished: Portal, isInForce = false): Promise<readonly StrandedRecords[]> {
  const adoption = { portal: wished, before: null, key: testAuditKey, isInForce };
  return (await adoptPortal(office.database, adoption)).stranded;
}

/** The portal with the state `sent` of orders renamed to `received`. */
function renamed(formerly: readonly string[]): Portal {
  const order = portal.workflows['order'];
  const sent = order?.states['sent'];
  if (order === undefined || sent === undefined) throw new Error('The portal of the tests has changed.');
  const { sent: _sent, ...others } = order.states;
  const workflow: Workflow = {
    ...order,
    states: { ...others, received: { ...sent, key: 'received', formerly } },
  };
  return { ...portal, workflows: { ...portal.workflows, order: workflow } };
}

interface Row {
  readonly state: string;
  readonly version: number;
  readonly life: number;
  /** The transaction that last wrote the row. */
  readonly writer: string;
}

async function read(of = slug): Promise<Row> {
  const [row] = await office.database.query<Row>(
    'SELECT state, version, life, xmin::text AS writer FROM records WHERE slug = $1',
    [of],
  );
  if (row === undefined) throw new Error('The record is gone.');
  return row;
}

test('a state that is gone without a successor keeps the configuration out, with words on what to do', async () => {
  const stranded = await adopt(renamed([]));
  expect(stranded).toEqual([{ type: 'order', state: 'sent', count: 1, workflow: 'order' }]);
  expect(stranded.map(sayStranded).join()).toContain('1 record of the type "order" in the state "sent"');
  expect(await read()).toMatchObject({ state: 'sent', version: 2 });
});

test('a record type that is gone keeps it out as well', async () => {
  const { order: _order, ...recordTypes } = portal.recordTypes;
  const stranded = await adopt({ ...portal, recordTypes });
  expect(stranded).toMatchObject([{ type: 'order', workflow: null }]);
});

test('a state under a new name takes its records over, and their history says so and stays whole', async () => {
  expect(await adopt(renamed(['posted', 'sent']))).toEqual([]);
  expect(await read()).toMatchObject({ state: 'received', version: 3 });
  const events = await office.database.query(
    `SELECT what FROM events WHERE record = (SELECT id FROM records WHERE slug = $1) ORDER BY version`,
    [slug],
  );
  expect(events).toEqual([{ what: 'created' }, { what: 'hand-in' }, { what: 'renamed' }]);
  expect((await verifyHistories(office.database, testAuditKey)).findings).toEqual([]);
});

test('a record that an older process writes afterwards is moved by the next start, and by the running server', async () => {
  const adopted = renamed(['sent']);
  // The older process serves the old portal, over the same database.
  const older = async (): Promise<string> => {
    inForce = portal;
    const data = { title: randomUUID(), year: 2026, lines: [{ line: 'hotel' }] };
    const made = await member.post('order', { data });
    expectStatus(made, 201);
    expectStatus(await member.post(`order/${made.json().slug}/hand-in`, {}, { version: 1 }), 200);
    return made.json().slug;
  };
  const first = await older();
  expect(await adopt(adopted)).toEqual([]);
  expect(await read(first)).toMatchObject({ state: 'received', version: 3 });
  const second = await older();
  expect(await read(second)).toMatchObject({ state: 'sent', version: 2 });
  inForce = adopted;
  expect((await wakeDue(office.desk)).faults).toEqual([]);
  expect(await read(second)).toMatchObject({ state: 'received', version: 3 });
});

test('other titles, messages and places write to no record', async () => {
  inForce = renamed(['sent']);
  await adopt(inForce);
  await wakeDue(office.desk);
  const before = await read();
  inForce = inOtherWords(inForce);
  await adopt(inForce);
  await wakeDue(office.desk);
  expect(await read()).toEqual(before);
});

test('other rules are put over open records in the background, and not before the server listens', async () => {
  const before = await read();
  inForce = { ...inForce, days: { ...inForce.days, working: ['mon'] } };
  await adopt(inForce);
  expect(await read()).toEqual(before);
  await wakeDue(office.desk);
  const after = await read();
  expect(after.life).not.toBe(before.life);
  await wakeDue(office.desk);
  expect(await read()).toEqual(after);
});

test('a process that serves an older configuration looks at no record for its rules', async () => {
  const before = await read();
  const newer = inForce;
  // The other process changes a row of a lookup: its configuration becomes the newest version, but its rules are
  // older.
  await office.database.query(`INSERT INTO portals (hash, body) VALUES ('rows', '{}')`);
  await office.database.query(
    `INSERT INTO versions (number, hash) SELECT max(number) + 1, 'rows' FROM versions`,
  );
  inForce = { ...inForce, days: { ...inForce.days, working: ['tue'] } };
  await wakeDue(office.desk);
  expect(await read()).toEqual(before);
  await office.database.query('UPDATE records SET life = 1 WHERE slug = $1', [slug]);
  inForce = newer;
  await wakeDue(office.desk);
  expect(await read()).toMatchObject({ life: before.life });
});

test('a deadlock while a configuration is adopted is tried again', async () => {
  // PostgreSQL aborts the first of these transactions, as in a deadlock.
  await office.database.changeSchema((owner) =>
    owner.query(`
    CREATE SEQUENCE attempts;
    CREATE FUNCTION end_first() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('attempts') = 1 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
      RETURN NEW;
    END $$;
    UPDATE records SET state = 'sent' WHERE slug = '${slug}';
    CREATE TRIGGER end_first BEFORE UPDATE ON records FOR EACH ROW EXECUTE FUNCTION end_first();`),
  );
  expect(await adopt(renamed(['sent']))).toEqual([]);
  expect(await read()).toMatchObject({ state: 'received' });
  const [attempts] = await office.database.query<{ last_value: number }>('SELECT last_value FROM attempts');
  expect(Number(attempts?.last_value)).toBe(2);
});

/** The same portal after somebody has rewritten every text and moved every line. */
function inOtherWords(one: Portal): Portal {
  const said = new Set(['title', 'message', 'help', 'tone']);
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (typeof value !== 'object' || value === null) return value;
    const parts = Object.entries(value).map(([key, part]): [string, unknown] => {
      if (key === 'place') return [key, { file: 'moved.yaml', line: 1, column: 1 }];
      return [key, said.has(key) && typeof part === 'string' ? `${part} (new)` : rewrite(part)];
    });
    return Object.fromEntries(parts);
  };
  const { workflows, kinds, days } = one;
  return { ...one, ...(rewrite({ workflows, kinds, days }) as Pick<Portal, 'workflows' | 'kinds' | 'days'>) };
}
