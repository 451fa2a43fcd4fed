/** A paper that was sent once is offered for every item with the same paper, only to its owner. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { OfferedPapers } from '../../../engine/contract/files.ts';
import type { WireItem, WireRecord } from '../../../engine/contract/record.ts';
import type { Caller } from '../records/office.ts';
import { item, kindOf, portal } from '../records/portal.ts';
import { call, openChecklist, openPaperDesk, pdf, png, send, type PaperDesk } from './paper-desk.ts';

const stays = portal.kinds['rooms/lodging'] ?? kindOf('rooms', 'lodging', {});
const map = { lastMonths: 2 } as const;

/** Three checklists below one clearance need the same plan. */
const twice: Portal = {
  ...portal,
  sets: {
    ...portal.sets,
    rooms: { ...portal.sets['rooms']!, kinds: ['rooms/lodging', 'rooms/annex', 'rooms/roof'] },
  },
  kinds: {
    ...portal.kinds,
    'rooms/lodging': {
      ...stays,
      title: 'Lodging',
      items: [
        item('plan', { paper: 'plan', accepts: ['pdf', 'png'] }),
        item('map', { paper: 'map', each: map, isOptional: true }),
      ],
    },
    'rooms/annex': kindOf('rooms', 'annex', {
      title: 'Annex',
      applies: stays.applies,
      items: [
        item('drawing', { paper: 'plan' }),
        item('letter', { paper: 'letter' }),
        item('yearly', { paper: 'plan', validFor: '1 month', accepts: ['pdf', 'png'] }),
        item('own'),
        item('months', { paper: 'map', each: map }),
      ],
    }),
    'rooms/roof': kindOf('rooms', 'roof', {
      applies: stays.applies,
      items: [item('plan', { paper: 'plan' })],
    }),
  },
};

let desk: PaperDesk;
let owner: Caller;
let coast: Caller;
beforeAll(async () => {
  desk = await openPaperDesk(twice);
  coast = await desk.office.person('coast');
});
// The uploads of one test must not be offered in the next.
beforeEach(async () => {
  owner = await desk.office.person('member');
});
afterAll(() => desk.end());

/** The checklists of a new order. */
async function openAll(who: Caller = owner): Promise<Record<'lodging' | 'annex' | 'roof', string>> {
  const { parent } = await openChecklist(who);
  const { items } = (await who.get(`checklist?parent=${parent}`)).json<{ items: WireRecord[] }>();
  const named = (kind: string) => `checklist/${items.find((one) => one.kind === kind)?.slug}`;
  return { lodging: named('rooms/lodging'), annex: named('rooms/annex'), roof: named('rooms/roof') };
}

async function itemsOf(record: string, who = owner): Promise<Record<string, WireItem>> {
  const { items } = (await who.get(record)).json<WireRecord>();
  return Object.fromEntries(items.map((one) => [one.id, one]));
}

/** Sends a plan and returns its file's id. */
async function sendPlan(record: string, name = 'plan.pdf', content = different(pdf)): Promise<string> {
  expect((await send(desk, owner, { record, item: 'plan', name, content })).status).toBe(204);
  return (await itemsOf(record))['plan']?.files.at(-1)?.id ?? '';
}

