/** Documents: issued, publicly verified, distinguished from forged and expired ones, and printed as PDF. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireDocumentCheck, WireSheet } from '../../engine/contract/documents.ts';
import { claimKey } from '../../engine/server/audit/anchors.ts';
import { verifyHistories } from '../../engine/server/audit/verify-histories.ts';
import { type RevocationList, revocationText } from '../../engine/portal/documents/revocations.ts';
import { createDocumentKey, documentKeyOf, signStatement } from '../../engine/server/documents/statement.ts';
import { insertRecord, issueDocument, type Issued } from './issued-document.ts';
import { openBrowser, openPortalServer, type Browser, type PortalServer } from './portal-server.ts';
import { readPortal } from './read-portal.ts';

const run = promisify(execFile);
const origin = 'https://portal.example';

let portal: PortalServer;
let folder: string;
let anybody: Browser;
let owner: Browser;

beforeAll(async () => {
  const read = await readPortal();
  const uploads = { ...read.uploads, processes: 1, waiting: { each: 1, all: 1 } };
  portal = await openPortalServer({ ...read, uploads }, { PUBLIC_URL: origin });
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  anybody = openBrowser(portal.origin);
  owner = openBrowser(portal.origin);
  await anybody.visit();
  await owner.signIn('establishment@malay.example');
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

const business = {
  tax_year: 2026,
  application_type: 'new',
  business_name: 'Niño & Daughters <Beach> Resort',
  owner_first_name: 'Ana',
  owner_last_name: 'Reyes',
  biz_barangay: 'balabag',
  lines: [{ line: 'resort' }],
  payment_mode: 'annually',
};

let year = new Date().getFullYear();

/** Each for another future year: a business has one permit a year, valid to the end of it. */
function permit(more: Partial<Parameters<typeof issueDocument>[1]> = {}): Promise<Issued> {
  const usual = { type: 'application', state: 'released', owner: 'establishment', document: 'mayors-permit' };
  const data = { ...business, ...more.data, tax_year: (year += 1) };
  return issueDocument(portal.application, { ...usual, ...more, data });
}

test('the audit finds a document whose row was changed by hand, and no other', async () => {
  const [victim, other] = [await permit(), await permit({ validUntil: '2030-12-31' })];
  const { database, auditKey } = portal.application;
  await claimKey(database, auditKey);
  const findings = async () => {
    const report = await verifyHistories(database, auditKey);
    return report.findings.filter(({ subject }) => subject.startsWith('the document'));
  };
  expect(await findings()).toEqual([]);
  for (const [column, value, why] of [
    ['number', `'MP-1'`, 'does not agree with its signed statement in "number"'],
    ['valid_until', `'2099-01-01'`, 'does not agree with its signed statement in "validUntil"'],
    [
      'content',
      `content || '{"subject":"Somebody else"}'`,
      'does not agree with its signed statement in "subject"',
    ],
    ['content', `content - 'statement'`, 'has lost its signed statement'],
    [
      'content',
      `content || (SELECT jsonb_build_object('statement', o.content -> 'statement') FROM documents o WHERE o.id = '${other.id}')`,
      'does not agree with its signed statement in "code"',
    ],
  ]) {
    const [kept] = await database.query<object>(
      'SELECT number, valid_until::text, content FROM documents WHERE id = $1',
      [victim.id],
    );
    await database.query(`UPDATE documents SET ${column} = ${value} WHERE id = $1`, [victim.id]);
    expect(await findings()).toEqual([
      { subject: `the document mayors-permit ${victim.id}`, version: null, why },
    ]);
    await database.query(
      `UPDATE documents d SET number = k.number, valid_until = k.valid_until, content = k.content
       FROM jsonb_to_record($2) AS k(number text, valid_until date, content jsonb) WHERE d.id = $1`,
      [victim.id, JSON.stringify(kept)],
    );
  }
});

