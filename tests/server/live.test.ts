/** The stream of changes over two servers: who may see a record hears of it, nobody else does. */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import type { UserRecord } from '../../engine/contract/sessions.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { type Browser, openBrowser, openPortalServer, PASSWORD, type PortalServer } from './portal-server.ts';

let first: PortalServer;
let second: PortalServer;
const ended = new AbortController();

beforeAll(async () => {
  // The director sees a request only until it is decided.
  const directory = mkdtempSync(join(tmpdir(), 'live-'));
  cpSync('tests/fixtures/library', directory, { recursive: true });
  const file = join(directory, 'records/loan.yaml');
  const read = '{ department: desk }, { department: director, state: asked }';
  writeFileSync(file, readFileSync(file, 'utf8').replace('{ department: [desk, director] }', read));
  const { portal } = await loadPortal(directory, { proofs: false });
  rmSync(directory, { recursive: true });
  first = await openPortalServer(portal ?? undefined);
  second = await first.second();
  const other = {
    department: 'member',
    username: 'other@library.example',
    name: 'Other',
    password: PASSWORD,
  };
  await createAccount(first.database, other);
});

afterAll(async () => {
  ended.abort();
  await second?.close();
  await first?.close();
});

async function visitor(server: PortalServer, username: string): Promise<Browser> {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(username)).status).toBe(200);
  return browser;
}

