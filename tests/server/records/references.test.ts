/** Answers that name another record: what is offered, what is stored, who reads what, and what reads through it. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPortal } from '../../../engine/config/load.ts';
import type { Database } from '../../../engine/server/database/database.ts';
import { toWireForm } from '../../../engine/server/forms/register-forms.ts';
import { registerReports } from '../../../engine/server/reports/register-reports.ts';
import { readShared } from '../../../engine/server/records/rows/shared-records.ts';
import { testsOf, tryTests } from '../../../engine/cases/try-tests.ts';
import type { Answer } from '../../../engine/react/api/call.ts';
import type { RecordPage, WireRecord } from '../../../engine/contract/record.ts';
import { csvOf } from '../exported.ts';
import { type Caller, expectStatus, type Office, openOffice } from './office.ts';
import { files, stories } from './volumes.ts';

let office: Office;
/** Runs once, when the next transaction begins. */
let meanwhile: (() => Promise<void>) | null = null;
function interrupted(database: Database): Database {
  return {
    ...database,
    transaction: async (work) => {
      const first = meanwhile;
      meanwhile = null;
      await first?.();
      return database.transaction(work);
    },
  };
}

let member: Caller;
let desk: Caller;

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'munisipyo-volumes-'));
  await cp('tests/fixtures/library', directory, { recursive: true });
  await mkdir(join(directory, 'notices'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  await edit(join(directory, 'records/loan.yaml'), [
    [
      '  - { book: Atlas, copies: 1, branch: harbour, is_student: true }',
      '  - { copies: 1, branch: harbour }',
    ],
    [
      'columns: [number, owner, created]',
      'columns: [number, item, item.name, item.pages, item.remark, item.state]',
    ],
    ['derived:', 'prefill: [{ from: loan, where: { state: asked } }]\nderived:'],
    [
      'lists:',
      `lists:
  replaced: { title: Replaced, where: { state: asked }, columns: [number, item.replace.by], filters: [item] }
  sequels:
    title: Later parts
    where: { state: asked, field: item.sequel.state, is: shelved }
    columns: [number, item.sequel, item.sequel.name, item.sequel.remark, item.sequel.state]
    filters: [item, item.sequel.shelf, item.sequel.remark]
    sort: item.sequel.name
  readers:
    title: Readers
    where: { state: asked }
    columns: [number, owner, reader.town, reader.is-near, reader.phone]
    filters: [reader.town, reader.phone]
    sort: reader.town`,
    ],
    ['filters: [state]', 'filters: [state, item, item.shelf]'],
    ['sort: created', 'sort: item.name'],
  ]);
  await edit(join(directory, 'workflows/loan.yaml'), [
    [
      'by: { department: desk, can: access } }',
      'by: { department: desk, can: access }, needs: [{ field: item.state, is: shelved, message: The volume is worn. }], then: [{ notify: owner, notice: lent }] }',
    ],
  ]);
  await edit(join(directory, 'records/volume.yaml'), [
    [
      '  update: { department: desk }\nfields:',
      `  update: { department: desk }
  summary: { to: { all: [{ department: member }, { field: pages, is: 7 }] }, fields: [sequel] }
fields:
  sequel: { masked: true }
  replace: { read: { department: desk } }`,
    ],
  ]);
  await edit(join(directory, 'workflows/volume.yaml'), [
    ['input: replacement', 'input: replacement, saves: true'],
  ]);
  const { portal, diagnostics } = await loadPortal(directory, { proofs: false });
  await rm(directory, { recursive: true });
  if (portal === null) throw new Error(JSON.stringify(diagnostics));
  office = await openOffice(portal, interrupted, {
    register: (api, { application }) => registerReports(api, application),
  });
  member = await office.person('member');
  desk = await office.person('desk');
});
afterAll(() => office?.end());

async function edit(path: string, changes: readonly (readonly [from: string, to: string])[]): Promise<void> {
  let text = await readFile(path, 'utf8');
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  await writeFile(path, text);
}

async function volume(name: string, pages: number, shelf = 'sea'): Promise<WireRecord> {
  const answer = await desk.post('volume', { data: { name, pages, shelf, remark: `Of ${name}` } });
  expectStatus(answer, 201);
  return answer.json<WireRecord>();
}

async function retire({ slug }: WireRecord): Promise<void> {
  const { version } = (await desk.get(`volume/${slug}`)).json<WireRecord>();
  expectStatus(await desk.post(`volume/${slug}/retire`, {}, { version }), 200);
}

async function draft(item: string | null): Promise<WireRecord> {
  const data = { copies: 1, branch: 'harbour', ...(item !== null && { item }) };
  const answer = await member.post('loan', { data });
  expectStatus(answer, 201);
  return answer.json<WireRecord>();
}

