/** While people work on two servers, configurations come into force and go: no call fails, and no answer is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../../engine/contract/record.ts';
import { compilePortal } from '../../../engine/config/compile.ts';
import { readFiles } from '../../../engine/config/read-files.ts';
import type { SourceFile } from '../../../engine/config/source/source.ts';
import { filesWithRows } from '../../../engine/command/start/files-with-rows.ts';
import { followVersions } from '../../../engine/command/start/follow-versions.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import { claimKey } from '../../../engine/server/audit/anchors.ts';
import { verifyHistories } from '../../../engine/server/audit/verify-histories.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import { sayObstacles } from '../../../engine/server/records/succession/adopt-portal.ts';
import { type Browser, openBrowser, openPortalServer, type PortalServer } from '../portal-server.ts';
import { applyVersion } from './apply-version.ts';

const directory = 'tests/fixtures/library';
const original = readFiles(directory).files;
let first: PortalServer;
let second: PortalServer;
const stops: (() => Promise<void>)[] = [];
const told: string[] = [];

beforeAll(async () => {
  first = await openPortalServer(compiled(original));
  await claimKey(first.database, testAuditKey);
  second = await first.second();
  for (const { application } of [first, second]) {
    const files = filesWithRows(directory, original);
    stops.push(await followVersions(application, { files, say: (line) => told.push(line) }));
  }
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await second.close();
  await first.close();
});

function compiled(files: readonly SourceFile[]): Portal {
  const { portal } = compilePortal(files, { proofs: false });
  if (portal === null) throw new Error('The configuration of the test is not sound.');
  return portal;
}

function edited(
  edits: Readonly<Record<string, readonly (readonly [string | RegExp, string])[]>>,
): readonly SourceFile[] {
  return original.map((file) => ({
    ...file,
    text: (edits[file.name] ?? []).reduce(
      (text, [from, to]) => (typeof from === 'string' ? text.replaceAll(from, to) : text.replace(from, to)),
      file.text,
    ),
  }));
}

interface Edit {
  readonly files: readonly SourceFile[];
  readonly is: 'applied' | 'refused' | 'broken';
}

/** Each sort of edit in turn. What was put in force is taken back after it, as a new version. */
function editAt(at: number): Edit {
  const sorts: readonly Edit[] = [
    applied({
      'forms/loan.yaml': [
        ['[book,', '[volume,'],
        ['book: {', 'volume: { formerly: book,'],
      ],
      'records/loan.yaml': [['book: Atlas', 'volume: Atlas']],
    }),
    {
      files: edited({
        'forms/loan.yaml': [
          ['[book, ', '['],
          [/^ {2}book:.*\n/m, ''],
        ],
        'records/loan.yaml': [['book: Atlas, ', '']],
      }),
      is: 'refused',
    },
    applied({
      'workflows/loan.yaml': [
        ['asked: { title', 'waiting: { formerly: asked, title'],
        ['to: asked', 'to: waiting'],
        ['from: asked', 'from: waiting'],
        ['starts: asked', 'starts: waiting'],
      ],
      'records/loan.yaml': [['state: asked', 'state: waiting']],
    }),
    { files: edited({ 'workflows/loan.yaml': [['to: asked', 'to: nowhere']] }), is: 'broken' },
    {
      files: [...original, migration(at)],
      is: 'applied',
    },
    applied({ 'forms/loan.yaml': [['title: Copies', `title: Number of copies ${at}`]] }),
    applied({
      'requirements/membership/student.yaml': [['title: Student', 'retired: true\ntitle: Student']],
    }),
  ];
  return sorts[at % sorts.length]!;
}

function applied(edits: Parameters<typeof edited>[0]): Edit {
  return { files: edited(edits), is: 'applied' };
}

/** Answers a question that nobody has answered; the way back clears it. */
function migration(at: number): SourceFile {
  const name = `migrations/school-${at}.yaml`;
  const text = `title: Nobody is a student
type: loan
where: { state: asked }
steps: [{ fill: { is_student: false } }]
expect: { atLeast: 0 }
back: [{ clear: is_student }]
`;
  return { path: `config/${name}`, name, text };
}

/** `EDITS=200` runs the whole proof. */
const edits = Number(process.env['EDITS'] ?? 5);

