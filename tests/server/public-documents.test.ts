/* oxlint-disable unicorn/no-thenable -- the grammar's word for what follows a transition, and a list is no promise */
/** What a visitor without an account sees of a document that shows answers through derived values. */
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import type { WireDocumentCheck } from '../../engine/contract/documents.ts';
import type { WireRecord } from '../../engine/contract/record.ts';
import { openBrowser, openPortalServer, type Browser, type PortalServer } from './portal-server.ts';

const example = 'tests/diagnostics/document-personal-in-public.through-others';

let folder: string;
let server: PortalServer;
let anybody: Browser;
let member: Browser;
let desk: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'public-documents-'));
  await cp('tests/fixtures/library', folder, { recursive: true });
  for (const part of ['forms', 'records', 'workflows/loan.yaml']) {
    await cp(join(example, part), join(folder, part), { recursive: true });
  }
  await mkdir(join(folder, 'documents'));
  const portal = await loadWith("{ text: '{book} for {who}', masked: true }");
  if (portal === null) throw new Error('The portal is not sound.');
  server = await openPortalServer(issuedByKind(portal));
  [anybody, member, desk] = [0, 1, 2].map(() => openBrowser(server.origin)) as [Browser, Browser, Browser];
  await anybody.visit();
  await member.signIn('member@library.example');
  await desk.signIn('desk@library.example');
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** @param subject of the slip, as YAML */
async function loadWith(subject: string): Promise<Portal | null> {
  const slip = `title: Loan slip\nof: loan\nsubject: ${subject}\nblocks:\n  - { text: '{number}' }\n`;
  await writeFile(join(folder, 'documents/loan-slip.yaml'), slip);
  return (await loadPortal(folder)).portal;
}

/** Impossible in a checked configuration: the approval of a checklist issues the document of a loan. */
function issuedByKind(portal: Portal): Portal {
  const { checklist } = portal.workflows;
  const accept = checklist?.transitions['accept'];
  if (checklist === undefined || accept === undefined) throw new Error('The library has no checklists.');
  const kinds = Object.entries(portal.kinds).map(
    ([id, kind]) => [id, { ...kind, issues: 'loan-slip' }] as const,
  );
  const issuing = { ...accept, then: [{ effect: 'document', document: null, variant: null } as const] };
  return {
    ...portal,
    kinds: Object.fromEntries(kinds),
    workflows: {
      ...portal.workflows,
      checklist: { ...checklist, transitions: { ...checklist.transitions, accept: issuing } },
    },
  };
}

async function step(browser: Browser, record: WireRecord, name: string): Promise<Response> {
  const headers = { 'idempotency-key': randomUUID(), 'if-match': String(record.version) };
  return browser.send('POST', `records/${record.type}/${record.slug}/${name}`, {
    body: { input: {} },
    headers,
  });
}

async function taken(answer: Response): Promise<WireRecord> {
  expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([
    answer.ok ? answer.status : 200,
    '',
  ]);
  return (await answer.json()) as WireRecord;
}

async function askForBook(): Promise<WireRecord> {
  const data = { book: 'Atlas', copies: 1, branch: 'harbour', is_student: true, borrower: 'Ana Reyes' };
  const headers = { 'idempotency-key': randomUUID() };
  const loan = await taken(await member.send('POST', 'records/loan', { body: { data }, headers }));
  return taken(await step(member, loan, 'ask'));
}

test('a portal that tells everybody a personal answer through a derived value is not sound', async () => {
  expect(await loadWith("'{book} for {who}'")).toBeNull();
  expect(await loadWith("'{book}, {standing}'")).not.toBeNull();
});

test('signed out, a personal answer behind a derived value is shown by first letters', async () => {
  const lent = await taken(await step(desk, await askForBook(), 'lend'));
  const [{ code = '' } = {}] = lent.documents;
  const said = (await (await anybody.send('GET', `documents/${code}`)).json()) as WireDocumentCheck;
  expect(said).toMatchObject({ verdict: 'valid', subject: 'A•••• f•• A•• R••••' });
  expect(JSON.stringify(said)).not.toContain('Reyes');
});

test('a step refuses to issue a document that is made for other records, and issues nothing', async () => {
  await askForBook();
  const { items } = (await (await member.send('GET', 'records/checklist')).json()) as { items: WireRecord[] };
  const resident = items.find(({ kind }) => kind === 'membership/resident');
  if (resident === undefined) throw new Error('There is no checklist.');
  const sent = await taken(await step(member, resident, 'send'));
  const refused = await step(desk, sent, 'accept');
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    message:
      '"Accept" issues the document "loan-slip", which is made for other records. Nothing was changed.',
  });
  const now = (await (await desk.send('GET', `records/checklist/${sent.slug}`)).json()) as WireRecord;
  expect([now.state, now.documents]).toEqual(['sent', []]);
});