async function ask(loan: WireRecord): Promise<WireRecord> {
  const answer = await member.post(`loan/${loan.slug}/ask`, {}, { version: loan.version });
  expectStatus(answer, 200);
  return answer.json<WireRecord>();
}

async function offered(
  { visitor }: Caller,
  query: string,
): Promise<Answer<'GET /forms/:hash/records/:question'>> {
  const hash = office.desk.application.portal().recordTypes['loan']?.form;
  const answer = await office.server.inject({
    url: `/api/v1/forms/${hash}/records/item?${query}`,
    headers: { 'x-visitor': visitor.name },
  });
  expectStatus(answer, 200);
  return answer.json();
}

const labels = (choices: readonly { readonly label: string }[]) => choices.map(({ label }) => label);

test('a question offers the records that the person may read and that meet its condition', async () => {
  const atlas = await volume('Atlas of tides', 90);
  const worn = await volume('Atlas of wind', 80);
  const hidden = await volume('Atlas of clouds', 70, 'sky');
  expectStatus(await desk.post(`volume/${worn.slug}/retire`, {}, { version: worn.version }), 200);
  expect(await offered(member, 'q=atlas')).toEqual([
    { value: atlas.slug, label: 'Atlas of tides · The sea' },
  ]);
  expect(labels(await offered(desk, 'q=atl')).toSorted()).toEqual([
    'Atlas of clouds · The sky',
    'Atlas of tides · The sea',
  ]);
  expect(await offered(member, 'q=nothing')).toEqual([]);
  for (const slug of [hidden.slug, 'no-such-record'])
    expect(await offered(member, `value=${slug}`)).toEqual([
      { value: slug, label: 'A record that you cannot see' },
    ]);
  expect(labels(await offered(member, `value=${worn.slug}`))).toEqual(['Atlas of wind · The sea']);

  for (const { slug } of [worn, hidden, { slug: 'no-such-record' }]) {
    const refused = await member.post('loan', { data: { copies: 1, branch: 'harbour', item: slug } });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['item']]);
  }
  const loan = await draft(atlas.slug);
  expect(loan.data['item']).toBe(atlas.slug);
  expect(loan.labels['item']).toEqual({ [atlas.slug]: 'Atlas of tides · The sea' });
});

test('a browser does not learn the rule of what a question offers', () => {
  const { forms, recordTypes } = office.desk.application.portal();
  const form = forms[recordTypes['loan']?.form ?? ''];
  expect(form && toWireForm(form).uiSchema['item']).toEqual({
    'ui:reference': { question: 'item' },
    'ui:widget': 'record',
  });
});

test('what is no longer offered cannot be chosen or sent, and stays readable where it was chosen', async () => {
  const plays = await volume('Plays', 200);
  const [kept, late] = [await draft(plays.slug), await draft(plays.slug)];
  const sent = await ask(kept);
  const current = (await desk.get(`volume/${plays.slug}`)).json<WireRecord>();
  expectStatus(await desk.post(`volume/${plays.slug}/retire`, {}, { version: current.version }), 200);
  const refused = await member.post(`loan/${late.slug}/ask`, {}, { version: late.version });
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['item']]);
  const saved = await member.patch(`loan/${late.slug}`, { data: { copies: 2 } }, { version: late.version });
  expectStatus(saved, 200);
  expect(sent.labels['item']).toEqual({ [plays.slug]: 'Plays · The sea' });
  // The condition of the step reads the state of the volume.
  const lent = await desk.post(`loan/${sent.slug}/lend`, {}, { version: sent.version });
  expect([lent.statusCode, lent.body]).toEqual([422, expect.stringContaining('The volume is worn.')]);
});

test('a record is created only if what it names is still offered when it is stored', async () => {
  const first = await volume('First part', 40);
  meanwhile = () => retire(first);
  const data = { name: 'Second part', pages: 50, shelf: 'sea', sequel: first.slug };
  const refused = await desk.post('volume', { data });
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['sequel']]);
  expect((await desk.get('volume?list=all&q=second')).json<RecordPage>().total).toBe(0);
});

test('a record is not sent for an answer that is not asked any more', async () => {
  const [item, gift] = [await volume('Old songs', 40), await volume('Hymns', 40)];
  const data = { copies: 5, branch: 'harbour', item: item.slug, gift: gift.slug };
  const loan = (await member.post('loan', { data })).json<WireRecord>();
  await retire(gift);
  expect((await member.post(`loan/${loan.slug}/ask`, {}, { version: 1 })).statusCode).toBe(422);
  const saved = await member.patch(`loan/${loan.slug}`, { data: { copies: 1 } }, { version: 1 });
  await ask(saved.json<WireRecord>());
});

