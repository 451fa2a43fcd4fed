/** A portal inside another application: every URL of the server is below the host's prefix. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import { collectAdditions } from '../../engine/extension/extension.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { openPortal } from '../../engine/server/index.ts';
import { createHandlers } from '../../engine/server/bootstrap/handlers.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { readQueueSchema } from '../../engine/server/database/grants.ts';
import { openTestDatabase } from '../../engine/server/database/testing.ts';
import type { JobData } from '../../engine/server/jobs/jobs-part.ts';
import type { Application } from '../../engine/server/kernel/application.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { archive, type Charge, payments, sms, type TextMessage } from './extensions.ts';
import { startHost } from './host.ts';

const API = '/permits/api';
const password = 'kettle ladder 1';
let folder: string;
let database: Database;
let host: FastifyInstance;
let origin: string;
let headers: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'munisipyo-embed-'));
  const config = join(folder, 'config');
  await cp('tests/fixtures/library', config, { recursive: true });
  const path = join(config, 'workflows/loan.yaml');
  const loan = await readFile(path, 'utf8');
  const effects = [
    '{ create: checklist, forEach: { kind: membership } }',
    '{ extension: city-pay, input: { amount: { field: copies } } }',
    '{ notify: owner, notice: asked }',
  ];
  const needs = 'needs: [{ form: complete }]';
  await mkdir(join(config, 'notices'));
  const notice = 'subject: Request {number}\nbody: We have it.\nchannels: [sms]\n';
  await writeFile(join(config, 'notices/asked.yaml'), notice);
  await writeFile(path, loan.replace(needs, `${needs}, then: [${effects.join()}]`));
  const checklist = join(config, 'workflows/checklist.yaml');
  const filed = 'needs: [{ checklist: filed }]';
  const sent = (await readFile(checklist, 'utf8')).replace(
    filed,
    `${filed}, then: [{ document: library-card }]`,
  );
  await writeFile(checklist, sent);
  await mkdir(join(config, 'documents'));
  const card = 'title: Library card\nof: checklist\nsubject: Ana\nblocks: [{ photo: student-card }]\n';
  await writeFile(join(config, 'documents/library-card.yaml'), card);
  database = await openTestDatabase();
  host = await startHost(database, { config, data: join(folder, 'data'), extensions });
  origin = `http://127.0.0.1:${(host.server.address() as AddressInfo).port}`;
  headers = await signIn();
});
afterAll(async () => {
  host.server.closeAllConnections();
  await host.close();
  await database.end();
  await rm(folder, { recursive: true });
});

const texts: TextMessage[] = [];
const charges: (Charge & { readonly state: string | undefined })[] = [];
const archived = new Map<string, Buffer>();
const extensions = [
  archive(archived),
  sms(async (text) => void texts.push(text)),
  payments(async (charge) => {
    const rows = await database.query<{ state: string }>('SELECT state FROM records WHERE id = $1', [
      charge.record?.id,
    ]);
    charges.push({ ...charge, state: rows[0]?.state });
  }),
];

async function signIn(): Promise<Record<string, string>> {
  const username = 'ana@library.example';
  await createAccount(database, { department: 'member', username, name: 'Ana', unit: null, password });
  const csrf = await fetch(`${origin}${API}/csrf`);
  const { token } = (await csrf.json()) as { token: string };
  const sent = {
    cookie: csrf.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    'x-requested-with': 'XMLHttpRequest',
    'x-csrf-token': token,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ username, password });
  const answer = await fetch(`${origin}${API}/login`, { method: 'POST', headers: sent, body });
  return { ...sent, authorization: `Bearer ${((await answer.json()) as { token: string }).token}` };
}

async function post(path: string, body: unknown, more: Record<string, string> = {}): Promise<Response> {
  const keyed = { ...headers, 'idempotency-key': randomUUID(), ...more };
  return fetch(`${origin}${path}`, { method: 'POST', headers: keyed, body: JSON.stringify(body) });
}

test('the host keeps its own addresses, and the API is at its prefix alone', async () => {
  expect(await (await fetch(`${origin}/about`)).json()).toEqual({ city: 'Malay' });
  expect((await fetch(`${origin}${API}/portal`)).status).toBe(200);
  expect((await fetch(`${origin}/api/v1/portal`)).status).toBe(404);
  const { paths } = (await (await fetch(`${origin}${API}/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(paths).filter((path) => !path.startsWith(`${API}/`))).toEqual([]);
  const list = `${origin}${API}/openapi.html`;
  const [, link = ''] = /href="(openapi\/[^"]+)"/.exec(await (await fetch(list)).text()) ?? [];
  expect(await (await fetch(new URL(link, list))).text()).toContain('All operations');
});

test.each(['permits', '/permits/', '', '/:city/api', '/a b', '//evil', '/permits?x', '/a/../b'])(
  'an address of the API like "%s" is refused when the portal is opened',
  async (apiPrefix) => {
    const { portal } = await loadPortal('tests/fixtures/library', { proofs: false });
    if (portal === null) throw new Error('The library is not sound.');
    const opening = openPortal({ portal, database: {} as Database, apiPrefix });
    await expect(opening).rejects.toThrow('apiPrefix must be a path');
  },
);

test('the page names the address of the API', async () => {
  const page = await fetch(`${origin}/sign-in`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain(`<meta name="api" content="${API}">`);
});

async function checklistOfLoan(): Promise<string> {
  const [row] = await database.query<{ slug: string }>("SELECT slug FROM records WHERE kind LIKE '%student'");
  return `checklist/${row?.slug}`;
}

/** Announces an upload. @returns its URL and its status */
async function announce(name: string, content: Buffer): Promise<[status: number, url: string]> {
  const metadata = { record: await checklistOfLoan(), item: 'student-card', filename: name };
  const announced = await post(`${API}/files`, null, {
    'tus-resumable': '1.0.0',
    'upload-length': String(content.length),
    'upload-metadata': Object.entries(metadata)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(),
  });
  return [announced.status, announced.headers.get('location') ?? ''];
}

