/** `munisipyo check` as scripts use it: exit codes, JSON on standard output, progress on standard error. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { Log } from 'sarif';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runIn } from './run-command.ts';

function run(...words: string[]) {
  return runIn('.', words);
}

function brokenLibrary(name: string, text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'checked-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  cpSync('tests/fixtures/library', directory, { recursive: true });
  writeFileSync(join(directory, name), text);
  return directory;
}

test('a sound configuration exits with 0 and says nothing on standard output', async () => {
  expect(await run('check', 'tests/fixtures/library')).toEqual({
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(
      /^tests\/fixtures\/library is sound\.\nSources of what is asked and charged: 0 law, .* \d+ not stated\.\n$/,
    ),
  });
  const { stdout } = await run('check', 'tests/fixtures/library', '--format', 'json');
  expect(JSON.parse(stdout)).toMatchObject({
    diagnostics: [],
    sources: { law: 0, parts: { clocks: { law: 0 } } },
  });
});

test('`--json` is another way to ask for JSON', async () => {
  const { status, stdout } = await run('check', 'tests/fixtures/library', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [] });
});

test('what is started takes no words', async () => {
  expect(await run('start', '--port', '80')).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Usage: munisipyo start\n/),
  });
});

test('mistakes exit with 1 and stand in JSON with the fields of the contract', async () => {
  const directory = brokenLibrary('groups.yaml', 'groups:\n  staffed: { kin: office }\n');
  const { status, stdout } = await run('check', directory, '--format', 'json');
  expect(status).toBe(1);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Record<string, unknown>[] };
  expect(Object.keys(diagnostics[0] ?? {})).toEqual([
    'code',
    'severity',
    'file',
    'line',
    'column',
    'endColumn',
    'message',
    'remedy',
  ]);
  expect(diagnostics).toContainEqual(
    expect.objectContaining({
      code: 'schema/unknown-key',
      file: join(directory, 'groups.yaml'),
      line: 2,
      column: 14,
    }),
  );
});

test('warnings alone exit with 0, and with 1 if they count as mistakes', async () => {
  const directory = brokenLibrary('notes.txt', 'Remember the milk.\n');
  expect(await run('check', directory)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('file/ignored'),
  });
  expect((await run('check', directory, '--strict')).status).toBe(1);
});

test.each([
  [['check', 'no/such/folder']],
  [['check', '--colour']],
  [['check', 'config', 'config']],
  [['check', '--format', 'xml']],
  [['chek']],
  [[]],
])('%j is wrong use: 2, with the usage on standard error', async (args) => {
  const { status, stdout, stderr } = await run(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('Usage: munisipyo');
});

test('in GitHub Actions each mistake is a command at its place', async () => {
  const directory = brokenLibrary('groups.yaml', 'groups:\n  staffed: { kin: office }\n');
  const { status, stdout } = await run('check', directory, '--format', 'github');
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^::error file=[^,:]+groups\.yaml,line=2,col=14,endColumn=17,title=schema\/unknown-key::.+ Its keys%?.*\n/,
  );
});

/** The schema of the OASIS committee; its formats need no check, because the URIs are tested below. */
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
  JSON.parse(readFileSync('tests/fixtures/sarif-2.1.0.json', 'utf8')) as object,
);

function errorsOf(log: Log): readonly unknown[] {
  return isSarif(log) ? [] : (isSarif.errors ?? []);
}

test('a log of SARIF names the further places of a mistake, and is valid', async () => {
  const directory = brokenLibrary('groups.yaml', 'groups:\n  staff: { kind: [handler, supervisor] }\n');
  const log = JSON.parse((await run('check', directory, '--format', 'sarif')).stdout) as Log;
  const found = log.runs[0]?.results?.find(({ ruleId }) => ruleId === 'group/unknown');
  const files = found?.relatedLocations?.map((one) => one.physicalLocation?.artifactLocation?.uri ?? '');
  expect(files).toEqual([expect.stringMatching(/routes\/staff\.yaml$/)]);
  expect(errorsOf(log)).toEqual([]);
});

test('a log of SARIF leads to the rule of a guard that closes a page, and is valid', async () => {
  const text = readFileSync('tests/diagnostics/department-landing-closed/departments/director.yaml', 'utf8');
  const directory = brokenLibrary('departments/director.yaml', text);
  const log = JSON.parse((await run('check', directory, '--format', 'sarif')).stdout) as Log;
  const [found] = log.runs[0]?.results ?? [];
  expect(found?.relatedLocations?.[0]).toMatchObject({
    message: { text: 'This rule refuses them.' },
    physicalLocation: { artifactLocation: { uri: expect.stringMatching(/guards\.yaml$/) } },
  });
  expect(errorsOf(log)).toEqual([]);
});

test('a log of SARIF has a rule with a page for each code, and the place of each mistake', async () => {
  const directory = brokenLibrary('groups.yaml', 'groups:\n  staffed: { kin: office }\n');
  const { status, stdout } = await run('check', directory, '--format', 'sarif');
  expect(status).toBe(1);
  const log = JSON.parse(stdout) as Log;
  const [{ results = [], tool } = { results: [], tool: null }] = log.runs;
  const rules = tool?.driver.rules ?? [];
  expect(errorsOf(log)).toEqual([]);
  expect(results[0]).toMatchObject({
    ruleId: 'schema/unknown-key',
    level: 'error',
    locations: [{ physicalLocation: { region: { startLine: 2, startColumn: 14, endColumn: 17 } } }],
  });
  for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId);
  const page = readFileSync('docs/configure/diagnostics.md', 'utf8');
  for (const { id, helpUri = '' } of rules) {
    expect(new URL(helpUri).hash).toBe(`#${id.replace('/', '')}`);
    expect(page).toContain(`### ${id}\n`);
  }
});