async function sheetOf({ code }: Issued, who = owner): Promise<WireSheet> {
  const answer = await who.send('GET', `documents/${code}/sheet`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as WireSheet;
}

async function check(code: string, statement: string | null = null): Promise<WireDocumentCheck> {
  const query = statement === null ? '' : `?s=${encodeURIComponent(statement)}`;
  const answer = await anybody.send('GET', `documents/${code}${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as WireDocumentCheck;
}

const statementIn = ({ address }: WireSheet): string => address.slice(address.indexOf('#') + 1);

test('a document bears a number of its own, a code that nobody guesses, and what its record said', async () => {
  const first = await permit();
  const second = await permit();
  expect(first.number).toMatch(/^MP-\d{4}-\d{6}$/);
  expect(Number(second.number?.slice(-6))).toBe(Number(first.number?.slice(-6)) + 1);
  expect(first.code).toMatch(/^[a-z0-9]{16}$/);
  const sheet = await sheetOf(first);
  const said = JSON.stringify(sheet.content);
  expect(said).toContain('Niño & Daughters <Beach> Resort');
  expect(said).toContain('Barangay Balabag, Malay, Aklan 5608');
  expect(said).toContain('"level":1,"words":[{"text":"Mayor\'s permit"}]');
  expect(said).not.toContain('automatic approval');
  expect(sheet.address).toMatch(new RegExp(`^${origin}/verify/${first.code}#m1\\.`));
});

test('a variant says what only it says', async () => {
  const sheet = await sheetOf(await permit({ variant: 'deemed' }));
  expect(JSON.stringify(sheet.content)).toContain('automatic approval rule of RA 11032');
});

test('a reprint says what was issued, whatever happens to the record', async () => {
  const issued = await permit();
  const before = await sheetOf(issued);
  await portal.database.query(`UPDATE records SET data = data || '{"business_name":"Other"}' WHERE id = $1`, [
    issued.record.id,
  ]);
  expect((await sheetOf(issued)).content).toEqual(before.content);
});

test('everybody learns whether a document is valid, expired, suspended or revoked, and whose it is', async () => {
  const valid = await permit();
  const statement = statementIn(await sheetOf(valid));
  expect(await check(valid.code, statement)).toMatchObject({
    verdict: 'valid',
    signed: true,
    number: valid.number,
    subject: business.business_name,
    valid_until: valid.validUntil,
  });
  expect(await check(valid.code)).toMatchObject({ verdict: 'valid', signed: false });
  expect(await check((await permit({ validUntil: '2020-12-31' })).code)).toMatchObject({
    verdict: 'expired',
  });
  for (const state of ['suspended', 'revoked'] as const) {
    await portal.database.query('UPDATE documents SET state = $2 WHERE code = $1', [valid.code, state]);
    expect(await check(valid.code, statement)).toMatchObject({ verdict: state });
  }
});

test('what a reader compares is labelled in the language of the reader', async () => {
  const { code } = await permit();
  const answer = await anybody.send('GET', `documents/${code}`, { headers: { 'accept-language': 'fil' } });
  const { compare }: WireDocumentCheck = await answer.json();
  expect(compare).toContainEqual({ label: 'May-ari', text: 'A•• R••••' });
  expect((await check(code)).compare).toContainEqual({ label: 'Owner', text: 'A•• R••••' });
});

test('a person is shown by first letters', async () => {
  const card = await issueDocument(portal.application, {
    type: 'working-permit',
    state: 'issued',
    office: 'peso',
    owner: 'applicant',
    document: 'working-permit',
    data: {
      name: 'Ben Cruz',
      birth_date: '1994-03-12',
      nationality: 'PH',
      occupation: 'Cook',
      employer: 'X',
    },
  });
  const checked = await check(card.code);
  expect(checked.subject).toBe('B•• C•••');
  expect(JSON.stringify(checked)).not.toMatch(/Cruz|1994/);
});

test('an answer that bears the name of a role is shown where the path names the record type', async () => {
  const parent = await insertRecord(portal.application, {
    type: 'application',
    state: 'in-clearance',
    data: { ...business, tax_year: (year += 1) },
    owner: 'establishment',
  });
  const issued = await issueDocument(portal.application, {
    type: 'checklist',
    kind: 'menro/dive-boat-mayor-permit',
    state: 'accepted',
    office: 'menro',
    owner: 'establishment',
    parent,
    document: 'boat-endorsement',
    data: { boat_name: 'MB Dapdap 2', owner: 'Rey Sualog' },
  });
  const { content } = await sheetOf(issued);
  expect(JSON.stringify(content)).toContain('"Rey Sualog"');
});

test('what is forged, changed, taken from another document or unknown is told apart', async () => {
  const [one, other] = [await permit(), await permit()];
  const statement = statementIn(await sheetOf(one));
  const [head = '', content = '', signature = ''] = statement.split('.');
  const said = JSON.parse(Buffer.from(content, 'base64url').toString()) as unknown[];
  const longer = Buffer.from(JSON.stringify([...said.slice(0, 6), '2099-12-31'])).toString('base64url');
  expect(await check(one.code, `${head}.${longer}.${signature}`)).toMatchObject({
    verdict: 'forged',
    title: null,
  });
  expect(await check(other.code, statement)).toMatchObject({ verdict: 'forged' });
  expect(await check(one.code, 'nonsense')).toMatchObject({ verdict: 'forged' });
  const another = createDocumentKey(Buffer.alloc(32, 7));
  const fake = {
    code: one.code,
    title: 'X',
    number: one.number,
    subject: 'X',
    issuedOn: '2026-01-01',
    validUntil: null,
  };
  expect(await check(one.code, signStatement(another, fake))).toMatchObject({ verdict: 'forged' });
  await portal.database.query('DELETE FROM documents WHERE code = $1', [one.code]);
  expect(await check(one.code, statement)).toMatchObject({ verdict: 'unknown', number: one.number });
  expect((await anybody.send('GET', `documents/${one.code}`)).status).toBe(404);
  expect((await anybody.send('GET', 'documents/..%2F..%2Fetc')).status).toBe(404);
});

test('the sheet and its PDF open for who may read the record, and by a link for a minute', async () => {
  const issued = await permit();
  const stranger = openBrowser(portal.origin);
  await stranger.signIn('applicant@malay.example');
  for (const path of ['sheet', 'pdf']) {
    expect((await anybody.send('GET', `documents/${issued.code}/${path}`)).status).toBe(401);
    expect((await stranger.send('GET', `documents/${issued.code}/${path}`)).status).toBe(404);
  }
  const { url } = (await (await owner.send('POST', `documents/${issued.code}/link`)).json()) as {
    url: string;
  };
  const opened = await fetch(`${portal.origin}${url}`);
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(opened.headers.get('content-disposition')).toContain(`${issued.number}.pdf`);
  expect((await fetch(`${portal.origin}${url.replace(/.$/, '_')}`)).status).toBe(404);
});

async function pdfOf({ code }: Issued, who = owner): Promise<Buffer> {
  const answer = await who.send('GET', `documents/${code}/pdf`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

function pagesOf(pdf: Buffer): { readonly count: number; readonly size: readonly number[] } {
  const text = pdf.toString('latin1');
  const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text);
  return {
    count: (text.match(/\/Type \/Page\b/g) ?? []).length,
    size: [Math.round(Number(box?.[1])), Math.round(Number(box?.[2]))],
  };
}

test('everybody may open a sheet that is public, and finds it with the public view of its record', async () => {
  const parent = await insertRecord(portal.application, {
    type: 'application',
    state: 'in-clearance',
    data: { ...business, tax_year: (year += 1) },
    owner: 'establishment',
  });
  const issued = await issueDocument(portal.application, {
    type: 'temporary-permit',
    state: 'active',
    owner: 'establishment',
    parent,
    document: 'temporary-permit',
    data: { undertaking: [{ what: 'Rebuild the rear exit', cure_by: '2026-12-15' }] },
  });
  expect(JSON.stringify((await sheetOf(issued, anybody)).content)).toContain('Rebuild the rear exit');
  const seen = await anybody.send('GET', `records/temporary-permit/${issued.record.slug}`);
  expect(await seen.json()).toMatchObject({ documents: [{ code: issued.code, state: 'valid' }] });
  await portal.database.query(`UPDATE records SET state = 'revoked' WHERE id = $1`, [issued.record.id]);
  expect((await anybody.send('GET', `records/temporary-permit/${issued.record.slug}`)).status).toBe(401);
});

test('a permit is one page of A4, also when it has much to say', async () => {
  const lines = Array.from({ length: 30 }, () => ({ line: 'resort' }));
  const much = { ...business, lines, corporation_president: 'P'.repeat(200), trade_name: 'T '.repeat(100) };
  for (const issued of [await permit(), await permit({ data: much })]) {
    expect(pagesOf(await pdfOf(issued))).toEqual({ count: 1, size: [595, 842] });
  }
});

test('a card has a front and a back', async () => {
  const worker = openBrowser(portal.origin);
  await worker.signIn('applicant@malay.example');
  const card = await issueDocument(portal.application, {
    type: 'health-card',
    state: 'issued',
    office: 'mho',
    owner: 'applicant',
    document: 'health-certificate',
    data: {
      name: 'Ben Cruz',
      sex: 'male',
      nationality: 'PH',
      occupation: 'cook',
      workplace: 'Reyes Beach Resort',
    },
  });
  expect(pagesOf(await pdfOf(card, worker))).toEqual({ count: 2, size: [243, 153] });
});

function flatPng(side: number): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 4, background: '#b0403080' } })
    .png()
    .toBuffer();
}

