/** `munisipyo plan` as authors and pull requests use it: against a revision, against a folder, and its exit codes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { runIn } from './run-command.ts';

const cli = join(process.cwd(), 'src/cli.ts');
const changed = 'workflows/loan.yaml';

let project: string;

/** A project with the configuration of a library, committed. */
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'planned-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  cpSync('tests/fixtures/library', join(project, 'config'), { recursive: true });
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', 'commit', '--quiet', '-m', 'Begin');
});

function git(...words: string[]): void {
  execFileSync('git', words, { cwd: project });
}

function edit(from: string, to: string, name = changed): void {
  const path = join(project, 'config', name);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

function plan(...words: string[]) {
  return run('plan', ...words);
}

function run(...words: string[]) {
  return runIn(project, words);
}

test('what is not committed yet is compared with the last commit', async () => {
  expect(await plan()).toEqual({ status: 0, stdout: 'config does the same as HEAD.\n', stderr: '' });
  edit('title: Lent,', 'title: On loan,');
  const { status, stdout } = await plan();
  expect(status).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "Plan from HEAD to config

    States
      ~ loan.lent "On loan"
          title: Lent → On loan

    Plan: ~ 1 changed.
    The records were not asked: this compares the two configurations alone.
    "
  `);
  expect((await plan('--against', 'HEAD', '--format', 'markdown')).stdout).toContain(
    '- **~** loan.lent "On loan"',
  );
});

test('rights are told with a case that shows each difference', async () => {
  edit('to: refused, by: { department: desk }', 'to: refused, by: { party: owner }');
  expect((await plan('--rights')).stdout).toMatchInlineSnapshot(`
    "narrower   desk: take loan.refuse "Refuse" in asked  config/workflows/loan.yaml:18
               no longer permitted, if state: asked
               1: npx munisipyo explain type loan refuse --as desk --state asked
    wider      member: take loan.refuse "Refuse" in asked  config/workflows/loan.yaml:18
               now permitted, if state: asked, party: owner
               2: npx munisipyo explain type loan refuse --as member --state asked --given 'party: owner'
    same       98 others
    "
  `);
  expect((await plan('--rights', '--format', 'markdown')).stdout).toContain(
    'narrower | desk: take loan.refuse',
  );
  expect(JSON.parse((await plan('--rights', '--format', 'json')).stdout)).toMatchObject({
    changes: [{ verdict: 'narrower' }, { verdict: 'wider', witness: { holds: ['party: owner'] } }],
  });
});

test('each case of a changed right can be explained as typed, and kept as a test', async () => {
  edit('to: refused, by: { department: desk }', 'to: refused, by: { party: owner }');
  edit(
    'guards: [public]\n    path: /opening-hours',
    'guards: [guest]\n    path: /opening-hours',
    'routes/public.yaml',
  );
  const { changes } = JSON.parse((await plan('--rights', '--format', 'json')).stdout) as {
    readonly changes: readonly { readonly explain: string; readonly witness: { readonly permits: string } }[];
  };
  expect(changes.map(({ explain }) => explain.split(' ')[3])).toEqual([
    '/opening-hours',
    '/opening-hours',
    '/opening-hours',
    'type',
    'type',
  ]);
  for (const { explain, witness } of changes) {
    const script = `${explain.replace('npx munisipyo', '"$0"')} --json`;
    const { status, stdout } = spawnSync('bash', ['-c', script, cli], { cwd: project, encoding: 'utf8' });
    expect(status).toBe(0);
    const { allowed, outcome } = JSON.parse(stdout) as {
      readonly allowed?: boolean;
      readonly outcome?: string;
    };
    expect(allowed ?? outcome === 'show').toBe(witness.permits === 'after');
  }
  for (const line of ['1', '5'])
    expect(await plan('--keep-witness', line)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('tests/right-'),
    });
  expect(await plan('--keep-witness', '5')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('exists already'),
  });
  expect(await run('test')).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^2 of 2 cases hold, with 2 expectations\.\n/),
  });
  expect((await plan('--keep-witness', '99')).status).toBe(2);
  edit('to: refused, by: { party: owner }', 'to: refused, by: { department: desk }');
  expect((await run('test')).status).toBe(1);
});

test('a kept case of a step that needs a complete form has the answers of the example', async () => {
  cpSync(join(project, 'config'), join(project, 'earlier'), { recursive: true });
  const owner = 'ask: { from: draft, to: asked, by: { party: owner }';
  edit(owner, owner.replace('party: owner', 'department: desk'), '../earlier/workflows/loan.yaml');
  const against = ['--against', 'earlier', '--rights'];
  const { changes } = JSON.parse((await plan(...against, '--format', 'json')).stdout) as {
    readonly changes: readonly { readonly department: string }[];
  };
  const line = changes.findIndex(({ department }) => department === 'member') + 1;
  expect(await plan(...against, '--keep-witness', `${line}`)).toMatchObject({ status: 0 });
  const kept = readFileSync(join(project, 'config/tests/right-member-loan-ask-draft.yaml'), 'utf8');
  expect(kept).toContain('book: Atlas');
  expect(await run('test')).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^1 of 1 case holds, with 1 expectation\.\n/),
  });
});

test('another folder can be the one before, and programs read every change', async () => {
  cpSync(join(project, 'config'), join(project, 'earlier'), { recursive: true });
  edit('  bring-back: { from: lent, to: returned, by: { department: desk } }\n', '');
  edit('  returned: { title: Brought back, tone: good, final: true }\n', '');
  const { status, stdout } = await plan('config', '--against', 'earlier', '--format', 'json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    format: '1.0',
    from: { name: 'earlier' },
    to: { name: 'config' },
    applicable: true,
    complete: false,
    changes: [
      { code: 'change/state-lost', subject: { kind: 'state', name: 'loan.returned' }, actions: ['lose'] },
      { code: 'change/step-lost', subject: { kind: 'step', name: 'loan.bring-back' }, actions: ['lose'] },
    ],
  });
});

test('a configuration with mistakes cannot be planned, and the mistakes are told', async () => {
  edit('initial: draft', 'initial: drft');
  const { status, stdout, stderr } = await plan();
  expect(status).toBe(1);
  expect(stdout).toContain('config/workflows/loan.yaml:3:10');
  expect(stderr).toBe('config has mistakes, so there is nothing to plan.\n');
  git('add', '.');
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', 'commit', '--quiet', '-m', 'Break');
  edit('initial: drft', 'initial: draft');
  expect(await plan()).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('config/workflows/loan.yaml:3:10'),
    stderr: 'The configuration of HEAD has mistakes, so nothing can be compared with it.\n',
  });
});

test('any two configurations can be compared', async () => {
  cpSync(join(project, 'config'), join(project, 'other'), { recursive: true });
  const name = 'groups.yaml';
  writeFileSync(
    join(project, 'other', name),
    readFileSync(join(project, 'other', name), 'utf8').replace('[handler, supervisor]', 'handler'),
  );
  const { status, stdout } = await run('diff', 'HEAD', 'other', '--rights');
  expect(status).toBe(0);
  expect(stdout).toContain('narrower   director: open staff.messages');
  expect(await run('diff', 'HEAD')).toMatchObject({ status: 2, stderr: expect.stringContaining('Name two') });
});

test.each([
  [['--against', 'no-such-revision'], 'There is no folder and no revision of git "no-such-revision"'],
  [['--against', '--all'], "Option '--against' argument is ambiguous"],
  [['no-such-folder'], '"no-such-folder" is not a folder.'],
  [['--format', 'xml'], 'There is no format "xml".'],
  [['--target', 'loan'], "Unknown option '--target'"],
  [['--keep-witness', 'none'], 'Say which line to keep'],
])('%j is refused with exit code 2', async (words, why) => {
  const { status, stdout, stderr } = await plan(...words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(why);
});
