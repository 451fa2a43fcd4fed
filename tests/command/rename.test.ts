/** `munisipyo rename` as authors use it: what it writes, what `check`, `test` and `plan` say of it, and what it refuses. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readFiles } from '../../engine/config/read-files.ts';
import { runIn } from './run-command.ts';

/** A project with a copy of a configuration, and with another copy to compare it with. */
function project(configuration: string) {
  const folder = mkdtempSync(join(tmpdir(), 'renamed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['config', 'before']) cpSync(configuration, join(folder, name), { recursive: true });
  const run = (...words: string[]) => runIn(folder, words);
  const path = (name: string) => join(folder, 'config', name);
  return {
    folder,
    run,
    rename: (...words: string[]) => run('rename', ...words),
    read: (name: string) => readFileSync(path(name), 'utf8'),
    has: (name: string) => existsSync(path(name)),
    write(name: string, text: string) {
      mkdirSync(join(path(name), '..'), { recursive: true });
      writeFileSync(path(name), text);
    },
    edit: (name: string, from: string, to: string) =>
      writeFileSync(path(name), readFileSync(path(name), 'utf8').replace(from, to)),
  };
}

const library = () => project('tests/fixtures/library');

test('a question: conditions, examples and cases follow, and records keep their answers', async () => {
  const { rename, run, read, write } = library();
  write(
    'tests/loans.yaml',
    `title: Loans
cases:
  - case: a student needs a card
    day: 2027-01-05
    record: { type: loan, data: { is_student: true } } # who studies
    kinds: { apply: [membership/student] }
`,
  );
  expect(await rename('question', 'loan: is_student', 'studies')).toEqual({
    status: 0,
    stdout: '',
    stderr: '4 files, 5 places.\n',
  });
  expect(read('forms/loan.yaml')).toBe(`# yaml-language-server: $schema=../../../../schemas/form.json
type: object
title: Loan
required: [book, copies, branch]
properties:
  book: { type: string, title: Title of the book, minLength: 1 }
  copies: { type: integer, title: Copies, minimum: 1, maximum: 5 }
  branch: { type: string, title: Branch, lookup: branch }
  studies: { type: boolean, title: 'Are you a student?', formerly: is_student }
  school: { type: string, title: School, when: { field: studies, is: true } }
`);
  expect(read('tests/loans.yaml')).toContain('data: { studies: true } } # who studies');
  expect(await run('check')).toMatchObject({ status: 0, stdout: '' });
  expect(await run('test')).toMatchObject({ status: 0 });
  const planned = await run('plan', '--against', 'before');
  expect(planned.status).toBe(0);
  expect(planned.stdout).toContain('is_student');
  expect(planned.stdout).not.toMatch(/lost|removed|gone/i);
});

test('a page of a record type: its address stays, with those of the pages below it', async () => {
  const { folder, rename, run, read, write } = library();
  const pages = (entry: string) => `${read('records/loan.yaml')}pages:\n  ${entry}\n`;
  write('records/loan.yaml', pages('desk.lent: { list: asked, record: record, chain: area } # by day'));
  cpSync(join(folder, 'config/records'), join(folder, 'before/records'), { recursive: true });
  expect(await rename('route', 'desk.lent', 'desk.given')).toMatchObject({ status: 0 });
  expect(read('records/loan.yaml')).toContain(
    '  desk.given: { list: asked, record: record, chain: area, path: /desk/lent } # by day\n',
  );
  expect(await run('check')).toMatchObject({ status: 0, stdout: '' });
  expect((await run('plan', '--against', 'before')).stdout).not.toContain('path');
});

const figures = (name: string) => `  fee:
    type: integer
    title: Fee
    compute:
      cases: [{ when: { field: ${name}, above: 3 }, value: { product: [${name}, 2] } }]
      else: ${name}
  school:`;

test('a question that figures are computed from', async () => {
  const { folder, rename, run, read, edit } = library();
  edit('forms/loan.yaml', '  school:', figures('copies'));
  cpSync(join(folder, 'config/forms'), join(folder, 'before/forms'), { recursive: true });
  expect(await rename('question', 'loan: copies', 'volumes')).toMatchObject({ status: 0 });
  expect(read('forms/loan.yaml')).toContain(figures('volumes'));
  expect(await run('check')).toMatchObject({ status: 0, stdout: '' });
  const { stdout } = await run('plan', '--against', 'before');
  expect(stdout).toContain('copies');
  expect(stdout).not.toContain('compute');
});

test('a flag: it says that what was set for single accounts is lost', async () => {
  const { rename } = library();
  expect(await rename('flag', 'access', 'entry')).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(
      /\. What was set for single accounts under the earlier name is no longer read\.\n$/,
    ),
  });
});

