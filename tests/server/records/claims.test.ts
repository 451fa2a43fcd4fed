/** Who of an office works on a record: claims, assignments, and how they end. */
import { randomUUID } from 'node:crypto';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPortal } from '../../../engine/config/load.ts';
import type { PortalSlice } from '../../../engine/portal/wire/slice.ts';
import type { RecordPage, WireEvent, WireRecord } from '../../../engine/contract/record.ts';
import { assignAccount, createAccount } from '../../../engine/server/accounts/accounts.ts';
import { claimKey } from '../../../engine/server/audit/anchors.ts';
import { verifyHistories } from '../../../engine/server/audit/verify-histories.ts';
import { createHandlers } from '../../../engine/server/bootstrap/handlers.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import {
  type Browser,
  openBrowser,
  openPortalServer,
  PASSWORD,
  type PortalServer,
} from '../portal-server.ts';
import { type ExportCaller, exportedFile } from '../exported.ts';

const claim = `
claim:
  by: { department: desk }
  assignedBy: { department: [desk, director], can: lead }
`;
const lead = `
flags:
  lead: { title: Leads the desk, default: false, grantedBy: { department: director } }
`;

let server: PortalServer;
let round: PortalServer;
const people: Record<string, Browser> = {};

async function openLibrary(more: string): Promise<PortalServer> {
  const directory = await mkdtemp(join(tmpdir(), 'munisipyo-library-'));
  await cp('tests/fixtures/library', directory, { recursive: true });
  await appendFile(join(directory, 'records/loan.yaml'), claim + more);
  await appendFile(join(directory, 'departments/desk.yaml'), lead);
  const steps = join(directory, 'workflows/loan.yaml');
  const refuse = 'by: { department: desk }, input';
  const text = (await readFile(steps, 'utf8')).replace(
    refuse,
    'by: { department: desk, can: access }, input',
  );
  await writeFile(steps, text);
  const { portal, diagnostics } = await loadPortal(directory, { proofs: false });
  await rm(directory, { recursive: true });
  if (portal === null) throw new Error(JSON.stringify(diagnostics));
  const opened = await openPortalServer(portal);
  for (const name of ['berta', 'cora', 'dina'])
    await createAccount(opened.database, {
      department: 'desk',
      username: `${name}@library.example`,
      name,
      password: PASSWORD,
      flags: { lead: name === 'dina' },
    });
  return opened;
}

beforeAll(async () => {
  server = await openLibrary('');
  round = await openLibrary('  assign: round\n');
  await claimKey(server.database, testAuditKey);
  for (const name of ['member', 'desk', 'berta', 'dina', 'director']) people[name] = await as(server, name);
});

afterAll(async () => {
  await server?.close();
  await round?.close();
});

async function as({ origin }: PortalServer, name: string): Promise<Browser> {
  const browser = openBrowser(origin);
  expect((await browser.signIn(`${name}@library.example`)).status).toBe(200);
  return browser;
}

const once = (version?: number) => ({
  'idempotency-key': randomUUID(),
  'if-match': version === undefined ? null : String(version),
});

async function ask(member: Browser): Promise<WireRecord> {
  const data = { book: 'Atlas', copies: 1, branch: 'harbour', is_student: false };
  const made = await member.send('POST', 'records/loan', { body: { data }, headers: once() });
  const { slug } = (await made.json()) as WireRecord;
  const sent = await member.send('POST', `records/loan/${slug}/ask`, { body: {}, headers: once(1) });
  expect(sent.status).toBe(200);
  return (await sent.json()) as WireRecord;
}

async function assign(browser: Browser, slug: string, assignee: unknown, version?: number) {
  const based = version ?? (await read(browser, slug)).version;
  const path = `records/loan/${slug}/assignee`;
  const answer = await browser.send('PUT', path, { body: { assignee }, headers: once(based) });
  return { status: answer.status, body: (await answer.json()) as WireRecord };
}

async function read(browser: Browser, slug: string): Promise<WireRecord> {
  return (await (await browser.send('GET', `records/loan/${slug}`)).json()) as WireRecord;
}

async function told(browser: Browser, slug: string): Promise<string[]> {
  const events = (await (await browser.send('GET', `records/loan/${slug}/events`)).json()) as WireEvent[];
  return events.map(({ text }) => text);
}

async function slugOf({ database }: PortalServer, name: string): Promise<string> {
  const text = 'SELECT slug FROM accounts WHERE username = $1';
  const [row] = await database.query<{ slug: string }>(text, [`${name}@library.example`]);
  return row?.slug ?? '';
}

