/* oxlint-disable unicorn/no-thenable -- the grammar's word for what follows a transition, and a list is no promise */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EffectDefinition } from '../../../engine/portal/model/workflow.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { WireEvent, WireItem, WireRecord } from '../../../engine/contract/record.ts';
import { frequentRemarks } from '../../../engine/portal/text/remark.ts';
import { isMarked, marked, withMarkedLanguage } from '../../portal/marked-language.ts';
import { expectStatus, type Caller } from '../records/office.ts';
import { party, portal, step } from '../records/portal.ts';
import {
  announce,
  call,
  fileOf,
  filesNow,
  openChecklist,
  openPaperDesk,
  pdf,
  png,
  send,
  sendPiece,
  type PaperDesk,
} from './paper-desk.ts';

const checklistWorkflow = portal.workflows['checklist']!;
const asksAgain: EffectDefinition = {
  effect: 'askAgain',
  items: ['plan'],
  message: 'The house was rebuilt.',
};
/** An owner whose accepted checklist may be reopened. */
const asking: Portal = {
  ...portal,
  workflows: {
    ...portal.workflows,
    checklist: {
      ...checklistWorkflow,
      transitions: {
        ...checklistWorkflow.transitions,
        rebuild: step('rebuild', ['accepted'], 'open', { by: party('owner'), then: [asksAgain] }),
      },
    },
  },
};

let desk: PaperDesk;
let owner: Caller;
let coast: Caller;
beforeAll(async () => {
  desk = await openPaperDesk(withMarkedLanguage(asking));
  owner = await desk.office.person('member');
  coast = await desk.office.person('coast');
});
afterAll(() => desk.end());

async function itemOf(checklist: WireRecord, id: string): Promise<WireItem & { version: number }> {
  const record = (await owner.get(`checklist/${checklist.slug}`)).json<WireRecord>();
  const item = record.items.find((one) => one.id === id);
  if (item === undefined) throw new Error(`no item ${id}`);
  return { ...item, version: record.version };
}

const planOf = (checklist: WireRecord, name = 'plan.pdf', content = pdf) => ({
  record: `checklist/${checklist.slug}`,
  item: 'plan',
  name,
  content,
});

test('a complete upload is stored at its item, with an event', async () => {
  const checklist = await openChecklist(owner);
  expect((await send(desk, owner, planOf(checklist, 'Plan ñ.pdf'))).status).toBe(204);
  expect(await itemOf(checklist, 'plan')).toMatchObject({
    state: 'filed',
    version: 2,
    files: [{ name: 'Plan ñ.pdf', type: 'application/pdf', bytes: pdf.length }],
  });
  const events = (await owner.get(`checklist/${checklist.slug}/events`)).json();
  expect(events.map(({ what }: { what: string }) => what)).toContain('item');
});

test('goes on where a broken connection stopped', async () => {
  const checklist = await openChecklist(owner);
  const announced = await announce(desk, owner, planOf(checklist));
  const location = announced.headers.get('location') ?? '';
  expect((await sendPiece(desk, owner, location, pdf.subarray(0, 10), 0)).status).toBe(204);
  const head = await call(desk, owner, 'HEAD', fileOf(location));
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '10']);
  expect((await itemOf(checklist, 'plan')).state).toBe('missing');
  expect((await sendPiece(desk, owner, location, pdf.subarray(5), 5)).status).toBe(409);
  expect((await sendPiece(desk, owner, location, pdf.subarray(10), 10)).status).toBe(204);
  expect((await itemOf(checklist, 'plan')).state).toBe('filed');
});

test('an upload is nobody else’s to look at, go on with or throw away', async () => {
  const checklist = await openChecklist(owner);
  const location = (await announce(desk, owner, planOf(checklist))).headers.get('location') ?? '';
  const stranger = await desk.office.person('member');
  const statuses = await Promise.all([
    call(desk, stranger, 'HEAD', fileOf(location)),
    sendPiece(desk, stranger, location, pdf, 0),
    call(desk, stranger, 'DELETE', fileOf(location)),
    call(desk, desk.office.stranger, 'HEAD', fileOf(location)),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 401]);
});

test('takes papers from the owner alone, and only for what the record asks', async () => {
  const checklist = await openChecklist(owner);
  const other = await desk.office.person('member');
  expect((await announce(desk, other, planOf(checklist))).status).toBe(404);
  // An office does not see what the owner has not sent.
  expect([403, 404]).toContain((await announce(desk, coast, planOf(checklist))).status);
  expect((await announce(desk, owner, { ...planOf(checklist), item: 'roof' })).status).toBe(404);
  expect((await announce(desk, owner, { ...planOf(checklist), item: 'seen' })).status).toBe(403);
  expect((await announce(desk, desk.office.stranger, planOf(checklist))).status).toBe(401);
});