test('a picture that is broken, huge or gone leaves its frame empty, and the document prints', async () => {
  const issued = await permit();
  const files = join(portal.application.settings.dataDirectory, 'files');
  await mkdir(files, { recursive: true });
  const good = await flatPng(300);
  // As stored before pictures were checked.
  const pictures = {
    good,
    huge: await flatPng(6000),
    'bad-end': good.subarray(0, good.length / 2),
    'no-picture': Buffer.from('%PDF-1.7\n%%EOF\n'),
    empty: Buffer.alloc(0),
  };
  for (const [id, content] of Object.entries(pictures)) await writeFile(join(files, id), content);
  const printed: Record<string, boolean> = {};
  for (const id of [...Object.keys(pictures), 'gone']) {
    await portal.database.query(
      `UPDATE documents SET content = jsonb_set(content, '{blocks,0}', $2) WHERE code = $1`,
      [issued.code, JSON.stringify({ block: 'photo', file: id })],
    );
    // The photo is the only JPEG: the seal is a PNG.
    printed[id] = (await pdfOf(issued)).includes('/DCTDecode');
  }
  const none = { huge: false, 'bad-end': false, 'no-picture': false, empty: false, gone: false };
  expect(printed).toEqual({ good: true, ...none });
});

const encoded = (value: string): string => Buffer.from(value).toString('base64');