test('an officer claims a record, another takes it over, and only a head assigns it', async () => {
  const { member, desk, berta, dina, director } = people as Record<string, Browser>;
  const { slug, updated_at } = await ask(member!);
  expect((await read(desk!, slug)).assignment).toEqual({
    assignee: null,
    claim: true,
    release: false,
    assign: false,
  });
  const claimed = await assign(desk!, slug, 'me');
  expect(claimed.body.assignment).toMatchObject({ assignee: { own: true }, claim: false, release: true });
  expect(claimed.body.updated_at).toBe(updated_at);
  expect((await assign(desk!, slug, 'me')).status).toBe(403);
  // Whoever is too late gets the record as it is now.
  const late = await assign(berta!, slug, 'me', claimed.body.version - 1);
  expect([late.status, late.body.assignment?.assignee?.own]).toEqual([409, false]);
  expect((await assign(berta!, slug, null)).status).toBe(403);
  expect((await assign(berta!, slug, 'me')).body.assignment?.assignee).toMatchObject({
    name: 'berta',
    own: true,
  });
  expect((await assign(berta!, slug, await slugOf(server, 'cora'))).status).toBe(403);
  expect((await berta!.send('GET', `records/loan/${slug}/assignees`)).status).toBe(403);
  const offered = await dina!.send('GET', `records/loan/${slug}/assignees`);
  const names = ((await offered.json()) as { name: string; open: number }[]).map(({ name, open }) => [
    name,
    open,
  ]);
  expect(names.at(-1)).toEqual(['berta', 1]);
  expect(names).toHaveLength(4);
  expect((await assign(dina!, slug, await slugOf(server, 'director'))).status).toBe(422);
  expect((await assign(dina!, slug, await slugOf(server, 'cora'))).body.assignment?.assignee?.name).toBe(
    'cora',
  );
  expect((await assign(dina!, slug, null)).body.assignment?.assignee).toBeNull();
  expect((await told(desk!, slug)).slice(-4)).toEqual([
    'Claimed',
    'Taken over from Lending desk',
    'Assigned to cora',
    'Released',
  ]);
  // Neither the owner nor a reader of another department works on it.
  for (const browser of [member!, director!]) {
    expect((await read(browser, slug)).assignment).toBeNull();
    expect((await assign(browser, slug, 'me')).status).toBe(403);
    expect((await told(browser, slug)).join()).not.toContain('Claimed');
  }
});

test('a claim ends with the step that moves the record on', async () => {
  const { member, desk } = people as Record<string, Browser>;
  const { slug } = await ask(member!);
  const { body } = await assign(desk!, slug, 'me');
  const path = `records/loan/${slug}/lend`;
  const lent = await desk!.send('POST', path, { body: {}, headers: once(body.version) });
  const record = (await lent.json()) as WireRecord;
  expect(record.assignment).toMatchObject({ assignee: null, claim: false });
  expect(record.version).toBe(body.version + 1);
  const { findings } = await verifyHistories(server.database, testAuditKey);
  expect(findings).toEqual([]);
});