test('a department: its file moves, addresses in cases follow, and groups keep their members', async () => {
  const { rename, run, read, has, edit, write } = library();
  edit(
    'groups.yaml',
    'staffed: { kind: [handler, supervisor] }',
    'staffed: [desk, director] # all with a desk',
  );
  write(
    'tests/pages.yaml',
    `title: Pages
cases:
  - { case: the desk works, day: 2027-01-05, as: desk, pages: { open: [/desk, /desk/messages] } }
`,
  );
  expect((await run('test')).status).toBe(0);
  expect((await rename('department', 'desk', 'lending')).stderr).toContain(
    'departments/desk.yaml is now departments/lending.yaml.',
  );
  expect(has('departments/desk.yaml')).toBe(false);
  expect(read('departments/lending.yaml')).toContain('title: Lending desk\nformerly: desk\nkind: handler\n');
  expect(read('groups.yaml')).toContain('staffed: [lending, director] # all with a desk');
  expect(await run('check')).toMatchObject({ status: 0, stdout: '' });
  expect((await run('test')).status).toBe(0);
  expect(await run('plan', '--against', 'before')).toMatchObject({ status: 0 });
});

test('a state, and a text that shows an answer of the record', async () => {
  const { rename, run, read, write, edit } = library();
  write(
    'documents/slip.yaml',
    `title: Slip
of: loan
subject: '{loan.book}'
blocks:
  - text: 'You borrowed {book} on {today:date}.'
  - text: "{book}: bring it back."
`,
  );
  edit('workflows/loan.yaml', 'can: access } }', 'can: access }, then: [{ document: slip }] }');
  expect(await run('check')).toMatchObject({ status: 0, stdout: '' });
  expect((await rename('question', 'loan: book', 'volume')).stderr).toBe(
    '3 files, 6 places; 3 of them within texts.\n',
  );
  expect(read('documents/slip.yaml')).toContain("subject: '{loan.volume}'");
  expect(await rename('state', 'lent', 'borrowed')).toMatchObject({ status: 0 });
  expect(read('workflows/loan.yaml')).toContain(
    'borrowed: { title: Lent, tone: good, settled: true, formerly: lent }',
  );
  expect(await run('check')).toMatchObject({ status: 0, stdout: '' });
  // Back again: it was never anything else.
  expect(await rename('state', 'loan.borrowed', 'lent')).toMatchObject({ status: 0 });
  expect(read('workflows/loan.yaml')).toContain('lent: { title: Lent, tone: good, settled: true }');
});