async function sendContent(url: string, body: Buffer): Promise<number> {
  const piece = { ...headers, 'tus-resumable': '1.0.0', 'upload-offset': '0' };
  const sent = { ...piece, 'content-type': 'application/offset+octet-stream' };
  return (await fetch(`${origin}${url}`, { method: 'PATCH', headers: sent, body: new Uint8Array(body) }))
    .status;
}

test('records, uploads and links to papers have addresses below the prefix', async () => {
  const data = { book: 'Atlas', copies: 1, branch: 'harbour', is_student: true, school: 'North' };
  const created = await post(`${API}/records/loan`, { data });
  expect(created.status).toBe(201);
  const location = created.headers.get('location') ?? '';
  expect(location).toMatch(new RegExp(`^${API}/records/loan/`));
  expect((await post(`${location}/ask`, {}, { 'if-match': created.headers.get('etag') ?? '' })).status).toBe(
    200,
  );
  const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
  const [status, file] = await announce('card.pdf', pdf);
  expect([status, file]).toEqual([201, expect.stringMatching(new RegExp(`^${API}/files/\\w{32}$`))]);
  expect(await sendContent(file, pdf)).toBe(204);
  const { url } = (await (await post(`${file}/link`, {})).json()) as { url: string };
  expect(url).toMatch(new RegExp(`^${API}/files/open/`));
  expect(Buffer.from(await (await fetch(`${origin}${url}`)).arrayBuffer())).toEqual(pdf);
  expect([...archived]).toEqual([[file.slice(-32), pdf]]);
});

test('an upload that the file store could not take continues once it can, and a document prints it', async () => {
  const square = { width: 60, height: 60, channels: 3, background: '#b04030' } as const;
  const picture = await sharp({ create: square }).png().toBuffer();
  const [, file] = await announce('card.png', picture);
  const key = file.slice(-32);
  const set = vi.spyOn(archived, 'set').mockImplementationOnce(() => {
    throw new Error('The archive is closed.');
  });
  expect([await sendContent(file, picture), archived.has(key)]).toEqual([500, false]);
  const tus = { ...headers, 'tus-resumable': '1.0.0' };
  const resumed = await fetch(`${origin}${file}`, { method: 'HEAD', headers: tus });
  const stored = archived.get(key);
  expect(resumed.headers.get('upload-offset')).toBe(String(stored?.length));
  expect(set.mock.calls.map(([of]) => of)).toEqual([key, key]);
  const checklist = `${API}/records/${await checklistOfLoan()}`;
  const read = await fetch(`${origin}${checklist}`, { headers });
  expect((await post(`${checklist}/send`, {}, { 'if-match': read.headers.get('etag') ?? '' })).status).toBe(
    200,
  );
  const [row] = await database.query<{ code: string }>('SELECT code FROM documents');
  const pdf = await fetch(`${origin}${API}/documents/${row?.code}/pdf`, { headers });
  expect(await pdf.text()).toContain('/Subtype /Image');
  await expect.poll(() => readdir(join(folder, 'data/uploads'))).toEqual([]);
  expect(await readdir(join(folder, 'data'))).not.toContain('files');
});

