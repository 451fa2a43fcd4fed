/** What is stored under former names stays whole: records, forms, histories, accounts, counters and documents. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../../engine/contract/record.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import { claimKey } from '../../../engine/server/audit/anchors.ts';
import { verifyHistories } from '../../../engine/server/audit/verify-histories.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import { adoptPortal } from '../../../engine/server/records/succession/adopt-portal.ts';
import { wakeDue } from '../../../engine/server/records/upkeep/wake-due.ts';
import { createRecordDesk } from '../../../engine/server/bootstrap/record-desk.ts';
import { type Edits, editedPortal } from '../../plan/edited-portal.ts';
import { type Browser, openBrowser, openPortalServer, type PortalServer } from '../portal-server.ts';

const directory = 'tests/fixtures/library';
const library = editedPortal(directory);
let server: PortalServer;
let member: Browser;
let desk: Browser;

beforeAll(async () => {
  server = await openPortalServer(library);
  await claimKey(server.database, testAuditKey);
  member = await signedIn('member');
  desk = await signedIn('desk');
});
afterAll(() => server.close());

async function signedIn(department: string): Promise<Browser> {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(`${department}@library.example`)).status).toBe(200);
  return browser;
}

async function call(
  browser: Browser,
  method: string,
  path: string,
  body?: unknown,
  version?: number,
): Promise<WireRecord> {
  const answer = await browser.send(method, `records/${path}`, {
    body,
    headers: {
      ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    },
  });
  const found = (await answer.json()) as WireRecord;
  expect([answer.status, found]).toEqual([expect.toSatisfy((status) => status < 300), found]);
  return found;
}

const step = (browser: Browser, { type, slug, version }: WireRecord, name: string, input = {}) =>
  call(browser, 'POST', `${type}/${slug}/${name}`, { input }, version);

/** Sends a paper like the browser. */
async function upload(record: string, item: string): Promise<void> {
  const content = new Uint8Array(Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'));
  const said = { record: `checklist/${record}`, item, filename: 'card.pdf', issued_on: '2026-11-01' };
  const metadata = Object.entries(said)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const tus = { 'tus-resumable': '1.0.0' };
  const begun = await member.send('POST', 'files', {
    headers: { ...tus, 'upload-length': String(content.length), 'upload-metadata': metadata },
  });
  expect(begun.status).toBe(201);
  const id = begun.headers.get('location')?.split('/').at(-1) ?? '';
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  expect((await member.send('PATCH', `files/${id}`, { body: content, headers })).status).toBe(204);
}

/** Files a loan, so that its checklists exist. */
async function ask(data: Readonly<Record<string, unknown>>, type = 'loan'): Promise<WireRecord> {
  return step(member, await call(member, 'POST', type, { data }), 'ask');
}

async function adopt(portal: Portal): Promise<void> {
  const before = server.application.portal();
  const { stranded, lost } = await adoptPortal(server.database, { portal, before, key: testAuditKey });
  expect([...stranded, ...lost]).toEqual([]);
  await server.application.replacePortal(portal);
  expect((await verifyHistories(server.database, testAuditKey)).findings).toEqual([]);
}

const form = `type: object
title: Loan
required: [volume, copies, branch]
properties:
  volume: { type: string, formerly: book, title: Name of the volume, minLength: 1 }
  copies: { type: integer, title: Copies, minimum: 1, maximum: 5 }
  branch: { type: string, title: Branch, lookup: branch }
  is_pupil: { type: boolean, formerly: is_student, title: 'Are you a pupil?' }
  school: { type: string, title: School, when: { field: is_pupil, is: true } }
`;

const renamedAnswers: Edits = {
  'forms/loan.yaml': form,
  'records/loan.yaml': [
    'book: Atlas, copies: 1, branch: harbour, is_student',
    'volume: Atlas, copies: 1, branch: port, is_pupil',
  ],
  'lookups/branch.yaml': ['value: harbour', 'formerly: harbour, value: port'],
};

test('a question, its choice and a row have other names: answers move, and a sent record keeps its own form', async () => {
  const asked = await ask({ book: 'Atlas', copies: 1, branch: 'harbour', is_student: true, school: 'North' });
  const draft = await call(member, 'POST', 'loan', { data: { book: 'Bees', branch: 'harbour' } });
  const kind = 'requirements/membership/student.yaml';
  await adopt(
    editedPortal(directory, { ...renamedAnswers, [kind]: ['field: is_student', 'field: is_pupil'] }),
  );
  const sent = await call(member, 'GET', `loan/${asked.slug}`);
  expect(sent.data).toEqual({ volume: 'Atlas', copies: 1, branch: 'port', is_pupil: true, school: 'North' });
  expect(sent.unit).toBe('port');
  const sentForm = await member.send('GET', `forms/${sent.form ?? ''}`);
  const { schema } = (await sentForm.json()) as {
    schema: { properties: Record<string, { title: string }>; allOf: unknown };
  };
  expect(schema.properties['volume']?.title).toBe('Title of the book');
  expect(Object.keys(schema.properties)).toEqual(['volume', 'copies', 'branch', 'is_pupil', 'school']);
  expect(JSON.stringify(schema)).not.toContain('is_student');
  const open = await call(member, 'GET', `loan/${draft.slug}`);
  expect(open.data).toEqual({ volume: 'Bees', branch: 'port' });
  const filled = await call(member, 'PATCH', `loan/${draft.slug}`, { data: { copies: 2 } }, open.version);
  expect((await step(member, filled, 'ask')).state).toBe('asked');
});

test('what an earlier process writes under an old name is found later', async () => {
  const { database, application } = server;
  const [row] = await database.query<{ id: string }>(
    `UPDATE records SET data = data || '{"book": "Comets"}', updated_at = now() WHERE data ->> 'volume' = 'Bees' RETURNING id`,
  );
  expect((await wakeDue(createRecordDesk(application))).faults).toEqual([]);
  const [after] = await database.query<{ data: unknown }>('SELECT data FROM records WHERE id = $1', [
    row?.id,
  ]);
  // The newer answer, under the later name, counts.
  expect(after?.data).toMatchObject({ volume: 'Bees' });
  expect(after?.data).not.toHaveProperty('book');
});

/** The library under other names, as an author would write it. */
function renamedLibrary(): Portal {
  const files: Readonly<Record<string, string>> = {
    'departments/desk.yaml': 'departments/counter-office.yaml',
    'records/loan.yaml': 'records/lending.yaml',
    'requirements/membership/student.yaml': 'requirements/membership/pupil.yaml',
  };
  const everywhere: readonly (readonly [RegExp, string])[] = [
    [/\bdesk\b/g, 'counter-office'],
    [/\bstudent-card\b/g, 'pupil-card'],
    [/\bis_student\b/g, 'is_pupil'],
    [/\b(of|parent|under|slug): loan\b/g, '$1: lending'],
    [/\[loan(?=[/\]])/g, '[lending'],
  ];
  const once: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    'departments/desk.yaml': [['kind: handler', 'kind: handler\nformerly: desk']],
    'records/loan.yaml': [
      ['title: Loan', 'title: Loan\nformerly: loan'],
      ['book: Atlas, copies: 1, branch: harbour', 'volume: Atlas, copies: 1, branch: port'],
    ],
    'requirements/membership/student.yaml': [
      ['title: Student membership', 'title: Pupil\nformerly: membership/student'],
    ],
    'papers.yaml': [['pupil-card:', 'pupil-card:\n  formerly: student-card']],
    'workflows/loan.yaml': [
      ['  answer:', '  reply:\n    formerly: answer'],
      ['lend: { from', 'hand-over: { formerly: lend, from'],
      // Only whoever lent the book takes it back.
      ['by: { department: counter-office } }\n', 'by: { department: counter-office, did: hand-over } }\n'],
    ],
    'lookups/branch.yaml': [['value: harbour', 'formerly: harbour, value: port']],
    'forms/loan.yaml': [],
  };
  return editedPortal(directory, { 'forms/loan.yaml': form }, (name, text) => {
    const swapped = everywhere.reduce((all, [from, to]) => all.replaceAll(from, to), text);
    return [
      files[name] ?? name,
      (once[name] ?? []).reduce((all, [from, to]) => all.replace(from, to), swapped),
    ];
  });
}