test('earlier answers begin a new record without what is no longer offered', async () => {
  const reader = await office.person('member');
  const item = await volume('Letters', 40);
  const data = { copies: 3, branch: 'harbour', item: item.slug };
  const loan = (await reader.post('loan', { data })).json<WireRecord>();
  expectStatus(await reader.post(`loan/${loan.slug}/ask`, {}, { version: 1 }), 200);
  expect((await reader.post('loan', {})).json<WireRecord>().data).toEqual(data);
  await retire(item);
  expect((await reader.post('loan', {})).json<WireRecord>().data).toEqual({ copies: 3, branch: 'harbour' });
});

test('the records below a record are not those that only name it', async () => {
  const [above, beside] = [await volume('Above', 40), await volume('Beside', 40)];
  const made = await desk.post('chapter', { parent: above.slug, data: { quotes: beside.slug } });
  expectStatus(made, 201);
  const found = async (query: string) => (await desk.get(`chapter?${query}`)).json<RecordPage>().total;
  expect(await found(`parent=${above.slug}`)).toBe(1);
  expect(await found(`parent=${beside.slug}`)).toBe(0);
  expect(await found(`naming=${beside.slug}`)).toBe(1);
  expect(await found(`naming=${above.slug}`)).toBe(0);
});

test('questions and steps depend on answers of the record that is chosen', async () => {
  const [epic, short] = [await volume('Epic', 900), await volume('Short tales', 100)];
  const loan = await draft(short.slug);
  const saved = await member.patch(`loan/${loan.slug}`, { data: { item: epic.slug } }, { version: 1 });
  expectStatus(saved, 200);
  expect(saved.json<WireRecord>().form).not.toBe(loan.form);
  const refused = await member.post(`loan/${loan.slug}/ask`, {}, { version: 2 });
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['reason']]);
  const again = await member.patch(`loan/${loan.slug}`, { data: { item: short.slug } }, { version: 2 });
  const sent = await ask(again.json<WireRecord>());
  expectStatus(await desk.post(`loan/${sent.slug}/lend`, {}, { version: sent.version }), 200);
  const told = await office.database.query('SELECT subject, body FROM notifications');
  expect(told).toEqual([
    { subject: 'Short tales is yours', body: 'Short tales · The sea: 100 pages, On the shelf. After: .' },
  ]);
});

test('lists show, filter and sort by the record that is named, as far as the reader may see it', async () => {
  const [b, a, c] = [await volume('Beetles', 30), await volume('Ants', 20), await volume('Cats', 10, 'sky')];
  for (const { slug } of [b, a]) await ask(await draft(slug));
  const found = (await desk.get('loan?list=asked&item.shelf=sea')).json<RecordPage>();
  const own = found.items.filter(({ data }) => [a.slug, b.slug].includes(String(data['item'])));
  expect(own.map(({ shown }) => shown)).toEqual([
    { 'item.name': 'Ants', 'item.pages': 20, 'item.remark': 'Of Ants', 'item.state': 'shelved' },
    { 'item.name': 'Beetles', 'item.pages': 30, 'item.remark': 'Of Beetles', 'item.state': 'shelved' },
  ]);
  expect(own[0]?.labels['item']).toEqual({ [a.slug]: 'Ants · The sea' });
  expect((await desk.get('loan?list=asked&item.shelf=sky')).json<RecordPage>().total).toBe(0);
  expect((await desk.get(`loan?list=asked&item=${a.slug}`)).json<RecordPage>().total).toBe(1);
  const theirs = (await member.get('loan?list=asked&sort=-item.name')).json<RecordPage>().items;
  expect(theirs.slice(0, 1).map(({ shown }) => [shown['item.name'], shown['item.remark']])).toEqual([
    ['Plays', null],
  ]);
  // The page of a volume lists the loans that name it.
  const naming = (await desk.get(`loan?naming=${a.slug}`)).json<RecordPage>();
  expect(naming.items.map(({ data }) => data['item'])).toEqual([a.slug]);
  const other = await office.person('member');
  expect((await other.get(`loan?naming=${a.slug}`)).json<RecordPage>().total).toBe(0);
  // A change of the named record shows at once.
  const current = (await desk.get(`volume/${a.slug}`)).json<WireRecord>();
  expectStatus(
    await desk.patch(`volume/${a.slug}`, { data: { name: 'Zebras' } }, { version: current.version }),
    200,
  );
  const after = (await desk.get('loan?list=asked&item.shelf=sea')).json<RecordPage>().items.at(-1);
  expect(after?.shown['item.name']).toBe('Zebras');
  expect(c.state).toBe('shelved');
});

/** What the list of later parts, or another, shows, as rows. */
async function sequels(reader: Caller, query = '', list = 'sequels'): Promise<unknown[][]> {
  const found = await reader.get(`loan?list=${list}${query}`);
  expectStatus(found, 200);
  return found.json<RecordPage>().items.map(({ shown }) => Object.values(shown));
}