test('an effect and a channel of extensions run after the step is committed, and no mail is written', async () => {
  await expect.poll(() => [texts.length, charges.length]).toEqual([1, 1]);
  expect(texts).toEqual([{ number: 'North', text: 'We have it.' }]);
  expect(charges).toMatchObject([
    {
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      amount: 1,
      state: 'asked',
      record: { type: 'loan', state: 'asked' },
    },
  ]);
  const sent = [{ channel: 'sms', state: 'sent', tries: 1 }];
  await expect.poll(() => database.query('SELECT channel, state, tries FROM messages')).toEqual(sent);
});

test('the failure of an effect names the request that caused it', async () => {
  const [job] = await database.query<{ data: JobData['effect'] }>(
    `SELECT data FROM "${await readQueueSchema(database)}".job WHERE name = 'effect'`,
  );
  expect(job?.data.request).toMatch(/^req-/);
  const failing = payments(() => Promise.reject(new Error('The gateway is away.')));
  const application: Partial<Application> = {
    settings: readSettings({}),
    additions: collectAdditions([failing]),
  };
  const { handlers } = createHandlers(application as Application, () => {});
  const attempt = handlers.effect({ id: randomUUID(), data: job!.data, isLastTry: false });
  await expect(attempt).rejects.toThrow(
    `The effect "city-pay" for loan/${job?.data.record.slug}, request ${job?.data.request}, failed.`,
  );
});

test('the documentation shows this code', async () => {
  for (const [page, file] of [
    ['embedding', 'host'],
    ['extensions', 'extensions'],
  ]) {
    expect(await readFile(`docs/develop/${page}.md`, 'utf8')).toContain(
      await readFile(`tests/embed/${file}.ts`, 'utf8'),
    );
  }
});

/** A host that has set everything that its plugins inherit. */
async function openStrictHost(): Promise<FastifyInstance> {
  const additions = collectAdditions(extensions);
  const { portal } = await loadPortal(join(folder, 'config'), { additions });
  if (portal === null) throw new Error('The configuration has mistakes.');
  const environment = { DATA_DIR: join(folder, 'data') };
  const hosted = await openPortal({ portal, database, additions, environment, apiPrefix: API });
  const strict = fastify({ bodyLimit: 10 });
  strict.setReplySerializer(() => '"host"');
  strict.setSerializerCompiler(() => () => '"host"');
  strict.setValidatorCompiler(() => () => ({ error: new Error('host') }));
  strict.setSchemaErrorFormatter(() => new Error('host'));
  strict.setErrorHandler((_error, _request, reply) => reply.code(418).send('host'));
  for (const type of ['*', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    strict.addContentTypeParser(type, (_request, _body, done) => done(null, 'host'));
  }
  strict.get('/about', async () => ({ city: 'Malay' }));
  await hosted.mount(strict, false);
  return strict;
}

test('what the host sets for its own routes changes no answer of the portal', async () => {
  const strict = await openStrictHost();
  expect((await strict.inject('/about')).json()).toBe('host');
  const { hash } = (await strict.inject(`${API}/portal/hash`)).json<{ hash: string }>();
  expect(hash).toMatch(/^[\w-]+$/);
  const send = async (type: string, payload: string) => {
    const sent = { ...headers, 'content-type': type };
    return strict.inject({ method: 'POST', url: `${API}/login`, headers: sent, payload });
  };
  const wrong = { username: 'ana@library.example', password: 'wrong password' };
  const answers = [
    await send('application/json', JSON.stringify(wrong)),
    await send('application/json', JSON.stringify({ ...wrong, more: 1 })),
    await send('application/x-www-form-urlencoded', new URLSearchParams(wrong).toString()),
    await send('text/csv', 'a,b'),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 415]);
  expect(answers.map((answer) => answer.json<{ code: string }>().code)).not.toContain('host');
  expect(answers.map((answer) => Object.keys(answer.json<{ errors?: object }>().errors ?? {}))).toEqual([
    ['username'],
    ['more'],
    ['username'],
    [],
  ]);
  await strict.close();
});
