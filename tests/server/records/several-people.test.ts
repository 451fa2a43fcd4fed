/** Steps that several people take: each once, in any order, also at the same moment; the last of them moves the record. */
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPortal } from '../../../engine/config/load.ts';
import type { WireEvent, WireRecord } from '../../../engine/contract/record.ts';
import type { ToDo } from '../../../engine/contract/to-do.ts';
import { countQuorum } from '../../../engine/portal/conditions/quorum.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import { blankRecord } from '../../../engine/portal/model/record.ts';
import { sendingSteps } from '../../../engine/portal/workflow/sending-step.ts';
import { writeSignature } from '../../../engine/server/account-pictures/signatures.ts';
import { verifyHistories } from '../../../engine/server/audit/verify-histories.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import { registerNavigation } from '../../../engine/server/portal-api/register-navigation.ts';
import { type Caller, expectStatus, type Office, openOffice } from './office.ts';

/** Members of the library vote on a motion of the desk. */
const files: Readonly<Record<string, string>> = {
  'forms/motion.yaml': `
title: Motion
type: object
required: [title]
properties: { title: { type: string, title: Title } }
`,
  'records/motion.yaml': `
title: Motion
form: motion
office: desk
parties: { owner: { department: [desk] }, voter: { department: [member], many: true } }
access:
  create: { department: desk }
  read: { any: [{ office: own }, { department: director }, { party: voter }] }
  update: { office: own }
checklist:
  items: [{ id: room, title: Room seen, evidence: inspection }]
  review: { office: own }
lists:
  votes: { title: Motions, where: { party: voter }, columns: [title, state] }
`,
  'workflows/motion.yaml': `
of: motion
initial: planned
states:
  planned: { title: Planned, waitsFor: office }
  voting: { title: Is voted on, waitsFor: voter }
  carried: { title: Carried, tone: good, settled: true }
  printed: { title: Printed, final: true }
  lost: { title: Lost, final: true }
transitions:
  print: { from: carried, to: printed, by: { office: own }, then: [{ document: minutes }] }
  call:
    from: planned
    to: voting
    by: { office: own }
    input:
      { pick: account, where: { department: [member, desk], not: { party: owner } }, many: { atLeast: 3, atMost: 4 } }
    then: [{ assign: { voter: { input: pick } } }]
  agree:
    from: voting
    to: carried
    by: { party: voter }
    quorum: { atLeast: 2 }
    then: [{ document: minutes }]
  object: { from: voting, to: lost, by: { party: voter }, quorum: { atLeast: 3 }, input: reason }
  note: { from: voting, to: voting, by: { office: own }, input: reason, saves: true }
  think-again: { from: voting, to: voting, by: { party: voter }, takesBack: [agree, object] }
  split: { from: voting, to: lost, trigger: { unreachable: agree } }
`,
  'documents/minutes.yaml': `
title: Minutes
of: motion
blocks:
  - text: '{title}'
  - { signature: { position: Voter, by: agree } }
  - { signature: { position: Clerk, by: print } }
`,
  'records/pact.yaml': `
title: Pact
form: motion
office: desk
parties: { owner: { department: [desk] }, first: { department: [member] }, second: { department: [member] } }
access:
  create: { department: desk }
  read: { any: [{ office: own }, { party: [owner, first, second] }] }
`,
  'workflows/pact.yaml': `
of: pact
initial: planned
states:
  planned: { title: Planned, waitsFor: owner }
  signing: { title: To be signed, waitsFor: office }
  signed: { title: Signed, tone: good, final: true }
  ended: { title: Ended, final: true }
transitions:
  seal: { from: planned, to: signing, by: { department: desk }, quorum: { atLeast: 2 } }
  open:
    from: planned
    to: signing
    by: { party: owner }
    input: { pick: account, where: { department: member } }
    then: [{ assign: { first: { input: pick } } }, { assign: { second: { input: pick } } }]
  replace:
    from: signing
    to: signing
    by: { office: own }
    input: { pick: account, where: { department: member } }
    then: [{ assign: { second: { input: pick } } }]
  sign: { from: signing, to: signed, by: { party: [first, second] }, quorum: { all: true } }
  decline: { from: signing, to: ended, by: { party: [first, second] }, quorum: { all: true } }
  end: { from: signing, to: ended, by: { office: own } }
`,
};