test('uses in stories and migrations follow, and back again', async () => {
  const { folder, rename, run, read, write } = library();
  write(
    'tests/asking.yaml',
    `title: Asking
personas:
  ana: { department: member }
stories:
  - story: a student asks, and brings the book back
    day: 2027-01-05
    steps:
      - { as: ana, begin: loan, data: { book: Atlas, copies: 1, branch: harbour, is_student: true } }
      - { as: ana, take: ask, then: { state: asked, children: { membership/student: open } } }
      - { as: desk, take: refuse, input: { reason: It is lost. }, then: { state: refused } }
  - story: a loan ends
    day: 2027-01-05
    given:
      atlas: { type: loan, state: lent, owner: ana, data: { book: Atlas } }
    steps:
      - { as: desk, take: bring-back, of: atlas, then: { state: returned } }
`,
  );
  write(
    'migrations/lost.yaml',
    `title: Lent books are asked for again
type: loan
where: { all: [{ state: lent }, { field: is_student, is: true }] }
steps:
  - fill: { branch: harbour, school: 'School of {book}' }
  - state: { from: lent, to: asked }
expect: { atMost: 10 }
back: none
why: Nobody knows which they were.
`,
  );
  expect((await run('check')).stdout).toBe('');
  expect((await run('test')).status).toBe(0);
  const before = textsOf(folder, 'config');
  const renames = [
    ['state', 'loan.lent', 'borrowed'],
    ['question', 'loan: book', 'volume'],
    ['step', 'bring-back', 'give-back'],
    ['department', 'desk', 'lending'],
    ['kind', 'membership/student', 'pupil'],
    ['type', 'loan', 'lending-slip'],
  ] as const;
  for (const [kind, name, to] of renames)
    expect([name, await rename(kind, name, to)]).toEqual([
      name,
      expect.objectContaining({ status: 0, stdout: '' }),
    ]);
  expect(read('migrations/lost.yaml')).toContain("school: 'School of {volume}'");
  expect(read('migrations/lost.yaml')).toContain('state: { from: borrowed, to: asked }');
  expect(read('tests/asking.yaml')).toContain('{ as: lending, take: give-back, of: atlas,');
  expect(read('tests/asking.yaml')).toContain('children: { membership/pupil: open }');
  expect(read('tests/asking.yaml')).toContain('begin: lending-slip, data: { volume: Atlas');
  expect(await run('check')).toMatchObject({ status: 0, stdout: '' });
  expect((await run('test')).status).toBe(0);
  for (const [kind, name, to] of renames.toReversed()) {
    const [key = ''] = name.split(/[.:/] ?/).slice(-1);
    expect([to, await rename(kind, kind === 'kind' ? `membership/${to}` : to, key)]).toEqual([
      to,
      expect.objectContaining({ status: 0 }),
    ]);
  }
  expect(textsOf(folder, 'config')).toEqual(before);
});

function textsOf(folder: string, name: string): Record<string, string> {
  const { files } = readFiles(join(folder, name));
  return Object.fromEntries(files.map((file) => [file.name, file.text]));
}

test('districts: their file moves with the lookup, and a computed district follows its place', async () => {
  const { rename, run, read, has } = project('tests/fixtures/shop-registry');
  expect((await rename('lookup', 'ward', 'zone')).stderr).toContain('districts/zone.geojson');
  expect(has('districts/ward.geojson')).toBe(false);
  expect(await rename('row', 'zone: north', 'upper')).toMatchObject({ status: 0 });
  expect(read('districts/zone.geojson')).toContain('"value": "upper"');
  expect(await rename('question', 'branch: site', 'spot')).toMatchObject({ status: 0 });
  expect(read('forms/branch.yaml')).toContain('lookup: zone, compute: { district: spot }');
  expect((await run('check', 'config', '--strict')).status).toBe(0);
});

test('a set of kinds: its folder moves, and each kind remembers its earlier name', async () => {
  const { folder, rename, run, read, has } = library();
  expect(await rename('set', 'membership', 'card')).toMatchObject({ status: 0, stdout: '' });
  expect(has('requirements/membership/student.yaml')).toBe(false);
  expect(read('requirements/card/student.yaml')).toContain('formerly: membership/student\n');
  expect(read('records/checklist.yaml')).toContain('kind: [card]');
  expect(await run('check', '--strict')).toMatchObject({ status: 0, stdout: '' });
  const planned = await run('plan', '--against', 'before');
  expect(planned.status).toBe(0);
  expect(planned.stdout).toContain('> card "Membership", earlier membership');
  expect(await rename('set', 'card', 'membership')).toMatchObject({ status: 0, stdout: '' });
  expect(textsOf(folder, 'config')).toEqual(textsOf(folder, 'before'));
});

test('a dry run shows a patch that git applies, and writes nothing', async () => {
  const { rename, read, run, folder } = library();
  const before = read('workflows/loan.yaml');
  const { status, stdout, stderr } = await rename('lookup', 'branch', 'library-branch', '--dry-run');
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr:
      '2 files, 1 place. lookups/branch.yaml is now lookups/library-branch.yaml. Nothing was written.\n',
  });
  expect(stdout).toContain(
    'rename from config/lookups/branch.yaml\nrename to config/lookups/library-branch.yaml\n',
  );
  expect(read('workflows/loan.yaml')).toBe(before);
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['apply', '-'], { cwd: folder, input: stdout });
  expect(read('lookups/library-branch.yaml')).toContain('formerly: branch');
  expect(await run('check')).toMatchObject({ status: 0, stdout: '' });
});