test('a path follows two answers in questions, lists and texts, as far as the reader may see each record', async () => {
  const [b, a] = [await volume('Book one', 1200), await volume('Album one', 20)];
  const sky = await volume('Cloud one', 20, 'sky');
  const later = async (name: string, sequel: string): Promise<WireRecord> => {
    const answer = await desk.post('volume', { data: { name, pages: 10, shelf: 'sea', sequel } });
    expectStatus(answer, 201);
    return answer.json<WireRecord>();
  };
  const loans = await Promise.all(
    [
      await later('Book two', b.slug),
      await later('Album two', a.slug),
      await later('Cloud two', sky.slug),
    ].map(({ slug }) => draft(slug)),
  );
  const [long, short, hidden] = loans;
  if (long === undefined || short === undefined || hidden === undefined) throw new Error('Three drafts.');
  // The form asks by the pages of the first part.
  const refused = await member.post(`loan/${long.slug}/ask`, {}, { version: long.version });
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['first']]);
  const answered = await member.patch(
    `loan/${long.slug}`,
    { data: { first: 'Yes' } },
    { version: long.version },
  );
  await ask(answered.json<WireRecord>());
  const sent = await ask(short);
  await ask(hidden);
  expect(await sequels(desk)).toEqual([
    ['Album one', 'Album one', 'Of Album one', 'shelved'],
    ['Book one', 'Book one', 'Of Book one', 'shelved'],
    ['Cloud one', 'Cloud one', 'Of Cloud one', 'shelved'],
  ]);
  expect((await sequels(desk, '&sort=-item.sequel.name')).map(([name]) => name)).toEqual([
    'Cloud one',
    'Book one',
    'Album one',
  ]);
  expect((await sequels(desk, '&item.sequel.shelf=sky')).map(([name]) => name)).toEqual(['Cloud one']);
  // A member sees the volumes at the sea, without the remarks.
  expect(new Set((await sequels(member)).map((row) => row.join()))).toEqual(
    new Set([
      'Album one,Album one,,shelved',
      'Book one,Book one,,shelved',
      'A record that you cannot see,,,',
    ]),
  );
  expect(await sequels(member, '&item.sequel.shelf=sky')).toEqual([]);
  expect(await sequels(member, `&item.sequel.remark=${encodeURIComponent('Of Album one')}`)).toEqual([]);
  expectStatus(await desk.post(`loan/${sent.slug}/lend`, {}, { version: sent.version }), 200);
  const told = await office.database.query<{ body: string }>('SELECT body FROM notifications');
  expect(told.map(({ body }) => body)).toContain(
    'Album two · The sea: 10 pages, On the shelf. After: Album one.',
  );
  // Where the first part is worn, the list leaves the loan out.
  await retire(b);
  expect((await sequels(desk)).map(([label]) => label)).toEqual(['Cloud one']);
});

async function readers(reader: Caller, query = ''): Promise<RecordPage> {
  const answer = await reader.get(`loan?list=readers&limit=100${query}`);
  expectStatus(answer, 200);
  return answer.json();
}