interface Worker {
  readonly filed: { readonly slug: string; readonly book: string }[];
  readonly failures: unknown[];
}

/** Files loans until it is told to stop, like a browser: what is to be tried again is tried again. */
async function work(server: PortalServer, name: string, isOver: () => boolean): Promise<Worker> {
  const browser = openBrowser(server.origin);
  await browser.signIn('member@library.example');
  const done: Worker = { filed: [], failures: [] };
  for (let at = 0; !isOver(); at += 1) {
    const book = `${name} ${at}`;
    const made = await call(browser, 'loan', { data: { book, copies: 1, branch: 'hill' } });
    if (made.status !== 201) {
      done.failures.push(made);
      continue;
    }
    const { slug } = made.record;
    const read = await browser.send('GET', `records/loan/${slug}`);
    const { version } = (await read.json()) as WireRecord;
    const asked = await call(browser, `loan/${slug}/ask`, { input: {} }, version);
    // Its name may have changed between reading and asking: the person looks again.
    if (asked.status !== 200 && asked.status !== 409) done.failures.push(asked);
    done.filed.push({ slug, book });
  }
  return done;
}

async function call(browser: Browser, path: string, body: unknown, version?: number) {
  const key = crypto.randomUUID();
  for (;;) {
    const headers = { 'idempotency-key': key, ...(version !== undefined && { 'if-match': `"${version}"` }) };
    const answer = await browser.send('POST', `records/${path}`, { body, headers });
    if (answer.status !== 503) return { status: answer.status, record: (await answer.json()) as WireRecord };
    await answer.body?.cancel();
    await sleep(50);
  }
}

async function putInForce({ files, is }: Edit, again: number | null = null): Promise<number | null> {
  const { portal } = compilePortal(files, { proofs: false });
  const outcome = portal && (await applyVersion(first.application, portal, { files, again }));
  const reasons = outcome?.is === 'refused' && is !== 'refused' ? sayObstacles(outcome.obstacles) : [];
  expect({ is: outcome?.is ?? 'broken', reasons }).toEqual({ is, reasons: [] });
  if (outcome?.is !== 'applied') return null;
  const { number } = outcome;
  await expect.poll(() => servedVersions(), { timeout: 30_000, interval: 10 }).toEqual([number, number]);
  return number;
}

test(
  'both servers change together, and everything that people wrote is there',
  async () => {
    let isOver = false;
    const working = [first, first, second, second].map((server, at) =>
      work(server, `book ${at}`, () => isOver),
    );
    let earlier = servedVersions()[0]!;
    for (let at = 0; at < edits; at += 1) {
      await sleep(200);
      const number = await putInForce(editAt(at));
      // A refused or broken one has changed nothing.
      expect(servedVersions()).toEqual(Array(2).fill(number ?? earlier));
      if (number !== null) earlier = (await putInForce({ files: original, is: 'applied' }, earlier)) ?? NaN;
    }
    isOver = true;
    const workers = await Promise.all(working);
    expect(workers.flatMap(({ failures }) => failures)).toEqual([]);
    const filed = workers.flatMap((one) => one.filed);
    expect(filed.length).toBeGreaterThan(15);
    const rows = await first.database.query<{ slug: string; data: { book: string }; state: string }>(
      `SELECT slug, data, state FROM records WHERE type = 'loan'`,
    );
    const stored = new Map(rows.map(({ slug, data }) => [slug, data.book]));
    expect(filed.filter(({ slug, book }) => stored.get(slug) !== book)).toEqual([]);
    expect(rows.filter(({ state }) => !['draft', 'asked'].includes(state))).toEqual([]);
    expect((await verifyHistories(first.database, testAuditKey)).findings).toEqual([]);
    // No event was written under a version that had been left.
    const late = await first.database.query(
      `SELECT e.configuration FROM events e JOIN events o ON o.seq < e.seq AND o.configuration > e.configuration LIMIT 5`,
    );
    expect(late).toEqual([]);
    expect(told.filter((line) => !line.startsWith('Version '))).toEqual([]);
  },
  edits * 30_000,
);

function servedVersions(): number[] {
  return [first, second].map(({ application }) => application.versionOf(application.portal()).number);
}
