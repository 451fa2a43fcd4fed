/** `munisipyo new` as an officer types it: everything that belongs to it, no mistake, and no other line is touched. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readFiles } from '../../engine/config/read-files.ts';
import { runIn } from './run-command.ts';

const library = 'tests/fixtures/library';

/** One command for each kind of thing, on another organisation than the municipality. */
test.each([
  'office archive',
  'office archive --like director',
  'department friend --kind requester',
  'department guest --like member --title Guest',
  'kind membership/senior',
  'kind membership/senior --like membership/student --title Seniors',
  'record book-request --office desk',
  'record book-request --like loan',
  'route desk.help',
  'route desk.returned --of loan/asked',
  'route desk.older --like desk.papers',
  'report busy --of loan',
  'report busy --like loans --title Busy',
  'document slip --of loan --on loan.lend',
  'notice lent --on loan.lend --to owner',
  'fee reminder --on loan.lend',
  'fee reminder --of loan',
  'lookup room',
  'lookup room --like branch --title Rooms',
  'group helpers --with desk,director',
  'group helpers --like staffed',
  'language pt',
])('%s is added to a library, and check finds nothing', async (line) => {
  const directory = copyOf(library);
  const before = textsOf(directory);
  const { status, stdout, stderr } = await run('new', ...line.split(' '), directory);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('check: no mistakes');
  // Nothing names it yet, and a new language has no translations: that is a warning.
  const isNamed = !/^(?:language|lookup|group)|^fee.*--of/.test(line);
  const strictness = isNamed ? ['--strict'] : [];
  expect((await run('check', directory, ...strictness)).status).toBe(0);
  const after = textsOf(directory);
  expect(after.size + changedLines(before, after)).toBeGreaterThan(before.size);
});

test.each([
  ['arts-council', 'office archive'],
  ['arts-council', 'record letter --by artist --office programme'],
  ['arts-council', 'document admission --like grant-letter --on proposal.admit'],
  ['shop-registry', 'office archive'],
  ['shop-registry', 'notice closed --like registered --on shop.visit'],
  ['shop-registry', 'report more --of shop'],
  ['shop-registry', 'record letter'],
  ['harbour', 'report more --of boat --page director.reports --title Boats'],
  ['tiny', 'office cellar'],
  ['tiny', 'route desk.help'],
])('on %s: %s', async (organisation, line) => {
  const directory = copyOf(`tests/fixtures/${organisation}`);
  expect(await run('new', ...line.split(' '), directory)).toMatchObject({ status: 0, stderr: '' });
  expect((await run('check', directory, '--strict')).status).toBe(0);
});

test('an office is inserted into every list that names the one it is like, and no other line changes', async () => {
  const directory = copyOf(library);
  const before = textsOf(directory);
  const { stdout } = await run(
    'new',
    'office',
    'archive',
    directory,
    '--like',
    'desk',
    '--title',
    'The archive',
  );
  const after = textsOf(directory);
  expect(after.get('departments/archive.yaml')).toBe(
    (before.get('departments/desk.yaml') ?? '')
      .replace('Lending desk', 'The archive')
      .replace('aliases: [counter]\n', '')
      .replace('/desk', '/archive')
      .replace('desk.index', 'archive.index'),
  );
  expect(after.get('workflows/loan.yaml')).toBe(
    before.get('workflows/loan.yaml')?.replaceAll('{ department: desk', '{ department: [desk, archive]'),
  );
  expect(after.get('records/loan.yaml')).toBe(
    before.get('records/loan.yaml')?.replace('[desk, director]', '[desk, archive, director]'),
  );
  expect(after.get('routes/staff.yaml')).toContain(
    '  archive.loan:\n    area: archive\n    path: /archive/loan/{slug}\n',
  );
  expect(stdout).toMatch(/create +\S+departments\/archive.yaml +\d+ lines/);
  expect(stdout).toMatch(/Shown at:\n +\/archive +Requests, for The archive\n/);
  expect(stdout).toContain('Demonstration account: archive@library.example.');
  expect(stdout).toContain('where desk is named alone');
});

test('a new record type begins as a draft of its owner', async () => {
  const directory = copyOf(library);
  await run('new', 'record', 'book-request', '--office', 'desk', directory);
  expect(textsOf(directory).get('workflows/book-request.yaml')).toContain(
    '  draft: { title: Draft, waitsFor: owner }\n',
  );
});