test('refuses by size and by name before a byte is sent', async () => {
  const checklist = await openChecklist(owner);
  const large = await announce(desk, owner, planOf(checklist), 200_001);
  expect(large.status).toBe(413);
  expect(await large.json()).toMatchObject({ message: 'A file may be at most 200 kB.' });
  const kind = await announce(desk, owner, planOf(checklist, 'plan.exe'));
  expect(kind.status).toBe(415);
  expect(await kind.json()).toMatchObject({ message: 'We cannot read this kind of file. Send PDF.' });
  expect((await announce(desk, owner, planOf(checklist), 0)).status).toBe(422);
});

test('refuses an upload in the language of its reader, before a byte is sent and after', async () => {
  const checklist = await openChecklist(owner);
  const language = 'fil';
  const large = await announce(desk, owner, { ...planOf(checklist), language }, 200_001);
  expect(await large.json()).toMatchObject({ message: '«A file may be at most 200 kB.»' });
  const kind = await announce(desk, owner, { ...planOf(checklist, 'plan.exe'), language });
  expect(await kind.json()).toMatchObject({ message: '«We cannot read this kind of file. Send PDF.»' });
  const item = await announce(desk, owner, { ...planOf(checklist), item: 'seen', language });
  expect(isMarked((await item.json()).message)).toBe(true);
  const announced = await announce(desk, owner, planOf(checklist));
  const path = fileOf(announced.headers.get('location') ?? '');
  const headers = {
    'upload-offset': '7',
    'content-type': 'application/offset+octet-stream',
    'accept-language': language,
  };
  const piece = await call(desk, owner, 'PATCH', path, headers, pdf);
  expect(isMarked((await piece.json()).message)).toBe(true);
});

test('what goes against the protocol is refused as JSON too', async () => {
  const checklist = await openChecklist(owner);
  const location = (await announce(desk, owner, planOf(checklist))).headers.get('location') ?? '';
  const before = await filesNow(desk);
  const answers = [
    await sendPiece(desk, owner, location, pdf, 7),
    await sendPiece(desk, owner, location, Buffer.alloc(pdf.length + 1), 0),
    await call(desk, owner, 'PATCH', fileOf(location), { 'tus-resumable': '' }),
    await call(desk, owner, 'POST', 'files', { 'tus-resumable': '0.2.2', 'upload-length': '9' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 413, 412, 412]);
  for (const answer of answers) {
    expect(await answer.json()).toMatchObject({ code: 'upload', message: expect.any(String) });
  }
  expect(await filesNow(desk)).toEqual(before);
  const { headers } = await call(desk, owner, 'OPTIONS', 'files');
  expect(headers.get('tus-extension')).not.toContain('defer');
});

test('looks into the content, whatever the name says, and keeps nothing of what it refuses', async () => {
  const checklist = await openChecklist(owner);
  const before = await filesNow(desk);
  const script = await send(
    desk,
    owner,
    planOf(checklist, 'plan.pdf', Buffer.from('<script>alert(1)</script>')),
  );
  expect(script.status).toBe(415);
  expect(await script.json()).toMatchObject({ code: 'file-kind' });
  expect((await send(desk, owner, planOf(checklist, 'plan.pdf', png))).status).toBe(415);
  expect((await itemOf(checklist, 'plan')).state).toBe('missing');
  expect(await filesNow(desk)).toEqual(before);
});

test('a paper that comes along with its announcement is looked into as well', async () => {
  const checklist = await openChecklist(owner);
  const said = { record: `checklist/${checklist.slug}`, item: 'plan', filename: 'plan.pdf' };
  const metadata = Object.entries(said).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  );
  const together = (content: Buffer) => {
    const headers = {
      'upload-length': String(content.length),
      'upload-metadata': metadata.join(','),
      'content-type': 'application/offset+octet-stream',
    };
    return call(desk, owner, 'POST', 'files', headers, content);
  };
  const script = await together(Buffer.from('<script>alert(1)</script>'));
  expect(script.status).toBe(415);
  expect(await script.json()).toMatchObject({ code: 'file-kind' });
  expect((await together(pdf)).status).toBe(201);
  expect((await itemOf(checklist, 'plan')).state).toBe('filed');
});

test('a paper taken back is gone, and the item is missing again', async () => {
  const checklist = await openChecklist(owner);
  await send(desk, owner, planOf(checklist));
  const [file] = (await itemOf(checklist, 'plan')).files;
  expect((await call(desk, coast, 'DELETE', `files/${file?.id}`)).status).toBe(403);
  expect((await call(desk, owner, 'DELETE', `files/${file?.id}`)).status).toBe(204);
  expect(await itemOf(checklist, 'plan')).toMatchObject({ state: 'missing', files: [] });
  await expect(access(join(desk.directory, 'files', String(file?.id)))).rejects.toThrow('ENOENT');
  expect((await call(desk, owner, 'POST', `files/${file?.id}/link`)).status).toBe(404);
  expect((await call(desk, owner, 'GET', `files/${file?.id}/content`)).status).toBe(404);
});