test('what cannot be is refused, with the reason, and nothing is written', async () => {
  const { rename, run, read, edit } = library();
  const before = read('workflows/loan.yaml');
  const refused = async (...words: string[]) => {
    const { status, stderr } = await rename(...words);
    expect(read('workflows/loan.yaml')).toBe(before);
    return [status, stderr.split('\n')[0]];
  };
  expect(await refused('state', 'lent', 'returned')).toEqual([
    1,
    'The name "loan.returned" is taken (config/workflows/loan.yaml:9).',
  ]);
  expect(await refused('state', 'lnt', 'x')).toEqual([1, 'There is no state "lnt". Did you mean "lent"?']);
  expect((await refused('state', 'lent', 'yes'))[1]).toContain('YAML reads it as something else');
  expect((await refused('department', 'desk', 'Front Desk'))[1]).toContain('cannot be a name of this kind');
  expect(await refused('role', 'loan.owner', 'reader')).toEqual([
    1,
    '"owner" is a word of the language, as "office" is: every record has an owner. What people read is a title.',
  ]);
  // "office" is a word of its own where a state says for whom it waits.
  expect((await refused('department', 'desk', 'office'))[1]).toBe(
    '"office" cannot take the place of "desk": the configuration would have mistakes.',
  );
  expect((await refused('state', 'draft', 'begun', 'more'))[0]).toBe(2);
  expect(await refused('stat', 'draft', 'begun')).toEqual([2, 'There is no kind of name "stat".']);
  edit('records/loan.yaml', 'office: desk', 'office: dsk');
  expect(await run('rename', 'state', 'lent', 'borrowed')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The configuration has mistakes: correct them first.'),
  });
});

test('in the configuration of the municipality, one after the other', async () => {
  const { rename, run, read } = project('config');
  for (const [kind, name, to] of [
    ['question', 'unified-form: payment_mode', 'mode_of_payment'],
    ['state', 'application.submitted', 'handed-in'],
    ['row', 'line-of-business: boutique', 'dress-shop'],
    ['department', 'bplo', 'licensing'],
  ] as const)
    expect(await rename(kind, name, to)).toMatchObject({ status: 0, stdout: '' });
  expect(read('portal.yaml')).toContain('lines.line: dress-shop');
  expect(await run('check')).toMatchObject({ status: 0, stdout: '' });
  expect(await run('test')).toMatchObject({ status: 0 });
  const planned = await run('plan', '--against', 'before');
  expect(planned.status).toBe(0);
  expect(planned.stdout).toContain('> 4 renamed');
  // Pages that a template makes for each department have its name, and nothing is stored under them.
  const lost = planned.stdout.split('\n').filter((line) => line.startsWith('  - '));
  expect(lost.filter((line) => !line.includes('before/routes/'))).toEqual([]);
}, 600_000);

test('a link to a file stays a link, and the file has the new name', async () => {
  const { folder, rename } = library();
  const [link, file] = [join(folder, 'config/workflows/loan.yaml'), join(folder, 'config/.files/loan.yaml')];
  mkdirSync(dirname(file));
  renameSync(link, file);
  symlinkSync(file, link);
  expect(await rename('state', 'loan.lent', 'borrowed')).toMatchObject({ status: 0 });
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain('borrowed: {');
});

test('a file that cannot be written leaves all files as they were', async () => {
  const { folder, rename, run } = library();
  // A file where the folder of the set has to go.
  writeFileSync(join(folder, 'config/requirements/joining'), '');
  const { status, stderr } = await rename('set', 'membership', 'joining');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^config\/requirements\/joining\/.* cannot be written: .* Nothing was changed\.\n$/);
  rmSync(join(folder, 'config/requirements/joining'));
  expect((await run('plan', 'config', '--against', 'before')).stdout).toContain('does the same as');
});