test('lists show, filter, sort and find by the profile of the owner, as far as the reader may see it', async () => {
  const register = async (name: string, town: string): Promise<Caller> => {
    const username = `${name.toLowerCase()}@readers.example`;
    const data = { name, email: username, password: 'a long and good one', town, phone: '0905551' };
    expectStatus(await office.stranger.post('reader', { data }), 202);
    const [row] = await office.database.query<{ id: string }>('SELECT id FROM accounts WHERE username = $1', [
      username,
    ]);
    return office.as({ ...member.visitor, account: row?.id ?? null, name, username });
  };
  const [ben, ana] = [await register('Ben', 'south'), await register('Ana', 'north')];
  const item = await volume('Tales', 30);
  const asking = async (reader: Caller): Promise<WireRecord> => {
    const data = { copies: 1, branch: 'harbour', item: item.slug };
    const made = (await reader.post('loan', { data })).json<WireRecord>();
    const sent = await reader.post(`loan/${made.slug}/ask`, {}, { version: made.version });
    expectStatus(sent, 200);
    return sent.json();
  };
  const [ofBen, ofAna] = [await asking(ben), await asking(ana)];
  const rows = async (reader: Caller, query?: string) =>
    (await readers(reader, query)).items
      .filter(({ slug }) => [ofBen.slug, ofAna.slug].includes(slug))
      .map(({ owner_name, shown }) => [owner_name, shown]);
  const seen = { 'reader.town': 'south', 'reader.is-near': false, 'reader.phone': null };
  const near = { 'reader.town': 'north', 'reader.is-near': true, 'reader.phone': null };
  expect(await rows(desk)).toEqual([
    ['Ana', near],
    ['Ben', seen],
  ]);
  expect(await rows(desk, '&sort=-reader.town')).toEqual([
    ['Ben', seen],
    ['Ana', near],
  ]);
  expect(await rows(desk, '&reader.town=south')).toEqual([['Ben', seen]]);
  expect((await readers(desk, '&reader.phone=0905551')).total).toBe(0);
  const found = async (q: string) =>
    (await readers(desk, `&q=${encodeURIComponent(q)}`)).items.map(({ slug }) => slug);
  expect(await found('north')).toEqual([ofAna.slug]);
  // Each word is in the record or in the profile.
  expect(await found(`${ofAna.number} north`)).toEqual([ofAna.slug]);
  expect(await found(`${ofAna.number} south`)).toEqual([]);
  // Each reader sees their own telephone.
  expect(await rows(ben)).toEqual([['Ben', { ...seen, 'reader.phone': '0905551' }]]);
  expect(await rows(ben, '&reader.phone=0905551')).toHaveLength(1);
  // The director reads loans, but no profiles.
  const director = await office.person('director');
  const hidden = { 'reader.town': null, 'reader.is-near': null, 'reader.phone': null };
  expect(new Map((await rows(director)) as [string, unknown][])).toEqual(
    new Map([
      ['Ana', hidden],
      ['Ben', hidden],
    ]),
  );
  expect((await readers(director, '&reader.town=south')).total).toBe(0);
  expect((await readers(director, '&q=north')).total).toBe(0);
  // A change of the profile shows at once.
  const profile = (await ben.get('reader')).json<RecordPage>().items[0];
  const moved = { data: { town: 'north' } };
  expectStatus(await ben.patch(`reader/${profile?.slug}`, moved, { version: profile?.version ?? 0 }), 200);
  expect(await rows(desk, '&reader.town=south')).toEqual([]);
  // Of several profiles, everything reads the newest.
  await office.database.query(
    `INSERT INTO records SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'slug', 'earlier',
      'created_at', r.created_at - interval '1 day', 'data', r.data || '{ "town": "south" }', 'search', 'south'))).*
      FROM records r WHERE slug = $1`,
    [profile?.slug],
  );
  expect(await rows(desk, '&reader.town=south')).toEqual([]);
  expect(await found('south')).toEqual([]);
  expect((await found('north')).toSorted()).toEqual([ofAna.slug, ofBen.slug].toSorted());
  // A file for spreadsheets has the same values.
  const file = { type: 'loan', list: 'readers', 'reader.town': 'north' };
  const lines = (await csvOf(office.desk, desk.visitor, file)).split('\r\n').slice(1, 3);
  // In any order: both live in one town.
  expect(lines.map((line) => line.replace(/^[^,]*,/, '')).toSorted()).toEqual([
    'Ana,North,Yes,',
    'Ben,North,Yes,',
  ]);
});

test('records that are read together have only the records that each names itself', async () => {
  const friend = await office.person('member');
  const [kept, free] = [await volume('Kept', 40), await volume('Free', 40)];
  const remark = { data: { remark: `For ${friend.visitor.name}` } };
  expectStatus(await desk.patch(`volume/${kept.slug}`, remark, { version: kept.version }), 200);
  const loans = [await draft(kept.slug), await draft(free.slug)];
  const rows = await office.database.query<{ id: string }>('SELECT id FROM records WHERE slug = ANY($1)', [
    loans.map(({ slug }) => slug),
  ]);
  const { portal, now } = office.desk.application;
  const scope = { portal: portal(), now: now() };
  const shared = await readShared(
    office.database,
    scope,
    rows.map(({ id }) => id),
  );
  const found = [...shared.values()].map(({ contextOf, mentions }) => [
    contextOf(friend.visitor).referred?.map(({ record }) => record.slug),
    mentions(friend.visitor),
  ]);
  // In any order: the read names none.
  expect(new Set(found)).toEqual(
    new Set([
      [[kept.slug], true],
      [[free.slug], false],
    ]),
  );
});