interface Stored {
  readonly type: string;
  readonly office: string;
  readonly kind: string | null;
  readonly items: string;
  readonly clocks: string;
}

test('a department, a type, a kind, an item, a clock and a step have other names: everybody goes on', async () => {
  const { database } = server;
  const lent = await ask({ volume: 'Dogs', copies: 1, branch: 'port', is_pupil: true, school: 'North' });
  await step(desk, await call(desk, 'GET', `loan/${lent.slug}`), 'lend');
  const [checklist] = await database.query<{ slug: string }>(
    `SELECT c.slug FROM records c JOIN records p ON p.id = c.parent
     WHERE p.slug = $1 AND c.kind = 'membership/student'`,
    [lent.slug],
  );
  await upload(checklist?.slug ?? '', 'student-card');
  await adopt(renamedLibrary());
  const rows = await database.query<Stored>(
    `SELECT DISTINCT type, office, kind, array_to_string(ARRAY(SELECT jsonb_object_keys(items)), ',') AS items,
       array_to_string(ARRAY(SELECT jsonb_object_keys(clocks)), ',') AS clocks FROM records ORDER BY type, kind, items`,
  );
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    'checklist counter-office membership/pupil  ',
    'checklist counter-office membership/pupil pupil-card ',
    'checklist counter-office membership/resident  ',
    'lending counter-office   reply',
  ]);
  // The officer's session goes on in the renamed department.
  const taken = await call(desk, 'GET', `lending/${lent.slug}`);
  expect([taken.state, taken.office]).toEqual(['lent', 'counter-office']);
  expect((await step(desk, taken, 'bring-back')).state).toBe('returned');
  const paper = await call(member, 'GET', `checklist/${checklist?.slug}`);
  expect(paper.items.map(({ id, state, files }) => [id, state, files.length])).toContainEqual([
    'pupil-card',
    'filed',
    1,
  ]);
  const next = await ask({ volume: 'Eels', copies: 1, branch: 'port' }, 'lending');
  expect(next.number).toBe(`L-${new Date().getFullYear()}-00004`);
});

