/** `munisipyo explain` about stored records, with a portal that runs, and about records that nobody has stored. */
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { explain as runExplain } from '../../engine/command/explain/explain.ts';
import { withDatabase } from '../../engine/server/database/open-database.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { type Browser, openBrowser, PASSWORD } from '../server/portal-server.ts';
import { makeFolder, ROOT, type Started, startServer, stopServer } from '../server/server-process.ts';

const domain = 'library.example';
let folder: string;
let server: Started;
let member: Browser;
let draft: Called;
let asked: Called;

beforeAll(async () => {
  folder = await makeFolder();
  cpSync(join(ROOT, 'tests/fixtures/library'), join(folder, 'config'), { recursive: true });
  writeFileSync(
    join(folder, 'config/requirements/membership/reader.yaml'),
    'title: Reader\napplies: { unit: harbour, state: asked }\nchecklist:\n  - { paper: proof-of-address, optional: true }\n',
  );
  const environment = { CONFIG_DIR: join(folder, 'config'), DEMO_PASSWORD: PASSWORD };
  server = await startServer({ dataDirectory: join(folder, 'data'), environment });
  member = openBrowser(server.address);
  await member.signIn(`member@${domain}`);
  draft = await call('POST', 'records/loan', { data: { book: 'Atlas' } });
  const whole = { book: 'Tides', copies: 1, branch: 'harbour', is_student: true };
  const made = await call('POST', 'records/loan', { data: whole });
  asked = await call('POST', `records/loan/${made.slug}/ask`, { input: {} }, made.version);
});
afterAll(async () => {
  await stopServer(server);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Called {
  readonly slug: string;
  readonly number: string;
  readonly version: number;
  readonly actions: readonly { readonly name: string }[];
}

let calls = 0;

async function call(method: string, path: string, body?: object, version?: number): Promise<Called> {
  calls += 1;
  const headers = {
    'idempotency-key': `call-${calls}`,
    ...(version !== undefined && { 'if-match': String(version) }),
  };
  const found = await member.send(method, path, { ...(body !== undefined && { body }), headers });
  expect([200, 201]).toContain(found.status);
  return (await found.json()) as Called;
}

function explain(...words: string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: join(folder, 'data'), CONFIG_DIR: 'config' };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'src/cli.ts'), 'explain', ...words],
    {
      cwd: folder,
      env,
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

/** In this process, which has loaded its sources already: the output does not depend on it. */
async function explainHere(words: readonly string[], configuration = join(folder, 'config')) {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => Boolean((written[name] += String(text))));
  }
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  vi.stubEnv('CONFIG_DIR', configuration);
  try {
    const status = await runExplain(words);
    return { status, ...written };
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}

interface Answer {
  readonly allowed: boolean | null;
  readonly decidedBy: { readonly rule: string; readonly line: number } | null;
  readonly asked: readonly {
    readonly rule: string;
    readonly holds: boolean | null;
    readonly facts: readonly object[];
  }[];
  readonly ways: readonly {
    readonly rule: string;
    readonly if: readonly string[];
    readonly steps: readonly object[];
  }[];
}

async function answer(...words: string[]): Promise<Answer> {
  const { status, stdout, stderr } = await explainHere([...words, '--format', 'json']);
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Answer;
}

test('every rule of a step is asked, with its line, its values and what would change it', () => {
  const { status, stdout } = explain(asked.number, 'bring-back', '--as', `member@${domain}`);
  expect(status).toBe(0);
  expect(stdout)
    .toBe(`Member (member) may not take loan.bring-back "Bring back" of ${asked.number}, under version 1.
  read  yes  any: [{party: owner}, {department: [desk, director]}]  config/records/loan.yaml:11
             party owner: this account
             visitor department: member
> by    no   department: desk  config/workflows/loan.yaml:19
             visitor department: member
  from  no   from: lent  config/workflows/loan.yaml:19
             state: asked
What would change it:
  by: department: desk
  from: lend "Lend" (department: desk, can: access)
`);
});

test('the server offers exactly the steps that are explained as possible', async () => {
  for (const account of ['member', 'desk', 'director']) {
    const browser = openBrowser(server.address);
    await browser.signIn(`${account}@${domain}`);
    const found = await browser.send('GET', `records/loan/${asked.slug}`);
    const { actions } = (await found.json()) as Called;
    const { steps } = JSON.parse(explain(asked.slug, '--as', `${account}@${domain}`, '--json').stdout) as {
      readonly steps: Readonly<Record<string, Answer>>;
    };
    const possible = Object.entries(steps).flatMap(([name, { allowed }]) => (allowed === true ? [name] : []));
    expect(possible.toSorted()).toEqual(actions.map(({ name }) => name).toSorted());
  }
});