test('a record counts those that name it, and its steps ask about them', async () => {
  const [used, unused] = [await volume('Used', 30), await volume('Unused', 30)];
  // A draft names nothing yet.
  await draft(unused.slug);
  const loan = await ask(await draft(used.slug));
  const rows = async (list: string) =>
    (await desk.get(`volume?list=${list}`))
      .json<RecordPage>()
      .items.filter(({ slug }) => [used.slug, unused.slug].includes(slug));
  const shown = await rows('all');
  expect(new Map(shown.map((row) => [row.slug, row.shown]))).toEqual(
    new Map([
      [used.slug, expect.objectContaining({ wanted: 1, 'copies-wanted': 1, 'branch-of-last': 'harbour' })],
      [unused.slug, expect.objectContaining({ wanted: 0, 'copies-wanted': 0, 'branch-of-last': null })],
    ]),
  );
  expect((await rows('wanted')).map(({ slug }) => slug)).toEqual([used.slug]);
  const discard = async ({ slug }: WireRecord) => {
    const { version } = (await desk.get(`volume/${slug}`)).json<WireRecord>();
    return desk.post(`volume/${slug}/discard`, {}, { version });
  };
  const refused = await discard(used);
  expect([refused.statusCode, refused.body.includes('Somebody wants it.')]).toEqual([422, true]);
  const asked = (await desk.get(`loan/${loan.slug}`)).json<WireRecord>();
  const why = { input: { reason: 'It is worn.' } };
  expectStatus(await desk.post(`loan/${loan.slug}/refuse`, why, { version: asked.version }), 200);
  // The answer to the list is not the kept one: another record than the volume has changed.
  expect((await rows('wanted')).map(({ slug }) => slug)).toEqual([]);
  // Somebody asks for it after the desk has seen that nobody wants it, and before the step is taken.
  const late = await draft(used.slug);
  meanwhile = async () => void (await ask(late));
  expectStatus(await discard(used), 422);
  expectStatus(await discard(unused), 200);
});

test('what counts those that name it and what names it do not miss each other', async () => {
  const rounds = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const one = await volume(`Contested ${at}`, 30);
      return { one, loan: await draft(one.slug) };
    }),
  );
  const ends = await Promise.all(
    rounds.map(({ one, loan }) =>
      Promise.all([
        desk.post(`volume/${one.slug}/discard`, {}, { version: one.version }),
        member.post(`loan/${loan.slug}/ask`, {}, { version: loan.version }),
      ]),
    ),
  );
  for (const answers of ends)
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  // A gift is offered only while nobody has asked for it.
  const gift = await volume('A gift', 30);
  const item = await volume('Not a gift', 30);
  const loans = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const data = { copies: 5, branch: 'harbour', item: item.slug, gift: gift.slug };
      const answer = await member.post('loan', { data });
      expectStatus(answer, 201);
      return answer.json<WireRecord>();
    }),
  );
  const asked = await Promise.all(
    loans.map(({ slug, version }) => member.post(`loan/${slug}/ask`, {}, { version })),
  );
  expect(asked.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422, 422]);
});

test('a story names the records that its answers name', () => {
  const portal = office.desk.application.portal();
  const { results } = tryTests(portal, testsOf([stories], portal));
  expect(results.map(({ failures }) => failures)).toEqual([[]]);
});

test('a report counts by the record that is named only for those who may read it', async () => {
  const director = await office.person('director');
  const rows = async ({ visitor }: Caller, report = 'loans'): Promise<unknown> => {
    const answer = await office.server.inject({
      url: `/api/v1/reports/${report}`,
      headers: { 'x-visitor': visitor.name },
    });
    expectStatus(answer, 200);
    return answer.json<{ rows: unknown }>().rows;
  };
  expect(await rows(desk)).toMatchObject([{ groups: [{ value: 'sea', label: 'The sea' }] }]);
  // The director reads loans, but no volumes.
  expect(await rows(director)).toEqual([]);
  // Nor does anybody count an order of which they may not see one row.
  const reader = await office.person('member');
  const [seen, hidden] = [await volume('Counted', 40), await volume('Hidden', 50)];
  await order(reader, [lineOf(seen, 1), lineOf(seen, 2)]);
  await order(reader, [lineOf(seen, 1), lineOf(hidden, 2)]);
  const { version } = (await desk.get(`volume/${hidden.slug}`)).json<WireRecord>();
  expectStatus(await desk.patch(`volume/${hidden.slug}`, { data: { shelf: 'sky' } }, { version }), 200);
  expect(await rows(reader, 'orders')).toMatchObject([{ values: ['80'] }]);
});

test('a list does not name the record of a masked answer, or of a step that the reader may not see', async () => {
  const part = await volume('Masks one', 10);
  const made = await desk.post('volume', {
    data: { name: 'Masks two', pages: 10, shelf: 'sea', sequel: part.slug },
  });
  expectStatus(made, 201);
  const later = made.json<WireRecord>();
  const replaced = await volume('Masks three', 10);
  for (const { slug } of [later, replaced]) await ask(await draft(slug));
  const data = { shelf: 'sky', pages: 7 };
  expectStatus(await desk.patch(`volume/${later.slug}`, { data }, { version: later.version }), 200);
  const { version } = replaced;
  const input = { by: part.slug };
  expectStatus(await desk.post(`volume/${replaced.slug}/replace`, { input }, { version }), 200);
  const named = `&item=${later.slug}`;
  expect(await sequels(desk, named)).toEqual([['Masks one', 'Masks one', 'Of Masks one', 'shelved']]);
  expect(await sequels(member, named)).toEqual([[null, null, null, null]]);
  expect(await sequels(desk, `&item=${replaced.slug}`, 'replaced')).toEqual([['Masks one']]);
  expect(await sequels(member, `&item=${replaced.slug}`, 'replaced')).toEqual([[null]]);
});

