/** Records that offices and people without an account begin: sent at once, without a draft. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../../engine/contract/record.ts';
import type { Condition } from '../../../engine/portal/model/condition.ts';
import { signedOut, type Visitor } from '../../../engine/portal/model/department.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import { maySendAtOnce } from '../../../engine/portal/workflow/sending-step.ts';
import { expectStatus, openOffice, type Caller, type Office } from './office.ts';
import { any, department, nobody, party, portal, recordType, stateOf, step, workflow } from './portal.ts';

const withoutAccount: Condition = {
  test: 'compare',
  subject: { from: 'visitor', name: 'signedIn' },
  operator: 'is',
  operand: { value: false },
};
const staffToo = any(party('owner'), department('desk'), withoutAccount);

/** The desk takes orders and replies for others, and so does anybody without an account. */
function openPortal(): Portal {
  const { order } = portal.recordTypes;
  const orders = portal.workflows['order'];
  const handIn = orders?.transitions['hand-in'];
  if (order === undefined || orders === undefined || handIn === undefined)
    throw new Error('There is no order.');
  const create = any(department('member'), department('desk'), withoutAccount);
  const reply = recordType('reply', {
    parents: ['order'],
    form: 'reason-form',
    access: { ...nobody, create, read: any(party('owner'), department('desk')), update: party('owner') },
  });
  return {
    ...portal,
    recordTypes: { ...portal.recordTypes, order: { ...order, access: { ...order.access, create } }, reply },
    workflows: {
      ...portal.workflows,
      order: { ...orders, transitions: { 'hand-in': { ...handIn, by: staffToo } } },
      reply: workflow(
        'reply',
        'draft',
        [stateOf('draft', 'owner'), stateOf('sent', 'office')],
        [step('send', ['draft'], 'sent', { by: staffToo })],
      ),
    },
  };
}

let office: Office;
let desk: Caller;
let member: Caller;

beforeAll(async () => {
  office = await openOffice(openPortal());
  desk = await office.person('desk');
  member = await office.person('member');
});
afterAll(() => office.end());

const whole = { title: 'Timber', year: 2026, lines: [{ line: 'hotel', gross: 10.5 }] };

async function begin(who: Caller, type: string, body: object, key?: string): Promise<WireRecord> {
  const answer = await who.post(type, body, key === undefined ? {} : { key });
  expectStatus(answer, 201);
  return answer.json();
}

async function countOrders(): Promise<number> {
  return (await office.database.query("SELECT FROM records WHERE type = 'order'")).length;
}

test('an office sends a record with one call, and a retry sends nothing twice', async () => {
  const key = randomUUID();
  const sent = await begin(desk, 'order', { data: whole }, key);
  expect(sent).toMatchObject({
    state: 'sent',
    version: 2,
    number: expect.stringMatching(/^OR-\d{4}-\d{4}$/),
  });
  const again = await begin(desk, 'order', { data: whole }, key);
  expect(again.slug).toBe(sent.slug);
  const events = (await desk.get(`order/${sent.slug}/events`)).json<{ what: string }[]>();
  expect(events.map(({ what }) => what).toSorted()).toEqual(['created', 'hand-in']);
});

test('their form saves no draft, and that of an owner does', () => {
  const own = openPortal();
  const isSent = (visitor: Visitor) =>
    Object.values(own.recordTypes).flatMap((type) =>
      maySendAtOnce({ portal: own, visitor }, type) ? [type.type] : [],
    );
  expect([desk.visitor, signedOut, member.visitor].map(isSent)).toEqual([
    ['order', 'reply'],
    ['order', 'reply'],
    [],
  ]);
});

test('what is missing is told before anything is stored', async () => {
  const before = await countOrders();
  for (const who of [desk, office.stranger]) {
    const answer = await who.post('order', { data: { title: 'Timber' } });
    expectStatus(answer, 422);
    expect(Object.keys(answer.json().errors).toSorted()).toEqual(['lines', 'year']);
  }
  expect(await countOrders()).toBe(before);
});

test('somebody without an account sends it at once too, and an owner begins a draft as before', async () => {
  const sent = await begin(office.stranger, 'order', { data: whole });
  expect(sent).toMatchObject({
    state: 'sent',
    owner: null,
    number: expect.stringMatching(/^OR-/),
    actions: [],
  });
  expect(await begin(member, 'order', { data: {} })).toMatchObject({ state: 'draft', number: null });
});

test('what an office begins below the record of somebody else is theirs, and is sent', async () => {
  const draft = await begin(member, 'order', { data: whole });
  const filed = await member.post(`order/${draft.slug}/hand-in`, { input: {} }, { version: draft.version });
  expectStatus(filed, 200);
  const reply = await begin(desk, 'reply', { parent: draft.slug, data: { reason: 'Thank you.' } });
  expect(reply).toMatchObject({ state: 'sent', view: 'read' });
  const theirs = await member.get(`reply/${reply.slug}`);
  expect(theirs.json()).toMatchObject({ state: 'sent', data: { reason: 'Thank you.' } });
  expect(theirs.json().owner).toBe(filed.json().owner);
});