test('a dry run shows the difference and writes nothing', async () => {
  const directory = copyOf(library);
  const before = textsOf(directory);
  const { status, stdout } = await run('new', 'kind', 'membership/senior', directory, '--dry-run');
  expect(status).toBe(0);
  expect(stdout).toContain('new file mode 100644\n');
  expect(stdout).toContain('+title: Senior\n');
  expect(stdout).toMatch(/Nothing was written\.\n$/);
  expect(textsOf(directory)).toEqual(before);
});

test('nothing is written if check would find a mistake', async () => {
  const directory = copyOf(library);
  const before = textsOf(directory);
  const { status, stdout, stderr } = await run('new', 'office', 'archive', directory, '--area', 'member');
  expect([status, stderr]).toEqual([1, 'The configuration would have mistakes. Nothing was written.\n']);
  expect(stdout).toContain('department/area-taken');
  expect(textsOf(directory)).toEqual(before);
});

test.each([
  ['kind membership/student', 'exists already. Nothing is overwritten.'],
  ['kind student', 'Name the kind as set/kind. Sets: membership.'],
  ['kind clubs/chess', 'There is no requirement set "clubs". Choose one of: membership.'],
  ['record request', 'Add --office: the department that handles it. Choose one of: desk, director.'],
  ['report busy', 'Add --of: a record type, or type/list. Choose one of: checklist, loan.'],
  [
    'notice told',
    'Add --on: the step that sends or issues it, as type.transition. Choose one of: checklist.send',
  ],
  ['office Archive', '"Archive" cannot be a name: use lower-case letters, digits and hyphens.'],
  ['report true --of loan', '"true" cannot be a name: YAML reads it as something else.'],
  ['document slip', 'Add --on: the step that sends or issues it, as type.transition.'],
  ['document slip --of lone', 'There is no record type "lone". Choose one of: checklist, loan.'],
  ['route desk.loans --of loan', 'Add --screen: the kind of the page. Choose one of: '],
  [
    'department night',
    'Add --kind: handler, supervisor or requester. Choose one of: handler, supervisor, requester.',
  ],
  ['group staffed --with desk', 'There is a group "staffed" already. Nothing is overwritten.'],
  ['group helpers --with desk,nobody', 'There is no department "nobody". Choose one of: '],
  ['fee fine --like nothing', 'There is no fee schedule "nothing". The configuration has none.'],
  ['language library', '"library" is no code of a language'],
  ['office archive --of loan', 'A new office has no --of. It has --title, --area, --like.'],
  ['office', 'Name the new office: munisipyo new office NAME.'],
  ['shelf x', 'Usage: munisipyo new office|department|kind|'],
])('%s is refused with what is missing', async (line, said) => {
  const directory = copyOf(library);
  const { status, stderr } = await run('new', ...line.split(' '), ...(line.includes(' ') ? [directory] : []));
  expect(status).toBe(2);
  expect(stderr).toContain(said);
});

test(
  'the municipality takes a kind on a Monday morning, and an office with all its lists',
  { timeout: 300_000 },
  async () => {
    const directory = copyOf('config');
    const before = textsOf(directory);
    const lines = [
      'kind menro/pest-control --like menro/aquasport --title Pest_control',
      'kind tourism/homestay',
      'office drrmo --like swmo',
      'record complaint --by establishment --office bplo',
      'route menro.older --like menro.approval',
      'report busy --like own-clearances',
      'document slip --on application.submit',
      'notice told --on application.submit',
      'fee drone-permit --like health-card',
      'lookup drone-kind --like vessel-kind',
      'group coast --with menro,mto',
      'language pt',
    ];
    for (const line of lines) {
      expect([line, await run('new', ...line.split(' '), directory)]).toEqual([
        line,
        expect.objectContaining({ status: 0, stderr: '' }),
      ]);
    }
    expect((await run('check', directory)).status).toBe(0);
    const after = textsOf(directory);
    expect(after.get('groups.yaml')).toBe(
      `${before.get('groups.yaml')?.replace('menro, swmo,', 'menro, swmo, drrmo,')}  coast: [menro, mto]\n`,
    );
    expect(after.get('portal.yaml')).toBe(before.get('portal.yaml')?.replace('[en, fil]', '[en, fil, pt]'));
  },
);

function copyOf(organisation: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'new-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(organisation, join(folder, 'config'), { recursive: true });
  return join(folder, 'config');
}

function textsOf(directory: string): Map<string, string> {
  return new Map(
    readFiles(directory).files.map(({ name }) => [name, readFileSync(join(directory, name), 'utf8')]),
  );
}

function changedLines(before: Map<string, string>, after: Map<string, string>): number {
  return [...before].filter(([name, text]) => after.get(name) !== text).length;
}

function run(...words: string[]) {
  return runIn('.', words);
}