const lineOf = ({ slug }: WireRecord, copies = 1) => ({ volume: slug, copies });

async function order(who: Caller, lines: readonly object[]): Promise<WireRecord> {
  const answer = await who.post('order', { data: { lines } });
  expectStatus(answer, 201);
  return answer.json();
}

async function sendOrder(who: Caller, { slug, version }: WireRecord): Promise<WireRecord> {
  const answer = await who.post(`order/${slug}/send`, {}, { version });
  expectStatus(answer, 200);
  return answer.json();
}

test('each row of a list names a record that is offered, and says which row does not', async () => {
  const [one, worn] = [await volume('Row one', 10), await volume('Row two', 10)];
  await retire(worn);
  const refused = await member.post('order', { data: { lines: [lineOf(one), lineOf(worn)] } });
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['lines.1.volume']]);
  const { forms, recordTypes } = office.desk.application.portal();
  const hash = recordTypes['order']?.form ?? '';
  const url = `/api/v1/forms/${hash}/records/lines.volume?q=row`;
  const found = await office.server.inject({ url, headers: { 'x-visitor': member.visitor.name } });
  expect(found.json()).toEqual([{ value: one.slug, label: 'Row one' }]);
  const form = forms[hash];
  expect(JSON.stringify(form && toWireForm(form).uiSchema)).not.toContain('where');

  // What a row named before stays, also beside a new row.
  const saved = await order(member, [lineOf(one)]);
  await retire(one);
  const data = { lines: [lineOf(one, 2), lineOf(await volume('Row three', 10))] };
  expectStatus(await member.patch(`order/${saved.slug}`, { data }, { version: 1 }), 200);
  const sent = await member.post(`order/${saved.slug}/send`, {}, { version: 2 });
  expect([sent.statusCode, Object.keys(sent.json().errors)]).toEqual([422, ['lines.0.volume']]);
});

/** What orders show, as rows. */
async function orders(reader: Caller, query: string): Promise<unknown[][]> {
  const answer = await reader.get(`order?${query}`);
  return answer.json<RecordPage>().items.map(({ shown }) => Object.values(shown));
}

test('lists show, filter and choose by the records that rows name, as far as the reader may see them', async () => {
  const who = await office.person('member');
  const sky = await volume('Sky tales', 300, 'sky');
  const data = { name: 'Sea tales', pages: 200, shelf: 'sea', sequel: sky.slug };
  const sea = (await desk.post('volume', { data })).json<WireRecord>();
  const short = await volume('Shells', 20);
  const both = await sendOrder(who, await order(who, [lineOf(sea), lineOf(short, 2), lineOf(sea, 3)]));
  const only = `lines.volume=${sea.slug}`;
  const whole = (await desk.get(`order?list=all&${only}`)).json<RecordPage>().items;
  expect(whole.map(({ labels: said, shown }) => [said['lines.volume'], shown])).toEqual([
    [
      { [sea.slug]: 'Sea tales', [short.slug]: 'Shells' },
      {
        'lines.volume.name': ['Sea tales', 'Shells'],
        'lines.volume.pages': [200, 20],
        'lines.volume.remark': ['Of Shells'],
        'lines.volume.sequel': ['Sky tales'],
      },
    ],
  ]);
  // The owner sees neither remarks nor volumes in the sky.
  expect(await orders(who, `list=all&${only}`)).toEqual([
    [['Sea tales', 'Shells'], [200, 20], [], ['A record that you cannot see']],
  ]);
  expect((await orders(desk, 'list=all&lines.volume.remark=Of%20Shells')).length).toBe(1);
  expect((await orders(who, 'list=all&lines.volume.remark=Of%20Shells')).length).toBe(0);
  expect((await orders(who, 'list=all&lines.volume.shelf=sea')).length).toBe(1);
  // The page of a volume lists the orders whose rows name it.
  expect((await orders(desk, `naming=${short.slug}`)).length).toBe(1);
  expect((await orders(await office.person('member'), `naming=${short.slug}`)).length).toBe(0);

  const slugs = async (list: string) =>
    (await desk.get(`order?list=${list}`)).json<RecordPage>().items.map(({ slug }) => slug);
  const thick = await order(who, [lineOf(sea)]);
  await sendOrder(who, thick);
  expect(await slugs('thick')).toEqual([thick.slug]);
  expect(new Set(await slugs('later'))).toEqual(new Set([both.slug, thick.slug]));
  expect(await slugs('worn')).toEqual([]);

  // Nobody sells what a row still names.
  const version = (await desk.get(`volume/${short.slug}`)).json<WireRecord>().version;
  const kept = await desk.post(`volume/${short.slug}/sell`, {}, { version });
  expect([kept.statusCode, kept.body]).toEqual([422, expect.stringContaining('Somebody ordered it.')]);
  const counted = (await desk.get('volume?list=all&limit=100')).json<RecordPage>().items;
  const ordered = (slug: string) => counted.find((one) => one.slug === slug)?.shown['ordered'];
  expect([sea, short, sky].map(({ slug }) => ordered(slug))).toEqual([2, 1, 0]);

  expectStatus(await desk.post(`order/${both.slug}/pack`, {}, { version: both.version }), 200);
  const told = await office.database.query<{ body: string }>('SELECT body FROM notifications');
  expect(told.map(({ body }) => body)).toContain(
    'Sea tales, Shells and Sea tales: 200 and 20 pages, after Sky tales.',
  );

  // A new order begins with the rows of the last, without what is no longer offered.
  await retire(sea);
  expect(await slugs('worn')).toEqual(expect.arrayContaining([both.slug, thick.slug]));
  expect((await who.post('order', {})).json<WireRecord>().data['lines']).toEqual([
    { copies: 1 },
    { volume: short.slug, copies: 2, pages: 40 },
    { copies: 3 },
  ]);
});