test('the form is judged as when the step is taken, and nobody else reads its answers', async () => {
  const own = await answer(`loan/${draft.slug}`, 'ask', '--as', `member@${domain}`);
  expect(own).toMatchObject({
    allowed: false,
    decidedBy: { rule: 'needs', file: expect.stringContaining('config/workflows/loan.yaml'), line: 16 },
  });
  expect(own.asked.find(({ rule }) => rule === 'needs')?.facts).toContainEqual({
    path: 'answer branch',
    value: 'Choose an answer.',
  });
  const others = await answer(`loan/${draft.slug}`, 'ask', '--as', `desk@${domain}`);
  expect(others.decidedBy?.rule).toBe('owner');
  expect(others.asked.find(({ rule }) => rule === 'needs')?.facts).toContainEqual({
    path: 'answer branch',
    hidden: true,
  });
});

test('a department alone may be the owner or not', async () => {
  const { allowed, asked: rules } = await answer(asked.number, 'update', '--as', 'member');
  expect(allowed).toBe(false);
  expect(rules.map(({ rule, holds }) => [rule, holds])).toEqual([
    ['read', null],
    ['turn', false],
    ['update', null],
  ]);
  expect((await answer(asked.number, 'lend', '--as', 'counter')).allowed).toBe(true);
  expect(await answer(asked.number, 'lend', '--as', 'counter', '--can', '!access')).toMatchObject({
    allowed: false,
    ways: [{ rule: 'by', if: ['can: access'] }],
  });
});

test('a day can be named, and accounts are looked for too', async () => {
  const { stdout } = await explainHere([asked.number, 'lend', '--as', 'desk', '--at', '2027-02-01']);
  expect(stdout).toContain(
    `may take loan.lend "Lend" of ${asked.number}, under version 1, as on 2027-02-01.`,
  );
  const { slug } = (await (await member.send('GET', 'user')).json()) as Called;
  expect(await explainHere([`user/${slug}`, 'read', '--as', 'desk'])).toMatchObject({
    status: 2,
    stderr: 'The configuration has no records of the type "user".\n',
  });
});

test('a kind and an item are explained by the answers of the record', async () => {
  const { stdout } = explain(asked.number, 'kind', 'membership/student');
  expect(stdout)
    .toBe(`The kind membership/student "Student membership" applies to ${asked.number}, under version 1.
> applies  yes  field: is_student, is: true  config/requirements/membership/student.yaml:3
                is_student: true
What would change it:
  applies: not: { field: is_student, is: true }
`);
  expect(await answer(draft.slug, 'kind', 'membership/student')).toMatchObject({
    allowed: false,
    asked: [{ rule: 'applies', holds: false, facts: [{ path: 'is_student', value: null }] }],
    ways: [{ rule: 'applies', if: ['field: is_student, is: true'] }],
  });
  expect(explain('item', asked.number, 'passport')).toMatchObject({
    status: 2,
    stderr: `The checklist of ${asked.number} has no item "passport". Its items: none.\n`,
  });
});

const reader = (...words: string[]) => answer('kind', 'membership/reader', ...words);

test('a kind is asked of the record above that it applies to, with its columns and answers', async () => {
  const found = await member.send('GET', 'records/checklist?limit=1');
  const { items } = (await found.json()) as { readonly items: readonly Called[] };
  const checklist = `checklist/${items[0]?.slug}`;
  for (const kind of ['membership/student', 'membership/reader']) {
    const told = await explainHere([asked.number, 'kind', kind, '--as', 'desk']);
    expect(told.stdout).toContain(`applies to ${asked.number}, under version 1.`);
    expect(await explainHere([checklist, 'kind', kind, '--as', 'desk'])).toEqual(told);
  }
  expect((await reader('--state', 'asked', '--unit', 'harbour')).allowed).toBe(true);
  expect((await reader('--state', 'asked', '--unit', 'hill')).allowed).toBe(false);
  expect((await reader('--state', 'asked')).allowed).toBeNull();
});