let portal: Portal;
/** The same portal, where nobody objects. */
let withoutObjections: Portal;
let current: Portal;
let office: Office;
let desk: Caller;
let director: Caller;
let voters: readonly [Caller, Caller, Caller];

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'munisipyo-motion-'));
  await cp('tests/fixtures/library', directory, { recursive: true });
  await mkdir(join(directory, 'documents'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  portal = await load(directory);
  const workflow = files['workflows/motion.yaml'] ?? '';
  const fewer = workflow.replace(/^ {2}object:.*\n/m, '').replace('[agree, object]', 'agree');
  await writeFile(join(directory, 'workflows/motion.yaml'), fewer);
  withoutObjections = await load(directory);
  await rm(directory, { recursive: true });
  current = portal;
  office = await openOffice(portal, undefined, { register: registerNavigation, portal: () => current });
  desk = await office.person('desk');
  director = await office.person('director');
  voters = [await office.person('member'), await office.person('member'), await office.person('member')];
});
afterAll(() => office.end());

async function load(directory: string): Promise<Portal> {
  const { portal: loaded, diagnostics } = await loadPortal(directory, { proofs: false });
  if (loaded === null) throw new Error(JSON.stringify(diagnostics));
  return loaded;
}

async function slugsOf(people: readonly Caller[]): Promise<string[]> {
  const ids = people.map(({ visitor }) => visitor.account);
  const rows = await office.database.query<{ slug: string }>(
    'SELECT slug FROM accounts WHERE id = ANY($1::uuid[])',
    [ids],
  );
  return rows.map(({ slug }) => slug);
}

async function call(people: readonly Caller[] = voters): Promise<WireRecord> {
  const begun = await desk.post('motion', { data: { title: 'Open on Sundays' } });
  expectStatus(begun, 201);
  const { slug, version } = begun.json<WireRecord>();
  const input = { pick: await slugsOf(people) };
  const called = await desk.post(`motion/${slug}/call`, { input }, { version });
  expectStatus(called, 200);
  return called.json();
}

const read = async (who: Caller, { slug }: WireRecord): Promise<WireRecord> => {
  const answer = await who.get(`motion/${slug}`);
  expectStatus(answer, 200);
  return answer.json();
};

/** @returns the status of the answer, and the record */
async function take(who: Caller, motion: WireRecord, step: string, input: object = {}) {
  const { version } = await read(desk, motion);
  const answer = await who.post(`motion/${motion.slug}/${step}`, { input }, { version });
  return [answer.statusCode, answer.json<WireRecord>()] as const;
}

/** A step or a review of the desk. @returns the record */
async function act(path: string, { type, slug, version }: WireRecord, body: object): Promise<WireRecord> {
  const answer = await desk.post(`${type}/${slug}/${path}`, body, { version });
  expectStatus(answer, 200);
  return answer.json();
}

async function history(motion: WireRecord, type = 'motion'): Promise<string[]> {
  return (await desk.get(`${type}/${motion.slug}/events`)).json<WireEvent[]>().map(({ text }) => text);
}

async function toDo(who: Caller): Promise<string[]> {
  const headers = { 'x-visitor': who.visitor.name };
  const answer = await office.server.inject({ url: '/api/v1/to-do?limit=100', headers });
  expectStatus(answer, 200);
  return answer.json<ToDo>().items.map(({ slug }) => slug);
}

test('a step chooses as many people as it says', async () => {
  const { slug, version } = (await desk.post('motion', { data: { title: 'Paint' } })).json<WireRecord>();
  const [first, second] = await slugsOf(voters);
  const answer = await desk.post(`motion/${slug}/call`, { input: { pick: [first, second] } }, { version });
  expectStatus(answer, 422);
  expect(answer.json()).toMatchObject({ errors: { pick: ['Choose 3 to 4 people.'] } });
  const { actions } = (await desk.get(`motion/${slug}`)).json<WireRecord>();
  expect(actions.find(({ name }) => name === 'call')?.pick).toEqual({
    many: true,
    owners: null,
    least: 3,
    most: 4,
  });
});