test('figures read the records that rows name, and follow them until the record is sent', async () => {
  const [thin, thick] = [await volume('Thin one', 30), await volume('Thick one', 400)];
  const forged = { ...lineOf(thin, 2), pages: 9999 };
  const made = await order(member, [forged, lineOf(thick, 1)]);
  expect(made.data).toEqual({
    lines: [
      { ...lineOf(thin, 2), pages: 60 },
      { ...lineOf(thick, 1), pages: 400 },
    ],
    pages: 460,
    longest: 400,
  });
  const { recordTypes } = office.desk.application.portal();
  const url = `/api/v1/forms/${recordTypes['order']?.form}/records/lines.volume?value=${thin.slug}`;
  const chosen = await office.server.inject({ url, headers: { 'x-visitor': member.visitor.name } });
  expect(chosen.json()).toEqual([{ value: thin.slug, label: 'Thin one', answers: { pages: 30 } }]);

  const grown = async (pages: number) => {
    const { version } = (await desk.get(`volume/${thin.slug}`)).json<WireRecord>();
    expectStatus(await desk.patch(`volume/${thin.slug}`, { data: { pages } }, { version }), 200);
  };
  await grown(50);
  expect((await member.get(`order/${made.slug}`)).json<WireRecord>().data['pages']).toBe(500);
  const sent = await sendOrder(member, made);
  expect(sent.data['pages']).toBe(500);
  await grown(60);
  expect((await member.get(`order/${made.slug}`)).json<WireRecord>().data['pages']).toBe(500);
});

async function fault(answer: Promise<{ statusCode: number; json: () => unknown }>): Promise<unknown[]> {
  const { statusCode, json } = await answer;
  return [statusCode, Object.keys((json() as { errors?: object }).errors ?? {})];
}

test('no figure tells of a record that is not offered, however its slug came into a draft', async () => {
  const hidden = await volume('Stars', 700, 'sky');
  const huge = await volume('Galaxies', 7000, 'sky');
  const data = { copies: 1, branch: 'harbour', gift: hidden.slug };
  const loan = (await member.post('loan', { data })).json<WireRecord>();
  // The question begins to apply. The refusal does not say that there are too many pages.
  const change = (given: object) => member.patch(`loan/${loan.slug}`, { data: given }, { version: 1 });
  expect(await fault(change({ copies: 5 }))).toEqual([422, ['gift']]);
  expect(await fault(change({ copies: 5, gift: huge.slug }))).toEqual([422, ['gift']]);
  const begun = { ...data, copies: 5, gift: huge.slug };
  expect(await fault(member.post('loan', { data: begun }))).toEqual([422, ['gift']]);

  // A slug of another type, as it was stored once without a look at it.
  const other = await order(member, [lineOf(await volume('Tides', 30))]);
  await office.database.query(
    `UPDATE records SET data = data || jsonb_build_object('copies', 5, 'gift', $1::text) WHERE slug = $2`,
    [other.slug, loan.slug],
  );
  const read = (await member.get(`loan/${loan.slug}`)).json<WireRecord>();
  expect(read.data).toEqual({ ...data, copies: 5, gift: other.slug });
});