test('a page that was opened before takes its step by the name that it had, also after a way back and later', async () => {
  const asked = await ask({ volume: 'Foxes', copies: 1, branch: 'port' }, 'lending');
  expect((await step(desk, asked, 'lend')).state).toBe('lent');
  const next = await ask({ volume: 'Geese', copies: 1, branch: 'port' }, 'lending');
  const last = await ask({ volume: 'Ibises', copies: 1, branch: 'port' }, 'lending');
  await adopt(library);
  const moved = await call(desk, 'GET', `loan/${next.slug}`);
  expect(moved.data).toEqual({ book: 'Geese', copies: 1, branch: 'harbour' });
  expect((await step(desk, moved, 'hand-over')).state).toBe('lent');
  const draft = await call(member, 'POST', 'loan', { data: { volume: 'Hares', branch: 'port' } });
  expect(draft.data).toEqual({ book: 'Hares', branch: 'harbour' });
  // Nothing that is changed later makes the page forget it.
  await adopt(editedPortal(directory, { 'portal.yaml': ['title: City Library', 'title: Town Library'] }));
  const after = await call(desk, 'GET', `loan/${last.slug}`);
  expect((await step(desk, after, 'hand-over')).state).toBe('lent');
  const another = await call(member, 'POST', 'loan', { data: { volume: 'Jays', branch: 'port' } });
  expect(another.data).toEqual({ book: 'Jays', branch: 'harbour' });
});

test('while another version calls their department otherwise, an officer is told to try again, and not to sign in', async () => {
  const { database } = server;
  await database.query(`UPDATE accounts SET department = 'hall' WHERE department = 'desk'`);
  expect((await desk.send('GET', 'records/loan')).status).toBe(401);
  await database.query(
    `INSERT INTO versions (number, hash)
     SELECT (SELECT max(number) FROM versions) + 1, hash FROM versions ORDER BY number LIMIT 1`,
  );
  const answer = await desk.send('GET', 'records/loan');
  expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'switching' })]);
});