test.each([
  [['L-2026-00101', 'lend'], 'There is no record "L-2026-00101". Did you mean "L-'],
  [
    ['NUMBER', 'lent', '--as', 'desk'],
    'have no step "lent". Did you mean "lend"? Steps: ask, bring-back, lend, read, refuse, update.',
  ],
  [['NUMBER', 'lend', '--as', 'dsk'], 'There is no account or department "dsk". Did you mean "desk"?'],
  [['NUMBER', 'lend', '--as', `membr@${domain}`], `Did you mean "member@${domain}"?`],
  [['NUMBER', 'lend', '--as', `member@${domain}`, '--can', 'access'], 'An account has its own flags'],
  [['NUMBER', 'kind', 'membership/studnt'], 'Did you mean "membership/student"?'],
  [['NUMBER', '--at', '2027-02-30'], '"2027-02-30" is not a day.'],
  [['NUMBER', '--state', 'asked'], 'Usage: munisipyo explain'],
  [['type', 'lon', 'lend'], 'There is no record type "lon". Did you mean "loan"?'],
  [['type', 'loan', 'lend', '--state', 'aksed'], 'Did you mean "asked"?'],
  [
    ['type', 'loan', 'lend', '--given', 'party: ownr'],
    'No rule about records of the type "loan" asks "party: ownr".',
  ],
  [['kind', 'membership/student', '--data', '{is_studnt: true}'], 'Did you mean "is_student"?'],
  [['kind', 'membership/student', '--state', 'aksed'], 'Did you mean "asked"?'],
  [['kind', 'membership/student', '--data', 'nowhere.json'], '--data cannot be read'],
  [['loan', 'one', 'two', 'three'], 'Usage: munisipyo explain'],
])('an unknown name is wrong use: %j', async (words, said) => {
  const { status, stdout, stderr } = await explainHere(
    words.map((word) => (word === 'NUMBER' ? asked.number : word)),
  );
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(said);
});

test('a record that nobody has stored is explained by what is given', async () => {
  const file = join(folder, 'answers.json');
  writeFileSync(file, '{"is_student": true}');
  expect((await answer('kind', 'membership/student', '--data', file)).allowed).toBe(true);
  expect((await answer('kind', 'membership/student', '--data', '{}')).allowed).toBe(false);
  const lend = (...words: string[]) => answer('type', 'loan', 'lend', '--as', 'desk', ...words);
  expect(await lend('--state', 'asked')).toMatchObject({ allowed: true, ways: [] });
  expect(await lend('--state', 'draft')).toMatchObject({ allowed: false, decidedBy: { rule: 'owner' } });
  const ask = (...words: string[]) => answer('type', 'loan', 'ask', '--as', 'member', ...words);
  expect(await ask()).toMatchObject({
    allowed: null,
    asked: [{ holds: null }, { holds: null }, { holds: true }, { holds: null }],
  });
  expect((await ask('--own', '--given', 'form: complete')).allowed).toBe(true);
  const complete = '{"book": "Atlas", "copies": 1, "branch": "hill"}';
  expect((await ask('--own', '--data', complete)).allowed).toBe(true);
  const incomplete = await ask('--own', '--data', '{"copies": 1}');
  expect(incomplete).toMatchObject({ allowed: false, decidedBy: { rule: 'needs' } });
  expect(incomplete.asked.at(-1)).toMatchObject({
    says: 'form: complete',
    holds: false,
    facts: [{ path: 'answer book' }, { path: 'answer branch' }],
  });
  expect((await ask('--own', '--data', '{}', '--given', 'form: complete')).allowed).toBe(true);
  expect(await ask('--not', 'party: owner')).toMatchObject({ allowed: false });
});

test('the paths are explained as ever, and by their long name', () => {
  expect(explain('page', '/desk', '--as', 'desk').stdout).toBe(explain('/desk', '--as', 'desk').stdout);
  expect(explain('/desk', '--state', 'asked').status).toBe(2);
});

test('a closed account may do nothing, whatever the rules say', async () => {
  const words = [asked.number, 'read', '--as', `director@${domain}`];
  expect((await answer(...words)).allowed).toBe(true);
  await withDatabase(readSettings({ DATA_DIR: join(folder, 'data') }), (database) =>
    database.query('UPDATE accounts SET is_suspended = true WHERE username = $1', [`director@${domain}`]),
  );
  expect(await answer(...words)).toMatchObject({
    allowed: false,
    asked: [{ rule: 'account' }, { rule: 'read', holds: true }],
  });
});

test('the secret link to a record is named beside the rules, and nobody knows who has it', async () => {
  const fixture = join(ROOT, 'tests/fixtures/arts-council');
  const { status, stdout } = await explainHere(['type', 'question', 'read', '--as', 'artist'], fixture);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^ {2}follow {2}\? {4}whoever has its secret link sees fields: \[question\], .*question\.yaml:9$/m,
  );
});