/** Everything that the stream tells, as `event data`. */
async function listen({ origin }: PortalServer, { token }: Browser, query = ''): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}/api/v1/live${query}`, { headers, signal: ended.signal });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch('text/event-stream');
  const heard: string[] = [];
  const events = response
    .body!.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  void events
    .pipeTo(
      new WritableStream({
        write: ({ event, data }) => void heard.push(`${event} ${data}`),
        close: () => void heard.push('end'),
      }),
    )
    .catch(() => {});
  return heard;
}

async function begin(member: Browser): Promise<string> {
  const data = { book: 'Atlas', copies: 1, branch: 'harbour', is_student: false };
  const headers = { 'idempotency-key': randomUUID() };
  const made = await member.send('POST', 'records/loan', { body: { data }, headers });
  expect(made.status).toBe(201);
  return ((await made.json()) as { slug: string }).slug;
}

test('who may see a record hears of it in every process, and nobody else', async () => {
  const [member, desk] = [
    await visitor(first, 'member@library.example'),
    await visitor(second, 'desk@library.example'),
  ];
  const other = await visitor(second, 'other@library.example');
  const heard = {
    member: await listen(second, member),
    desk: await listen(second, desk),
    other: await listen(second, other),
  };
  const slug = await begin(member);
  await expect.poll(() => heard.member).toEqual([`records [{"type":"loan","slug":"${slug}"}]`]);
  const own = await begin(other);
  await expect.poll(() => heard.other).toEqual([`records [{"type":"loan","slug":"${own}"}]`]);
  expect(heard.desk).toEqual([]);
  const headers = { 'idempotency-key': randomUUID(), 'if-match': '"1"' };
  expect((await member.send('POST', `records/loan/${slug}/ask`, { body: {}, headers })).status).toBe(200);
  await expect.poll(() => heard.desk.join()).toContain(`{"type":"loan","slug":"${slug}"}`);
  await expect.poll(() => heard.member.length).toBeGreaterThan(1);
  expect(heard.other.length).toBe(1);
});

test('a page hears of what changed after it began to read and before its stream was open', async () => {
  const member = await visitor(first, 'member@library.example');
  const other = await visitor(second, 'other@library.example');
  const began = performance.now();
  const slug = await begin(member);
  const witness = await listen(second, member);
  await begin(member);
  await expect.poll(() => witness.length).toBe(1);
  const ago = () => `?ago=${Math.ceil(performance.now() - began)}`;
  const heard = await listen(second, member, ago());
  await expect.poll(() => heard.join()).toContain(slug);
  // Nobody knows what changed before this process listened.
  const late = await listen(second, other, '?ago=600000');
  await expect.poll(() => late).toEqual(['all null']);
  const now = await listen(second, other, ago());
  const justBegun = await listen(second, other, '?ago=0');
  await begin(other);
  await expect.poll(() => [now.length, justBegun.length]).toEqual([1, 1]);
  expect(now.join()).not.toContain(slug);
});

test('who no longer sees a record hears of it once more, so that lists drop it', async () => {
  const member = await visitor(first, 'member@library.example');
  const desk = await visitor(first, 'desk@library.example');
  const director = await visitor(first, 'director@library.example');
  const other = await visitor(first, 'other@library.example');
  const heard = { director: await listen(second, director), other: await listen(second, other) };
  const slug = await begin(member);
  const told = `records [{"type":"loan","slug":"${slug}"}]`;
  const step = async (who: Browser, name: string, version: number, input = {}) => {
    const headers = { 'idempotency-key': randomUUID(), 'if-match': `"${version}"` };
    const answer = await who.send('POST', `records/loan/${slug}/${name}`, { body: { input }, headers });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { version: number };
  };
  const { version } = await step(member, 'ask', 1);
  await expect.poll(() => heard.director).toEqual([told]);
  await step(desk, 'refuse', version, { reason: 'The book is lost.' });
  await expect.poll(() => heard.director).toEqual([told, told]);
  expect((await director.send('GET', `records/loan/${slug}`)).status).toBe(404);
  expect(heard.other).toEqual([]);
});

test('notifications that are read in one tab are read in the others', async () => {
  const member = await visitor(first, 'member@library.example');
  const heard = await listen(second, member);
  expect((await member.send('POST', 'notifications/read', { body: {} })).status).toBe(200);
  await expect.poll(() => heard).toEqual(['account null']);
});

test('an open page hears that another configuration is in force', async () => {
  const { application } = first;
  const portal = application.portal();
  const heard = await listen(first, await visitor(first, 'member@library.example'));
  await application.replacePortal({ ...portal, hash: 'another' });
  await application.replacePortal(portal);
  await expect.poll(() => heard).toEqual(['portal "another"', `portal "${portal.hash}"`]);
});

test('nobody listens without an account, and nobody with too many streams', async () => {
  expect((await fetch(`${first.origin}/api/v1/live`)).status).toBe(401);
  const desk = await visitor(first, 'desk@library.example');
  for (let count = 0; count < 12; count += 1) await listen(first, desk);
  const headers = { authorization: `Bearer ${desk.token}` };
  expect((await fetch(`${first.origin}/api/v1/live`, { headers })).status).toBe(503);
  expect((await fetch(`${first.origin}/api/v1/live`, { headers, method: 'HEAD' })).status).toBe(503);
});

test('a stream hears nothing for a membership that its session has left', async () => {
  await first.database.query(
    `INSERT INTO memberships (account, department, flags)
     SELECT a.id, 'desk', d.flags FROM accounts a, accounts d
     WHERE a.username = 'other@library.example' AND d.username = 'desk@library.example'`,
  );
  const member = await visitor(first, 'member@library.example');
  const other = await visitor(first, 'other@library.example');
  const act = async (index: number) => {
    const { memberships } = (await (await other.send('GET', 'user')).json()) as UserRecord;
    const body = { membership: memberships[index]?.id };
    const answer = await other.send('PUT', 'membership', { body });
    other.token = ((await answer.json()) as UserRecord).token;
  };
  await act(1);
  const heard = { desk: await listen(second, other), member: [] as string[] };
  const ask = async () => {
    const slug = await begin(member);
    const headers = { 'idempotency-key': randomUUID(), 'if-match': '"1"' };
    expect((await member.send('POST', `records/loan/${slug}/ask`, { body: {}, headers })).status).toBe(200);
    return slug;
  };
  const before = await ask();
  await expect.poll(() => heard.desk.join()).toContain(before);
  await act(0);
  heard.member = await listen(second, other);
  // At once, not with the next heartbeat.
  await expect.poll(() => heard.desk.at(-1), { timeout: 8000 }).toBe('end');
  const after = await ask();
  const own = await begin(other);
  await expect.poll(() => heard.member.join()).toContain(own);
  expect([heard.desk.join(), heard.member.join()].join()).not.toContain(after);
});
