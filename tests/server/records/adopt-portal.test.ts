/** A configuration that comes in force strands no record: states are renamed with a line in the history, or it is refused. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../../engine/portal/portal.ts';
import type { Workflow } from '../../../engine/portal/workflow.ts';
import { adoptPortal, sayStranded } from '../../../engine/server/records/adopt-portal.ts';
import { firstBroken, type NewEvent } from '../../../engine/server/records/event-chain.ts';
import { expectStatus, openOffice, type Caller, type Office } from './office.ts';
import { portal } from './portal.ts';

let office: Office;
let member: Caller;
let slug: string;

beforeAll(async () => {
  office = await openOffice(portal);
  member = await office.person('member');
  const made = await member.post('order', { data: { title: 'A', year: 2026, lines: [{ line: 'hotel' }] } });
  expectStatus(made, 201);
  slug = made.json().slug;
  expectStatus(await member.post(`order/${slug}/hand-in`, {}, { version: 1 }), 200);
});
afterAll(() => office.end());

/** The portal with `sent` of orders called `received`. */
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

async function read(): Promise<{ state: string; version: number; wake: Date | null }> {
  const [row] = await office.database.query<{ state: string; version: number; wake: Date | null }>(
    'SELECT state, version, wake FROM records WHERE slug = $1',
    [slug],
  );
  if (row === undefined) throw new Error('The record is gone.');
  return row;
}

test('a state that is gone without a successor keeps the configuration out, with words on what to do', async () => {
  const stranded = await adoptPortal(office.database, renamed([]));
  expect(stranded).toEqual([{ type: 'order', state: 'sent', count: 1, workflow: 'order' }]);
  expect(stranded.map(sayStranded).join()).toContain('1 record of the type "order" in the state "sent"');
  expect(await read()).toMatchObject({ state: 'sent', version: 2 });
});

test('a record type that is gone keeps it out as well', async () => {
  const { order: _order, ...recordTypes } = portal.recordTypes;
  const stranded = await adoptPortal(office.database, { ...portal, recordTypes });
  expect(stranded.map(({ type }) => type)).toEqual(['order']);
});

test('a state under a new name takes its records over, and their history says so and stays whole', async () => {
  expect(await adoptPortal(office.database, renamed(['posted', 'sent']))).toEqual([]);
  expect(await read()).toMatchObject({ state: 'received', version: 3 });
  const events = await office.database.query<Omit<NewEvent, 'at'> & { at: Date; hash: Buffer }>(
    `SELECT record, version, at, account, department, what, state, detail, hash FROM events
     WHERE record = (SELECT id FROM records WHERE slug = $1) ORDER BY version`,
    [slug],
  );
  expect(events.map(({ what }) => what)).toEqual(['created', 'hand-in', 'renamed']);
  expect(firstBroken(events.map((event) => ({ ...event, at: event.at.toISOString() })))).toBeNull();
});

test('what is open is looked at again only where something that happens by itself has changed', async () => {
  const adopted = renamed(['sent']);
  await adoptPortal(office.database, adopted);
  await office.database.query('UPDATE records SET wake = NULL');
  await adoptPortal(office.database, { ...adopted, title: 'Another title' });
  expect((await read()).wake).toBeNull();
  await adoptPortal(office.database, { ...adopted, days: { ...adopted.days, working: ['mon'] } });
  expect((await read()).wake).not.toBeNull();
});