test('a step does not choose the owner if its rule leaves them out', async () => {
  const { slug, version } = (await desk.post('motion', { data: { title: 'A lamp' } })).json<WireRecord>();
  const [own = ''] = await slugsOf([desk]);
  const pick = [own, ...(await slugsOf(voters))];
  const answer = await desk.post(`motion/${slug}/call`, { input: { pick } }, { version });
  expectStatus(answer, 422);
  expect(answer.json()).toMatchObject({ errors: { pick: ['Choose from the people in the list.'] } });
  const choices = (await desk.get(`motion/${slug}/call/choices?q=`)).json<{ value: string }[]>();
  expect(choices.map(({ value }) => value)).toEqual(expect.arrayContaining(pick.slice(1)));
  expect(choices.map(({ value }) => value)).not.toContain(own);
});

test('people who act at the same moment all count, and the record moves once', async () => {
  const motion = await call();
  const pressed = await Promise.all(
    voters.map((who) => who.post(`motion/${motion.slug}/agree`, {}, { version: motion.version })),
  );
  // The third finds the record where the second has moved it.
  expect(pressed.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 409]);
  expect((await read(desk, motion)).state).toBe('carried');
  expect(await history(motion)).toEqual(['Started', 'Call', 'Agree: 1 of 2', 'Agree: 2 of 2']);
  expect((await read(desk, motion)).version).toBe(motion.version + 2);
});

interface SignatureLine {
  readonly block: string;
  readonly position: string;
  readonly name: string | null;
  readonly signedAt?: string;
  readonly picture?: string;
}

/** The signatures on each of the record's documents, in the order of issue. */
async function signaturesOn({ slug }: WireRecord): Promise<SignatureLine[][]> {
  const rows = await office.database.query<{ content: { blocks: SignatureLine[] } }>(
    `SELECT d.content FROM documents d JOIN records r ON r.id = d.record WHERE r.slug = $1 ORDER BY d.issued_at`,
    [slug],
  );
  return rows.map(({ content }) => content.blocks.filter(({ block }) => block === 'signature'));
}

test('a document names everybody who has signed, with the time and the picture, now and later', async () => {
  const motion = await call();
  const [one, two, three] = voters;
  const picture = await writeSignature(office.database, two.visitor.account ?? '', Buffer.from('drawn'));
  await take(one, motion, 'agree');
  await take(one, motion, 'think-again');
  await take(three, motion, 'agree');
  await take(two, motion, 'agree');
  await act('print', await read(desk, motion), {});
  const signedAt: unknown = expect.stringMatching(/\d/);
  const signed = [
    { block: 'signature', position: 'Voter', name: three.visitor.name, signedAt },
    { block: 'signature', position: 'Voter', name: two.visitor.name, signedAt, picture },
  ];
  expect(await signaturesOn(motion)).toEqual([
    [...signed, { block: 'signature', position: 'Clerk', name: null }],
    [...signed, { block: 'signature', position: 'Clerk', name: desk.visitor.name, signedAt }],
  ]);
});

test('a person counts once, also with another step and in another department', async () => {
  const motion = await call();
  const [one] = voters;
  expect(await take(one, motion, 'agree')).toMatchObject([200, { state: 'voting' }]);
  expect((await take(one, motion, 'agree'))[0]).toBe(409);
  expect((await take(one, motion, 'object', { reason: 'No money' }))[0]).toBe(409);
  const elsewhere = office.as({ ...one.visitor, name: randomUUID(), department: 'director' });
  expect((await take(elsewhere, motion, 'agree'))[0]).toBe(409);
});