async function total(browser: Browser, query: string): Promise<number> {
  const answer = await browser.send('GET', `records/loan?list=asked&${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return ((await answer.json()) as RecordPage).total;
}

/** What is the visitor's, what nobody works on, and everything. */
async function shares(browser: Browser): Promise<number[]> {
  return Promise.all(['assigned=me', 'assigned=nobody', ''].map((query) => total(browser, query)));
}

async function listAsked(browser: Browser): Promise<RecordPage> {
  return (await (await browser.send('GET', 'records/loan?list=asked')).json()) as RecordPage;
}

test('a list shows what is mine, what nobody works on, and everything', async () => {
  const { member, desk, berta, director } = people as Record<string, Browser>;
  const before = await shares(desk!);
  const [one, two] = [await ask(member!), await ask(member!)];
  await assign(desk!, one.slug, 'me');
  const [mine = 0, nobody = 0, all = 0] = before;
  expect(await shares(desk!)).toEqual([mine + 1, nobody + 1, all + 2]);
  expect((await shares(berta!))[1]).toBe(nobody + 1);
  // Readers who do not work on them learn nothing by asking.
  expect((await shares(director!)).slice(0, 2)).toEqual([0, 0]);
  expect((await shares(member!)).slice(0, 2)).toEqual([0, 0]);
  const found = (await listAsked(berta!)).items.find(({ slug }) => slug === one.slug);
  expect(found?.assignment).toMatchObject({ assignee: { name: 'Lending desk', own: false }, claim: true });
  const file = { path: 'records/loan/exports?list=asked', format: 'csv' } as const;
  const csvFor = async (browser: Browser) => {
    const send: ExportCaller['send'] = (method, path, body) => browser.send(method, path, body && { body });
    return (await exportedFile(server.application, { send }, file)).toString();
  };
  expect(await csvFor(berta!)).toMatch(/Who works on it\r?\n[^]*,Lending desk\r?\n/);
  expect(await csvFor(director!)).not.toContain('Who works on it');
  expect((await listAsked(director!)).items.map(({ assignment }) => assignment)).not.toContainEqual(
    expect.anything(),
  );
  await assign(desk!, one.slug, null);
  expect(await shares(desk!)).toEqual([mine, nobody + 2, all + 2]);
  expect((await berta!.send('GET', 'records/checklist?assigned=me')).status).toBe(422);
  expect((await berta!.send('GET', 'records/loan?assigned=us')).status).toBe(422);
  const slice = (await (await desk!.send('GET', 'portal')).json()) as PortalSlice;
  expect(slice.recordTypes['loan']?.lists['asked']?.claims).toBe(true);
  expect(two.assignment).toBeNull();
});

test('unclaimed records of a type have an index of their own', async () => {
  const { database } = server;
  const rows = await database.query<{ definition: string }>(
    "SELECT indexdef AS definition FROM pg_indexes WHERE tablename = 'records' AND indexdef LIKE '%assignee IS NULL%'",
  );
  expect(rows.map(({ definition }) => definition).join()).toMatch(/\(office, state\).*'loan'.*'asked'/s);
});

async function look(browser: Browser, slug: string, here = true): Promise<string[] | number> {
  const answer = await browser.send('PUT', `presences/loan/${slug}`, { body: { here } });
  if (!answer.ok) return answer.status;
  return ((await answer.json()) as { viewers: { name: string }[] }).viewers.map(({ name }) => name);
}

/** What the stream tells about others who look at the same record. */
async function listen({ origin }: PortalServer, { token }: Browser, signal: AbortSignal): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}/api/v1/live`, { headers, signal });
  const heard: string[] = [];
  const events = response
    .body!.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  void events
    .pipeTo(new WritableStream({ write: ({ event }) => void (event === 'viewers' && heard.push(event)) }))
    .catch(() => {});
  return heard;
}

test('officers see in every process who else looks at a record, and nobody else learns it', async () => {
  const { member, desk, dina, director } = people as Record<string, Browser>;
  const second = await server.second();
  const ended = new AbortController();
  const { slug } = await ask(member!);
  const berta = await as(second, 'berta');
  expect(await look(desk!, slug)).toEqual([]);
  const heard = {
    desk: await listen(server, desk!, ended.signal),
    member: await listen(server, member!, ended.signal),
    dina: await listen(second, dina!, ended.signal),
  };
  expect(await look(berta, slug)).toEqual(['Lending desk']);
  await expect.poll(() => heard.desk).toEqual(['viewers']);
  // The next heartbeats are no news.
  expect(await look(desk!, slug)).toEqual(['berta']);
  expect(await look(berta, slug)).toEqual(['Lending desk']);
  expect(await look(berta, slug, false)).toEqual(['Lending desk']);
  await expect.poll(() => heard.desk).toEqual(['viewers', 'viewers']);
  expect(await look(desk!, slug)).toEqual([]);
  // A browser that says nothing any more has left.
  await look(berta, slug);
  await server.database.query("UPDATE presences SET seen_at = seen_at - interval '1 minute' WHERE true");
  expect(await look(dina!, slug)).toEqual([]);
  expect(await look(member!, slug)).toBe(403);
  expect(await look(director!, slug)).toBe(403);
  expect(heard.member).toEqual([]);
  expect(heard.dina).toEqual([]);
  ended.abort();
  await second.close();
});

/** Runs the jobs that wait to end claims. */
async function releaseAll({ application, database }: PortalServer): Promise<number> {
  const rows = await database.query<{ data: { account: string } }>(
    "DELETE FROM outbox WHERE name = 'release' RETURNING data",
  );
  const { handlers } = createHandlers(application, (error) => {
    throw error;
  });
  for (const { data } of rows) await handlers.release({ id: randomUUID(), data, isLastTry: false });
  return rows.length;
}