async function offersOf(record: string, who = owner): Promise<OfferedPapers['items']> {
  const answer = await call(desk, who, 'GET', `files/offered?record=${record}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as OfferedPapers).items;
}

function reuse(id: string, record: string, itemId: string, who = owner, key: string = randomUUID()) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  return call(
    desk,
    who,
    'POST',
    `files/${id}/reuse`,
    headers,
    Buffer.from(JSON.stringify({ record, item: itemId })),
  );
}

/** The same kind of file with different content. */
function different(file: Buffer): Buffer {
  return Buffer.concat([file, Buffer.from(`% ${randomUUID()}\n`)]);
}

async function bytesOf(id: string, who = owner): Promise<Buffer | number> {
  const link = await call(desk, who, 'POST', `files/${id}/link`);
  if (link.status !== 200) return link.status;
  const { url } = (await link.json()) as { url: string };
  return Buffer.from(await (await fetch(new URL(url, desk.api))).arrayBuffer());
}

const stored = () => readdir(join(desk.directory, 'files'));

test('what was sent for one checklist is offered where another asks for the same paper, and nowhere else', async () => {
  const { lodging, annex } = await openAll();
  expect(await offersOf(annex)).toEqual({});
  const id = await sendPlan(lodging, 'Plan ñ.pdf');
  const days = { issued_on: null, valid_until: null };
  // The checklist has no number, so that of its order tells which one it was.
  const sent = { title: 'Lodging', number: expect.stringMatching(/^OR-/), sent_at: expect.any(String) };
  const offer = { file: id, names: ['Plan ñ.pdf'], ...sent, ...days };
  expect(await offersOf(annex)).toEqual({ drawing: [offer], yearly: [offer] });
  expect(await offersOf(lodging)).toEqual({});
});

test('what was sent for an earlier application is offered to its owner again, and to nobody else', async () => {
  const who = await desk.office.person('member');
  const earlier = await openAll(who);
  const paper = { record: earlier.lodging, item: 'plan', name: 'plan.pdf', content: different(pdf) };
  await send(desk, who, paper);
  const id = (await itemsOf(earlier.lodging, who))['plan']?.files[0]?.id ?? '';
  await desk.office.database.query(`UPDATE files SET filed_at = now() - interval '1 year' WHERE id = $1`, [
    id,
  ]);
  const later = await openAll(who);
  expect(await offersOf(later.annex, who)).toMatchObject({ drawing: [{ file: id }] });
  expect((await reuse(id, later.annex, 'drawing', who)).status).toBe(200);
  const stranger = await desk.office.person('member');
  const theirs = await openAll(stranger);
  expect(await offersOf(theirs.annex, stranger)).toEqual({});
});

test('one press files it there as a file of its own: taking one back leaves the other', async () => {
  const { lodging, annex } = await openAll();
  const content = different(pdf);
  const id = await sendPlan(lodging, 'plan.pdf', content);
  const used = await reuse(id, annex, 'drawing');
  expect(used.status).toBe(200);
  expect(used.headers.get('etag')).toBe('"2"');
  const { items } = (await used.json()) as WireRecord;
  const [copy] = items.find((one) => one.id === 'drawing')?.files ?? [];
  expect(copy).toMatchObject({ name: 'plan.pdf', type: 'application/pdf', bytes: content.length });
  expect(copy?.id).not.toBe(id);
  expect((await itemsOf(annex))['drawing']).toMatchObject({ state: 'filed', files: [copy] });
  const events = (await owner.get(`${annex}/events`)).json<{ what: string; text: string }[]>();
  expect(events.at(-1)).toMatchObject({ what: 'item', text: 'drawing: sent' });
  expect((await call(desk, owner, 'DELETE', `files/${id}`)).status).toBe(204);
  expect(await bytesOf(String(copy?.id))).toEqual(content);
  expect(await bytesOf(id)).toBe(404);
  expect((await call(desk, owner, 'DELETE', `files/${copy?.id}`)).status).toBe(204);
  expect((await itemsOf(annex))['drawing']?.state).toBe('missing');
  expect(await stored()).not.toContain(copy?.id);
});

test('several files of one paper come along together, and a retry files nothing twice', async () => {
  const { lodging, annex, roof } = await openAll();
  await sendPlan(lodging, 'front.pdf');
  const back = await sendPlan(lodging, 'back.pdf');
  expect((await offersOf(annex))['drawing']).toMatchObject([{ names: ['front.pdf', 'back.pdf'] }]);
  const key = randomUUID();
  const first = await reuse(back, annex, 'drawing', owner, key);
  const again = await reuse(back, annex, 'drawing', owner, key);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(await again.json()).toEqual(await first.json());
  expect((await itemsOf(annex))['drawing']?.files.map(({ name }) => name)).toEqual(['front.pdf', 'back.pdf']);
  expect((await reuse(back, annex, 'drawing')).status).toBe(409);
  // Equal content is offered once, with its first upload.
  expect(await offersOf(roof)).toMatchObject({ plan: [{ title: 'Lodging' }] });
  expect((await offersOf(roof))['plan']).toHaveLength(1);
});

test('two presses at once file it once', async () => {
  const { lodging, annex } = await openAll();
  const id = await sendPlan(lodging);
  const before = (await stored()).length;
  const answers = await Promise.all([reuse(id, annex, 'drawing'), reuse(id, annex, 'drawing')]);
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect((await itemsOf(annex))['drawing']?.files).toHaveLength(1);
  expect(await stored()).toHaveLength(before + 1);
});

test('a file of another kind, paper or person is refused, and nothing is kept of it', async () => {
  const { lodging, annex } = await openAll();
  const id = await sendPlan(lodging, 'plan.png', Buffer.concat([png, Buffer.from(randomUUID())]));
  const before = await stored();
  expect(Object.keys(await offersOf(annex))).toEqual(['yearly']);
  const stranger = await desk.office.person('member');
  const theirs = await openAll(stranger);
  const statuses = [
    await reuse(id, annex, 'drawing'),
    await reuse(id, annex, 'letter'),
    await reuse(id, annex, 'own'),
    await reuse(id, annex, 'nothing'),
    await reuse(id, theirs.annex, 'drawing', stranger),
    await reuse(id, theirs.annex, 'drawing'),
    await reuse(id, annex, 'drawing', stranger),
    await reuse(id, annex, 'drawing', coast),
    await reuse('0'.repeat(32), annex, 'drawing'),
    await reuse(id, annex, 'yearly', desk.office.stranger),
    await reuse(id, annex, 'yearly', owner, ''),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([
    422, 422, 422, 404, 404, 404, 404, 403, 404, 401, 400,
  ]);
  const asked = await call(desk, stranger, 'GET', `files/offered?record=${annex}`);
  expect(asked.status).toBe(404);
  expect(await stored()).toEqual(before);
  expect((await itemsOf(annex))['drawing']?.state).toBe('missing');
});

test('what an office returned is offered no more, wherever else it stands; what it has is no news to others', async () => {
  const { lodging, annex } = await openAll();
  const id = await sendPlan(lodging);
  await owner.patch(lodging, { data: { rooms: 2 } }, { version: 2 });
  expect((await owner.post(`${lodging}/submit`, {}, { version: 3 })).statusCode).toBe(200);
  expect(Object.keys(await offersOf(annex))).toEqual(['drawing', 'yearly']);
  expect(await offersOf(lodging, coast)).toEqual({});
  const returned = { state: 'returned', remark: 'Too dark.' };
  expect((await coast.post(`${lodging}/items/plan`, returned, { version: 4 })).statusCode).toBe(200);
  expect(await offersOf(annex)).toEqual({});
  expect((await reuse(id, annex, 'drawing')).status).toBe(422);
});

test('what is good for a month is not offered after it', async () => {
  const { lodging, annex } = await openAll();
  const id = await sendPlan(lodging);
  await desk.office.database.query(`UPDATE files SET filed_at = now() - interval '40 days' WHERE id = $1`, [
    id,
  ]);
  expect(Object.keys(await offersOf(annex))).toEqual(['drawing']);
});

test('an item that repeats takes what was sent for the same of its rows', async () => {
  const { lodging, annex } = await openAll();
  const [first] = Object.keys(await itemsOf(lodging)).filter((id) => id.startsWith('map.'));
  await send(desk, owner, { record: lodging, item: String(first), name: 'map.pdf', content: different(pdf) });
  expect(Object.keys(await offersOf(annex))).toEqual([String(first).replace('map.', 'months.')]);
});