test('a link opens the file for readers of the record, as an attachment that cannot run scripts', async () => {
  const checklist = await openChecklist(owner);
  await send(desk, owner, planOf(checklist, 'Plan "ñ".pdf'));
  const [file] = (await itemOf(checklist, 'plan')).files;
  const stranger = await desk.office.person('member');
  expect((await call(desk, stranger, 'POST', `files/${file?.id}/link`)).status).toBe(404);
  const link = await call(desk, owner, 'POST', `files/${file?.id}/link`);
  const { url } = (await link.json()) as { url: string };
  const opened = await fetch(new URL(url, desk.api));
  expect(opened.status).toBe(200);
  expect(Buffer.from(await opened.arrayBuffer())).toEqual(pdf);
  // Pages read the same without a link.
  expect((await call(desk, stranger, 'GET', `files/${file?.id}/content`)).status).toBe(404);
  const read = await call(desk, owner, 'GET', `files/${file?.id}/content`);
  expect(Buffer.from(await read.arrayBuffer())).toEqual(pdf);
  for (const name of ['content-disposition', 'content-security-policy', 'cache-control'])
    expect(read.headers.get(name)).toBe(opened.headers.get(name));
  expect(opened.headers.get('content-disposition')).toBe(
    `attachment; filename="Plan ___.pdf"; filename*=UTF-8''Plan%20%22%C3%B1%22.pdf`,
  );
  expect(opened.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  expect(opened.headers.get('x-content-type-options')).toBe('nosniff');
  expect(opened.headers.get('cache-control')).toBe('no-store');
  const forged = url.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A'));
  const later = url.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 60}.`);
  const statuses = await Promise.all([forged, later].map((one) => fetch(new URL(one, desk.api))));
  expect(statuses.map(({ status }) => status)).toEqual([404, 404]);
});

test('a returned paper is replaced, and the one before can still be opened', async () => {
  const checklist = await openChecklist(owner);
  const about = `checklist/${checklist.slug}`;
  await owner.patch(about, { data: { rooms: 2 } }, { version: 1 });
  await send(desk, owner, planOf(checklist, 'first.pdf'));
  const sent = await owner.post(`${about}/submit`, {}, { version: 3 });
  expect(sent.statusCode).toBe(200);
  expect((await announce(desk, owner, planOf(checklist))).status).toBe(403);
  const answer = await coast.post(
    `${about}/items/plan`,
    { state: 'returned', remark: 'Too dark.' },
    { version: 4 },
  );
  expect(answer.statusCode).toBe(200);
  await coast.post(`${about}/return`, {}, { version: 5 });
  const [first] = (await itemOf(checklist, 'plan')).files;
  expect((await send(desk, owner, planOf(checklist, 'second.pdf'))).status).toBe(204);
  expect(await itemOf(checklist, 'plan')).toMatchObject({
    state: 'filed',
    remark: null,
    files: [{ name: 'second.pdf' }],
  });
  expect((await call(desk, coast, 'POST', `files/${first?.id}/link`)).status).toBe(200);
  // A file removed after an office had it leaves the item, but not the history.
  const [second] = (await itemOf(checklist, 'plan')).files;
  expect((await call(desk, owner, 'DELETE', `files/${second?.id}`)).status).toBe(204);
  expect((await itemOf(checklist, 'plan')).files).toEqual([]);
  expect((await call(desk, coast, 'POST', `files/${second?.id}/link`)).status).toBe(200);
});

/** Of the plan, and the last event of the history. */
async function remarksInFilipino({ slug }: WireRecord): Promise<(string | null | undefined)[]> {
  const headers = { 'x-visitor': owner.visitor.name, 'accept-language': 'fil' };
  const read = async (path: string) =>
    desk.office.server.inject({ url: `/api/v1/records/checklist/${slug}${path}`, headers });
  const { items } = (await read('')).json<WireRecord>();
  const events = (await read('/events')).json<WireEvent[]>();
  const remarked = events.findLast(({ remark }) => remark !== null);
  return [items.find(({ id }) => id === 'plan')?.remark, remarked?.remark];
}

test('a frequent remark is read in the language of its reader, one’s own words as they were written', async () => {
  const checklist = await openChecklist(owner);
  const about = `checklist/${checklist.slug}`;
  const version = async () => (await owner.get(about)).json<WireRecord>().version;
  await owner.patch(about, { data: { rooms: 2 } }, { version: 1 });
  await send(desk, owner, planOf(checklist));
  await owner.post(`${about}/submit`, {}, { version: await version() });
  const returns = async (remark: unknown) =>
    coast.post(`${about}/items/plan`, { state: 'returned', remark }, { version: await version() });
  const [{ code, english }] = frequentRemarks.returned;
  expectStatus(await returns({ code }), 200);
  expect((await itemOf(checklist, 'plan')).remark).toBe(english);
  expect(await remarksInFilipino(checklist)).toEqual([marked(english), marked(english)]);
  const typed = [english, 'The house was rebuilt.', 'Pay {amount}.'];
  for (const remark of typed) {
    expectStatus(await returns(remark), 200);
    expect(await remarksInFilipino(checklist)).toEqual([remark, remark]);
  }
  const [{ code: ofWaiver }] = frequentRemarks.waived;
  for (const wrong of [{ code: ofWaiver }, { code: 'account.email-address' }, { code, more: 1 }, {}]) {
    const problems = [{ code: 'checklist.remark-not-offered', field: 'remark', values: {} }];
    expect((await returns(wrong)).json()).toMatchObject({ problems });
  }
  const accepted = { state: 'accepted', remark: { code } };
  expectStatus(await coast.post(`${about}/items/plan`, accepted, { version: await version() }), 422);
  for (const wrong of [[], 5, ' ', null]) {
    expect((await returns(wrong)).json()).toMatchObject({ errors: { remark: ['Enter a reason.'] } });
  }
});

test('a paper that is asked again counts no longer, its owner sends another, and the one before can still be opened', async () => {
  const checklist = await openChecklist(owner);
  const about = `checklist/${checklist.slug}`;
  const version = async () => (await owner.get(about)).json<WireRecord>().version;
  const chief = await desk.office.person('coast', { approve: true });
  const does = async (who: Caller, what: string, body: object = {}) =>
    who.post(`${about}/${what}`, body, { version: await version() });
  await owner.patch(about, { data: { rooms: 2 } }, { version: 1 });
  await send(desk, owner, planOf(checklist, 'old-house.pdf'));
  expectStatus(await does(owner, 'submit'), 200);
  for (const { id } of (await owner.get(about)).json<WireRecord>().items) {
    await does(chief, `items/${id}`, { state: 'accepted' });
  }
  expectStatus(await does(chief, 'approve'), 200);
  const again = await does(owner, 'rebuild');
  expectStatus(again, 200);
  const reason = 'The house was rebuilt.';
  const asked = await itemOf(checklist, 'plan');
  expect(asked).toMatchObject({
    state: 'asked-again',
    remark: reason,
    files: [{ name: 'old-house.pdf' }],
    editable: true,
    version: again.json<WireRecord>().version,
  });
  // It may be neither sent unchanged nor accepted in its old version.
  expectStatus(await does(owner, 'submit'), 422);
  const events = (await coast.get(`${about}/events`)).json<WireEvent[]>();
  expect(events.at(-1)).toMatchObject({ text: 'plan: asked again', remark: reason });
  expect(await remarksInFilipino(checklist)).toEqual([marked(reason), marked(reason)]);
  expect((await send(desk, owner, planOf(checklist, 'new-house.pdf'))).status).toBe(204);
  const sent = { state: 'filed', remark: null, files: [{ name: 'new-house.pdf' }] };
  expect(await itemOf(checklist, 'plan')).toMatchObject(sent);
  expectStatus(await does(owner, 'submit'), 200);
  for (const who of [owner, coast]) {
    expect((await call(desk, who, 'POST', `files/${asked.files[0]?.id}/link`)).status).toBe(200);
  }
  const stranger = await desk.office.person('member');
  expect((await call(desk, stranger, 'POST', `files/${asked.files[0]?.id}/link`)).status).toBe(404);
});

test('simultaneous uploads do not exceed the limit of one account', async () => {
  const eager = await desk.office.person('member');
  const checklist = await openChecklist(eager);
  const announced = await Promise.all(
    Array.from({ length: 60 }, () => announce(desk, eager, planOf(checklist))),
  );
  const begun = announced.filter(({ status }) => status === 201);
  expect([begun.length, announced.filter(({ status }) => status === 429).length]).toEqual([40, 20]);
  // A finished one frees a place.
  await sendPiece(desk, eager, begun[0]?.headers.get('location') ?? '', pdf, 0);
  expect((await announce(desk, eager, planOf(checklist))).status).toBe(201);
  expect((await announce(desk, eager, planOf(checklist))).status).toBe(429);
});

test('files that end at the same moment all count', async () => {
  const checklist = await openChecklist(owner);
  const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'];
  const sent = await Promise.all(names.map((name) => send(desk, owner, planOf(checklist, name))));
  expect(sent.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  const { files, version } = await itemOf(checklist, 'plan');
  expect(files.map(({ name }) => name).sort()).toEqual(names);
  expect(version).toBe(5);
});