test('printing does not wait for the pictures that the same account sends meanwhile', async () => {
  const issued = await permit();
  const about = { owner: 'establishment', data: business };
  const parent = await insertRecord(portal.application, {
    ...about,
    type: 'application',
    state: 'submitted',
  });
  const clearance = { ...about, type: 'clearance', state: 'open', office: 'mto', parent };
  const above = await insertRecord(portal.application, clearance);
  const checklist = await insertRecord(portal.application, {
    ...clearance,
    type: 'checklist',
    kind: 'negative-list/rpt',
    parent: above,
  });
  const content = await flatPng(5000);
  const metadata = `record ${encoded(`checklist/${checklist.slug}`)},item ${encoded('title-td')},filename ${encoded('title.png')}`;
  const tus = { 'tus-resumable': '1.0.0' };
  const begin = async (): Promise<string> => {
    const headers = { ...tus, 'upload-length': String(content.length), 'upload-metadata': metadata };
    const begun = await owner.send('POST', 'files', { headers });
    expect(begun.status).toBe(201);
    return `files/${begun.headers.get('location')?.split('/').at(-1)}`;
  };
  const paths = [await begin(), await begin(), await begin(), await begin()];
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const sending = paths.map((path) => owner.send('PATCH', path, { headers, body: content }));
  // One more than the limit of waiting pictures is refused: the queue is full.
  expect((await Promise.race(sending)).status).toBe(503);
  expect((await pdfOf(issued)).length).toBeGreaterThan(1000);
  const statuses = await Promise.all(sending.map(async (one) => (await one).status));
  expect(new Set(statuses)).toEqual(new Set([204, 503]));
});