test('the claims of a suspended or moved account end, and those that it may keep stay', async () => {
  const { member, desk } = people as Record<string, Browser>;
  const { slug } = await ask(member!);
  const { database } = server;
  for (const leave of [
    () => database.query("UPDATE accounts SET is_suspended = true WHERE name = 'cora'"),
    () => assignAccount(database, 'cora@library.example', { department: 'director' }),
  ]) {
    await database.query("UPDATE accounts SET is_suspended = false, department = 'desk' WHERE name = 'cora'");
    const cora = await as(server, 'cora');
    expect((await assign(cora, slug, 'me')).status).toBe(200);
    await database.query(`UPDATE accounts SET flags = flags || '{"lead": true}' WHERE name = 'cora'`);
    await database.query(`UPDATE accounts SET flags = flags || '{"lead": false}' WHERE name = 'cora'`);
    expect(await releaseAll(server)).toBe(2);
    expect((await read(desk!, slug)).assignment?.assignee?.name).toBe('cora');
    await leave();
    expect(await releaseAll(server)).toBe(1);
    expect((await read(desk!, slug)).assignment?.assignee).toBeNull();
    expect((await told(desk!, slug)).at(-1)).toBe('Released');
  }
  expect((await verifyHistories(database, testAuditKey)).findings).toEqual([]);
});

test('the claims of a membership end with it', async () => {
  const { member, desk } = people as Record<string, Browser>;
  const { slug } = await ask(member!);
  const { database } = server;
  await database.query(
    "UPDATE accounts SET is_suspended = false, department = 'director' WHERE name = 'cora'",
  );
  const [{ id = '' } = {}] = await database.query<{ id: string }>(
    `INSERT INTO memberships (account, department, flags)
     SELECT id, 'desk', flags FROM accounts WHERE name = 'cora' RETURNING id`,
  );
  const cora = await as(server, 'cora');
  const chosen = await cora.send('PUT', 'membership', { body: { membership: id } });
  cora.token = ((await chosen.json()) as { token: string }).token;
  expect((await assign(cora, slug, 'me')).status).toBe(200);
  await releaseAll(server);
  expect((await read(desk!, slug)).assignment?.assignee?.name).toBe('cora');
  await database.query('DELETE FROM memberships WHERE id = $1', [id]);
  expect(await releaseAll(server)).toBe(1);
  expect((await read(desk!, slug)).assignment?.assignee).toBeNull();
});

test('a round gives each record to the person with the fewest, and nothing to the suspended', async () => {
  const { database } = round;
  await database.query("UPDATE accounts SET is_suspended = true WHERE name = 'berta'");
  const member = await as(round, 'member');
  const dina = await as(round, 'dina');
  const slugs: string[] = [];
  for (let count = 0; count < 6; count += 1) slugs.push((await ask(member)).slug);
  const counts = () =>
    database.query<{ name: string; count: number }>(
      `SELECT a.name, count(*)::integer AS count FROM records r JOIN accounts a ON a.id = r.assignee
       GROUP BY a.name ORDER BY a.name`,
    );
  expect(await counts()).toEqual([
    { name: 'Lending desk', count: 2 },
    { name: 'cora', count: 2 },
    { name: 'dina', count: 2 },
  ]);
  expect(await told(dina, slugs[0]!)).toContainEqual(expect.stringMatching(/^Assigned to /));
  // Those of a person who leaves go to the others.
  await database.query("UPDATE accounts SET is_suspended = true WHERE name = 'cora'");
  await releaseAll(round);
  expect((await counts()).map(({ count }) => count)).toEqual([3, 3]);
  // Released by hand, a record waits for whoever claims it.
  expect((await assign(dina, slugs[0]!, null)).body.assignment?.assignee).toBeNull();
  // Several that arrive at once are shared out, too.
  await Promise.all([ask(member), ask(member), ask(member)]);
  expect((await counts()).map(({ count }) => count)).toEqual([4, 4]);
});

test('a round passes over whoever may not take the next step', async () => {
  const { database } = round;
  await database.query(
    "UPDATE accounts SET flags = '{\"access\": false}' WHERE department = 'desk' AND name <> 'dina'",
  );
  await releaseAll(round);
  const member = await as(round, 'member');
  const [dina, one, other] = [await as(round, 'dina'), await ask(member), await ask(member)];
  for (const { slug } of [one, other])
    expect((await read(dina, slug)).assignment?.assignee).toMatchObject({ own: true });
  await database.query("UPDATE accounts SET is_suspended = true WHERE name = 'dina'");
  await releaseAll(round);
  const text = 'SELECT count(assignee)::integer AS count FROM records WHERE slug = ANY($1)';
  expect(await database.query(text, [[one.slug, other.slug]])).toEqual([{ count: 0 }]);
});
