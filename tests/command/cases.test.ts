/** `munisipyo test` as authors and CI servers use it. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { runIn } from './run-command.ts';

let folder: string;

const cases = `title: Loans
personas:
  trainee: { department: desk, flags: { access: false } }
cases:
  - case: a student needs a card
    day: 2027-01-05
    as: member
    record: { type: loan, own: true, data: { book: Atlas, copies: 1, branch: hill, is_student: true } }
    pages: { open: [/member], closed: [/desk] }
    kinds: { apply: [membership/student] }
    steps: { possible: [ask], not: [lend] }
  - case: a trainee lends nothing
    day: 2027-01-05
    as: trainee
    record: { type: loan, state: asked }
    steps: { possible: [refuse], not: [lend] }
  - case: the checklist of a student
    day: 2027-01-05
    record: { type: checklist, kind: membership/student }
    items: { asked: [student-card, card-seen], not: [proof-of-address] }
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cases-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync('tests/fixtures/library', join(folder, 'config'), { recursive: true });
  mkdirSync(join(folder, 'config/tests'));
  writeFileSync(join(folder, 'config/tests/loans.yaml'), cases);
});

function run(...words: string[]) {
  return runIn(folder, ['test', ...words]);
}

function edit(name: string, from: string, to: string): void {
  const path = join(folder, 'config', name);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

test('cases that hold are counted', async () => {
  const { status, stdout, stderr } = await run();
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  expect(stderr).toMatch(/^3 of 3 cases hold, with 10 expectations\.\nNever used by any case or story: /);
  expect((await run('--only', 'trainee')).stderr).toBe('1 of 1 case holds, with 2 expectations.\n');
});

test('a change that breaks a case is told at the place of the expectation, and in JUnit', async () => {
  edit('workflows/loan.yaml', 'by: { department: desk, can: access } }', 'by: { department: desk } }');
  edit('requirements/membership/student.yaml', 'is: true', 'is: false');
  const { status, stdout, stderr } = await run('--junit', 'results.xml');
  expect(status).toBe(1);
  expect(stdout).toBe(`config/tests/loans.yaml:10:22  a student needs a card
  expected: the kind membership/student applies; it does not apply

config/tests/loans.yaml:16:40  a trainee lends nothing
  expected: the step lend is not possible; it is possible
`);
  expect(stderr).toContain('1 of 3 cases hold, with 10 expectations.\n');
  const junit = readFileSync(join(folder, 'results.xml'), 'utf8');
  expect(junit).toContain('<testsuite name="config/tests/loans.yaml" tests="3" failures="2">');
  expect(junit).toContain(
    'name="a trainee lends nothing"><failure message="expected: the step lend is not possible',
  );
});

function draft(data: string, expected: string): string {
  return `  - case: a draft that expects ${expected.replaceAll(':', '')}
    day: 2027-01-05
    as: member
    record: { type: loan, state: draft, own: true, data: { branch: hill, ${data} } }
    ${expected}
`;
}

test('a step that needs a complete form is possible only with answers that fit the form', async () => {
  const path = join(folder, 'config/tests/loans.yaml');
  const missing = 'copies: 1';
  const wrong = 'book: Atlas, copies: 99';
  writeFileSync(
    path,
    [
      'title: Loans\ncases:\n',
      draft(missing, 'refused: { ask: needs/form }'),
      draft(missing, 'steps: { not: [ask] }'),
      draft(wrong, 'refused: { ask: needs/form }'),
      draft(missing, 'steps: { possible: [ask] }'),
      draft(missing, 'notified: { ask: [desk] }'),
    ].join(''),
  );
  const { status, stdout, stderr } = await run();
  expect(status).toBe(1);
  expect(stderr).toMatch(/^3 of 5 cases hold, with 5 expectations\.\n/);
  expect(stderr).not.toContain('needs/form');
  expect(stdout).toBe(`config/tests/loans.yaml:22:25  a draft that expects steps { possible [ask] }
  expected: the step ask is possible; it is not possible
    refused by "needs/form"
    the rule: config/workflows/loan.yaml:16:64
    book: Enter “Title of the book”.

config/tests/loans.yaml:27:23  a draft that expects notified { ask [desk] }
  the step ask is refused by "needs/form"
    the rule: config/workflows/loan.yaml:16:64
    book: Enter “Title of the book”.
`);
});

test('a name that does not exist, and a choice of nothing, are no success', async () => {
  expect(await run('--only', 'nowhere')).toMatchObject({
    status: 1,
    stderr: 'No case or story is named "nowhere".\n',
  });
  edit('tests/loans.yaml', 'not: [lend] }\n  - case: the', 'not: [lnd] }\n  - case: the');
  expect(await run()).toMatchObject({
    status: 1,
    stdout: 'config/tests/loans.yaml:16:40  a trainee lends nothing\n  There is no step "lnd".\n',
    stderr: expect.stringContaining('2 of 3 cases hold, with 10 expectations.\n'),
  });
  edit('tests/loans.yaml', 'is_student: true }', 'is_studnt: true }');
  edit('tests/loans.yaml', 'closed: [/desk]', 'closed: [/dsk]');
  const { stdout } = await run('--only', 'a student');
  expect(stdout).toContain('There is no question "is_studnt".');
  expect(stdout).toContain('There is no page "/dsk".');
  expect(await run('--junit', 'no/such/folder.xml')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('cannot be written'),
  });
  edit('groups.yaml', 'groups:', 'group:');
  expect(await run()).toMatchObject({ status: 1, stderr: 'config has mistakes, so nothing can be tried.\n' });
  rmSync(join(folder, 'config/tests'), { recursive: true });
  expect((await run('--nothing')).status).toBe(2);
});