test('who has acted has nothing to do, and may take it back until enough have acted', async () => {
  const motion = await call();
  const [one, two, three] = voters;
  const waits = async () => {
    const lists = await Promise.all(voters.map(toDo));
    return lists.map((slugs) => slugs.includes(motion.slug));
  };
  expect(await waits()).toEqual([true, true, true]);
  expect((await take(one, motion, 'think-again'))[0]).toBe(409);
  expect((await take(one, motion, 'agree'))[0]).toBe(200);
  expect(await waits()).toEqual([false, true, true]);
  const seen = await read(one, motion);
  expect(seen.waits_for?.who).toBe('party');
  expect(seen.actions.map((action) => action.name)).toEqual(['think-again']);
  expect((await read(two, motion)).actions.map((action) => action.name)).toEqual(['agree', 'object']);
  // What somebody has signed stays as they have read it.
  expect((await read(desk, motion)).editable).toBe(false);
  expect((await take(one, motion, 'think-again'))[0]).toBe(200);
  expect(await waits()).toEqual([true, true, true]);
  expect(await take(two, motion, 'agree')).toMatchObject([200, { state: 'voting' }]);
  expect(await take(three, motion, 'agree')).toMatchObject([200, { state: 'carried' }]);
});

test('the page tells how many have acted, and names to the people of the step and to the office', async () => {
  const motion = await call();
  const [one, two, three] = voters;
  await take(one, motion, 'agree');
  const named = {
    steps: [
      { name: 'agree', title: 'Agree', given: 1, needed: 2, own: false, people: [one.visitor.name] },
      { name: 'object', title: 'Object', given: 0, needed: 3, own: false, people: [] },
    ],
    waiting: 2,
  };
  for (const who of [desk, two]) {
    const { quorum } = await read(who, motion);
    expect(quorum).toMatchObject(named);
    expect(quorum?.missing.toSorted()).toEqual([two.visitor.name, three.visitor.name].toSorted());
  }
  expect((await read(one, motion)).quorum?.steps[0]?.own).toBe(true);
  const { quorum } = await read(director, motion);
  expect(quorum).toMatchObject({ steps: [{ given: 1, people: [] }, { given: 0 }], waiting: 2, missing: [] });
});

test('the step that waits for no majority runs as soon as none can be reached, and the histories hold', async () => {
  const [one, two] = voters;
  const motion = await call();
  const reason = { reason: 'No money' };
  expect(await take(one, motion, 'object', reason)).toMatchObject([200, { state: 'voting' }]);
  expect(await take(two, motion, 'object', reason)).toMatchObject([200, { state: 'lost' }]);
  expect(await history(motion)).toEqual(['Started', 'Call', 'Object: 1 of 3', 'Object: 2 of 3', 'Split']);
  expect((await verifyHistories(office.database, testAuditKey)).findings).toEqual([]);
});

test('people sign what they have read: whoever changes it asks all of them again', async () => {
  const motion = await call();
  const [one, two, three] = voters;
  await take(one, motion, 'agree');
  expect((await toDo(one)).includes(motion.slug)).toBe(false);
  await act('note', await read(desk, motion), { input: { reason: 'It costs more' } });
  expect((await toDo(one)).includes(motion.slug)).toBe(true);
  expect((await read(desk, motion)).quorum?.steps[0]?.given).toBe(0);
  await take(one, motion, 'agree');
  await act('items/room', await read(desk, motion), { state: 'accepted' });
  expect(await take(two, motion, 'agree')).toMatchObject([200, { state: 'voting' }]);
  // Nobody signs a version that they have not read.
  const ahead = await three.post(`motion/${motion.slug}/agree`, {}, { version: 999_999 });
  expect(ahead.statusCode).toBe(409);
  expect(await take(one, motion, 'agree')).toMatchObject([200, { state: 'carried' }]);
  const asked = 'This has changed, so everybody is asked again';
  const changed = ['Agree: 1 of 2', 'Note', asked, 'Agree: 1 of 2', 'Room seen: accepted', asked];
  expect(await history(motion)).toEqual(['Started', 'Call', ...changed, 'Agree: 1 of 2', 'Agree: 2 of 2']);
  expect((await verifyHistories(office.database, testAuditKey)).findings).toEqual([]);
});

