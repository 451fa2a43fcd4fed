/** "Add a requirement kind in one file" as in the README, while a portal runs on the real configuration. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import type { WireRecord, WireRow } from '../../engine/contract/record.ts';
import { root } from '../architecture/sources.ts';
import { type Browser, openBrowser, PASSWORD } from '../server/portal-server.ts';
import { answerOf } from './answer-of.ts';
import { makeFolder, type Started, startServer, stopServer } from '../server/server-process.ts';

const section = /^## Add a requirement kind in one file\n([\s\S]*?)^## /m.exec(read('README.md'))?.[1] ?? '';
const copying = /`(cp config\/\S+ (config\/\S+\.yaml))`/.exec(section);
const [, command = '', added = ''] = copying ?? [];
const kind = added.replace(/^.*\/(\w[\w-]*)\.yaml$/, '$1');

let checkout: string;
let portal: Started;
let owner: Browser;
let officer: Browser;
let licensing: Browser;
/** The owner's records before the kind existed, and after. */
let before: WireRecord;
let after: WireRecord;

beforeAll(async () => {
  checkout = await makeFolder();
  cpSync(join(root, 'config'), join(checkout, 'config'), { recursive: true });
  portal = await startServer({
    dataDirectory: join(checkout, 'data'),
    environment: { CONFIG_DIR: join(checkout, 'config'), DEMO_PASSWORD: PASSWORD },
  });
  owner = await signIn('establishment');
  officer = await signIn('menro');
  licensing = await signIn('bplo');
  before = await file();
});

afterAll(async () => {
  await stopServer(portal);
  rmSync(checkout, { recursive: true, force: true, maxRetries: 5 });
});

test('a copy with a title and a group of businesses of its own is in force without a restart', async () => {
  expect(await decide(officer, `/menro/menro/checklist/${kind}/a/b`)).toBe('not-found');
  execFileSync('bash', ['-c', command], { cwd: checkout });
  const lines = fence('yaml').trim().split('\n');
  replaceLines(join(checkout, added), lines);
  const { title } = parse(lines.join('\n'));
  // The copy is a sound kind before its lines are changed, and may be in force for a moment.
  await vi.waitFor(
    async () => expect(JSON.stringify(await answerOf(officer, 'GET', 'portal'))).toContain(`"${title}"`),
    { timeout: 60_000, interval: 100 },
  );
  expect(await decide(officer, `/menro/menro/checklist/${kind}/a/b`)).toBe('show');
});

test('a business that files now finds the checklist on its page, and the office on its own', async () => {
  after = await file();
  const [clearance, checklist] = await checklistOf(after);
  const path = `${kind}/${clearance?.slug}/${checklist?.slug}`;
  const { items } = await answerOf<WireRecord>(owner, 'GET', `records/checklist/${checklist?.slug}`);
  expect(items).not.toEqual([]);
  expect(await decide(owner, `/establishment/menro/${clearance?.slug}/${kind}/${checklist?.slug}`)).toBe(
    'show',
  );
  expect(await decide(officer, `/menro/menro/checklist/${path}`)).toBe('show');
  expect(checklist?.office).toBe('menro');
});

test('what was filed before is not asked for more', async () => {
  const [clearance, checklist] = await checklistOf(before);
  expect([clearance?.office, checklist]).toEqual(['menro', undefined]);
});

test('a mistake is refused with its place and its remedy, and the page stays', async () => {
  appendFileSync(join(checkout, added), 'checklists: []\n');
  // The watcher may have read the file while it was still being written.
  const told = new RegExp(`${added}:\\d+:1  schema/unknown-key[^]*is broken: the one before stays`);
  await vi.waitFor(() => expect(portal.output()).toMatch(told), { timeout: 60_000 });
  expect(await decide(officer, `/menro/menro/checklist/${kind}/a/b`)).toBe('show');
});

async function signIn(department: string): Promise<Browser> {
  const browser = openBrowser(portal.address);
  const answer = await browser.signIn(`${department}@malay.example`);
  if (!answer.ok) throw new Error(`${department} cannot sign in: ${await answer.text()}`);
  return browser;
}

/** Files an application with the configuration's own example, and has it accepted. */
async function file(): Promise<WireRecord> {
  const [example] = parse(read('config/forms/unified-form.yaml')).examples;
  const data = { ...example, business_name: `Resort ${randomUUID()}` };
  const draft = await answerOf<WireRecord>(owner, 'POST', 'records/application', { data });
  const sent = await take(owner, draft, 'submit', {});
  return take(licensing, sent, 'accept', { class: 'simple', lines_confirmed: true });
}

async function take(who: Browser, record: WireRecord, name: string, input: object): Promise<WireRecord> {
  const path = `records/${record.type}/${record.slug}/${name}`;
  return answerOf<WireRecord>(who, 'POST', path, { input }, record.version);
}

/** The office's clearance of that application, and its checklist of the new kind. */
async function checklistOf(application: WireRecord): Promise<(WireRow | undefined)[]> {
  const clearances = await answerOf<{ items: WireRow[] }>(
    owner,
    'GET',
    `records/clearance?list=mine&limit=100&parent=${application.slug}`,
  );
  const clearance = clearances.items.find(({ office }) => office === 'menro');
  const checklists = await answerOf<{ items: WireRow[] }>(
    owner,
    'GET',
    `records/checklist?limit=100&parent=${clearance?.slug}`,
  );
  return [clearance, checklists.items.find((one) => one.kind === `menro/${kind}`)];
}

async function decide(browser: Browser, path: string): Promise<unknown> {
  return (await answerOf<{ outcome: unknown }>(browser, 'GET', `decision?path=${encodeURIComponent(path)}`))
    .outcome;
}

/** Replaces the lines with the same keys by lines of the README, in one write. */
function replaceLines(path: string, replacements: readonly string[]): void {
  const byKey = new Map(replacements.map((line) => [keyOf(line), line]));
  const lines = readFileSync(path, 'utf8').split('\n');
  expect(lines.filter((line) => byKey.has(keyOf(line)))).toHaveLength(byKey.size);
  writeFileSync(path, lines.map((line) => byKey.get(keyOf(line)) ?? line).join('\n'));
}

function keyOf(line: string): string {
  return line.slice(0, line.indexOf(':') + 1);
}

function fence(language: string): string {
  return (
    new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'm')
      .exec(section)?.[1]
      ?.replaceAll(/^ +/gm, '') ?? ''
  );
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