test('the key is published, and a command checks the document offline, from its address, its code or its PDF', async () => {
  const issued = await permit();
  const key = join(folder, 'key.json');
  const published = await (await fetch(`${portal.origin}/.well-known/document-keys.json`)).text();
  await writeFile(key, published);
  expect(JSON.parse(published)).toEqual(await (await anybody.send('GET', 'documents/keys')).json());
  const sheet = await sheetOf(issued);
  const pdf = join(folder, 'permit.pdf');
  await writeFile(pdf, await pdfOf(issued));
  for (const said of [sheet.address, statementIn(sheet), pdf]) {
    const { stdout } = await verify(said, '--key', key);
    expect(stdout).toContain(`genuine\ntitle: Mayor's permit\nnumber: ${issued.number}`);
  }
  const { address: old } = await sheetOf(await permit({ validUntil: '2020-12-31' }));
  await expect(verify(old, '--key', key)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('expired'),
  });
  await expect(verify(sheet.address.replace(/.{6}$/, 'AAAAAA'), '--key', key)).rejects.toMatchObject({
    code: 1,
    stdout: 'forged\n',
  });
  await expect(verify('nothing', '--key', key)).rejects.toMatchObject({ code: 1 });
  await expect(verify(sheet.address, '--key', join(folder, 'none'))).rejects.toMatchObject({ code: 2 });
});

test('a command refuses a revoked document offline, warns about an old list and refuses an altered one', async () => {
  const [revoked, valid] = [await permit(), await permit()];
  await portal.database.query(`UPDATE documents SET state = 'revoked' WHERE code = $1`, [revoked.code]);
  const key = join(folder, 'list-key.json');
  await writeFile(key, await (await fetch(`${portal.origin}/.well-known/document-keys.json`)).text());
  const address = `${portal.origin}/.well-known/document-revocations.json`;
  const text = await (await fetch(address)).text();
  const list = join(folder, 'list.json');
  await writeFile(list, text);
  const [first, second] = [await sheetOf(revoked), await sheetOf(valid)];
  for (const place of [list, address]) {
    await expect(verify(first.address, '--key', key, '--revocations', place)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('genuine, but revoked'),
    });
  }
  const fresh = await verify(second.address, '--key', key, '--revocations', list);
  expect(fresh.stdout).toContain('genuine\n');
  expect(fresh.stderr).not.toContain('Warning');
  const said = JSON.parse(text) as RevocationList;
  const altered = { ...said, revoked: [] };
  await writeFile(list, JSON.stringify(altered));
  await expect(verify(first.address, '--key', key, '--revocations', list)).rejects.toMatchObject({ code: 2 });
  const old = { ...said, issuedAt: '2026-01-01T00:00:00.000Z', nextUpdate: '2026-01-02T00:00:00.000Z' };
  const signature = documentKeyOf(portal.application).sign(revocationText(old));
  await writeFile(list, JSON.stringify({ ...old, signature }));
  const late = await verify(second.address, '--key', key, '--revocations', list);
  expect(late.stderr).toContain('Warning: The list of revoked documents was signed on 2026-01-01');
});

function verify(...args: string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return run(process.execPath, ['src/cli.ts', 'verify', ...args]);
}

test('every template fills and prints, with what is not answered left out', async () => {
  const { documents, kinds } = portal.application.portal();
  for (const { name, of, paper } of Object.values(documents)) {
    const [type = ''] = of;
    const kind = Object.values(kinds).find(({ issues }) => issues === name)?.id;
    const parent =
      type === 'application' || type.endsWith('permit') || type.endsWith('card')
        ? undefined
        : await insertRecord(portal.application, {
            type: kind?.startsWith('freelancer') ? 'freelancer-permit' : 'application',
            state: 'draft',
            data: { ...business, tax_year: (year += 1) },
            owner: 'establishment',
          });
    const issued = await issueDocument(portal.application, {
      type,
      state: 'issued',
      data: {},
      owner: 'establishment',
      document: name,
      ...(kind !== undefined && { kind }),
      ...(parent !== undefined && { parent }),
    });
    const pdf = await pdfOf(issued);
    expect([name, pagesOf(pdf).count]).toEqual([name, paper === 'card' ? 2 : 1]);
  }
}, 60_000);