test('a step goes on by itself as soon as everybody who is left has taken it', async () => {
  const [one, two] = voters;
  const [first, second] = [await slugsOf([one]), await slugsOf([two])];
  const begun = (await desk.post('pact', { data: { title: 'Peace' } })).json<WireRecord>();
  const opened = await act('open', begun, { input: { pick: first } });
  const replaced = await act('replace', opened, { input: { pick: second } });
  const { version } = replaced;
  expectStatus(await one.post(`pact/${begun.slug}/sign`, {}, { version }), 200);
  const left = await act('replace', { ...replaced, version: version + 1 }, { input: { pick: first } });
  expect(left.state).toBe('signed');
  const signed = ['Sign: 1 of 2', 'Replace', 'Sign: 1 of 1'];
  expect(await history(begun, 'pact')).toEqual(['Started', 'Open', 'Replace', ...signed]);
});

test('what was taken of a step that is gone keeps nobody from another one', async () => {
  const motion = await call();
  const [one, two] = voters;
  await take(one, motion, 'object', { reason: 'No money' });
  current = withoutObjections;
  expect((await toDo(one)).includes(motion.slug)).toBe(true);
  expect((await read(one, motion)).quorum).toMatchObject({
    steps: [{ name: 'agree', given: 0 }],
    waiting: 3,
  });
  expect(await take(one, motion, 'agree')).toMatchObject([200, { state: 'voting' }]);
  expect(await take(two, motion, 'agree')).toMatchObject([200, { state: 'carried' }]);
  current = portal;
});

test('a document names who signed under an earlier name of the step, and before events told who did', async () => {
  const motion = await call();
  const [one, two, three] = voters;
  await take(one, motion, 'agree');
  await take(one, motion, 'think-again');
  await take(three, motion, 'agree');
  await take(two, motion, 'agree');
  // As events were before they told who signed, and before several people took the step.
  await office.database.changeSchema((owner) =>
    owner.query(`ALTER TABLE events DISABLE TRIGGER USER;
      UPDATE events e SET detail = detail - 'signed' - CASE account WHEN '${one.visitor.account}' THEN 'given' ELSE '' END
        FROM records r WHERE r.id = e.record AND r.slug = '${motion.slug}';
      ALTER TABLE events ENABLE TRIGGER USER`),
  );
  const later = JSON.parse(JSON.stringify(portal).replaceAll('"agree"', '"consent"')) as Portal;
  const formerly = { kind: 'step', name: 'motion.agree', successor: 'motion.consent', values: null } as const;
  const place = { file: 'workflows/motion.yaml', line: 1, column: 1 };
  current = { ...later, formerNames: [{ ...formerly, why: null, place }] };
  await act('print', await read(desk, motion), {});
  current = portal;
  const printed = (await signaturesOn(motion)).at(-1) ?? [];
  expect(printed.map(({ position, name }) => [position, name])).toEqual([
    ['Voter', two.visitor.name],
    ['Clerk', desk.visitor.name],
  ]);
});

test('a step is out of reach only because of people who have taken another one', () => {
  const { sign } = portal.workflows['pact']?.transitions ?? {};
  const parties = [{ role: 'first', account: 'one', department: null }];
  const at = (signatures: readonly { readonly step: string; readonly by: readonly string[] }[]) => {
    const there = signatures.map((one) => ({ ...one, version: 1 }));
    const record = { ...blankRecord('pact', { state: 'signing' }), signatures: there };
    return sign?.quorum && countQuorum(portal, sign.quorum, { record, parties }).isUnreachable;
  };
  expect(at([])).toBe(false);
  expect(at([{ step: 'sign', by: ['one'] }])).toBe(false);
  expect(at([{ step: 'decline', by: ['one'] }])).toBe(true);
});

test('no record is sent at once by a step that several people take', () => {
  expect(sendingSteps(portal, 'pact', () => null)).toEqual([]);
});
