/** Stories in `munisipyo test`: several steps, a clock that moves, refusals by their rule, and what no test uses. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { runIn } from './run-command.ts';

let folder: string;

const story = `title: Loans
personas:
  ana: { department: member }
stories:
  - story: a loan is asked for, and the desk is late
    day: 2027-01-05 09:00
    steps:
      - { begin: loan, data: { book: Atlas }, refused: create }
      - { as: ana, begin: loan, named: atlas, data: { book: Atlas, copies: 9 }, refused: data/copies }
      - { as: ana, begin: loan, named: atlas, data: { book: Atlas, copies: 1 } }
      - { as: desk, take: lend, refused: read }
      - { as: ana, take: ask, refused: needs/form }
      - { as: ana, save: { branch: harbour, is_student: true } }
      - as: ana
        take: ask
        then:
          - { state: asked, due: 2027-01-07, steps: { not: [ask] }, notified: { desk: loan-asked } }
          - { as: desk, refused: { bring-back: from }, columns: { asked: [number, owner, created] } }
      - { as: desk, take: refuse, refused: input/reason }
      - { as: ana, take: lend, refused: by }
      - { as: ana, of: membership/student, take: send, refused: needs/checklist }
      - { as: ana, of: membership/student, file: all }
      - { as: ana, take: send, then: { state: sent, steps: { not: [send] } } }
      - { as: desk, accept: [student-card] }
      - { after: 1 working day, of: atlas, then: { state: asked, notified: { ana: [] } } }
      - { day: 2027-01-08, of: atlas, then: { state: late, lapsed: answer, notified: { ana: loan-late } } }
  - story: what is refused ends
    day: 2027-01-05
    given:
      atlas: { type: loan, state: asked, owner: ana }
      card: { type: checklist, kind: membership/student, state: sent, items: { student-card: filed }, parent: atlas }
    steps:
      - { as: office, of: card, accept: all }
      - { as: desk, of: atlas, take: refuse, input: { reason: Lost. }, then: { state: refused, children: { checklist: 1 } } }
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stories-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync('tests/fixtures/library', join(folder, 'config'), { recursive: true });
  for (const name of ['tests', 'notices']) mkdirSync(join(folder, 'config', name));
  write('tests/loans.yaml', story);
  for (const name of ['loan-asked', 'loan-late'])
    write(`notices/${name}.yaml`, `subject: ${name}\nbody: A loan.\n`);
  edit(
    'workflows/loan.yaml',
    'needs: [{ form: complete }] }',
    'needs: [{ form: complete }], then: [{ notify: office, notice: loan-asked }] }\n' +
      '  delay: { from: asked, to: late, trigger: { lapsed: answer }, then: [{ notify: owner, notice: loan-late }] }',
  );
  edit('workflows/loan.yaml', '  lent: {', '  late: { title: Late, waitsFor: office }\n  lent: {');
  edit('workflows/loan.yaml', 'lend: { from: asked', 'lend: { from: [asked, late]');
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, 'config', name), text);
}

function edit(name: string, from: string, to: string): void {
  const path = join(folder, 'config', name);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

function run(...words: string[]) {
  return runIn(folder, words);
}

test('a story holds if every step goes as it says', async () => {
  expect(await run('test')).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(/^2 of 2 stories hold, with 22 expectations\.\n/),
  });
});

test('a step that goes otherwise is told at its place, with the rule and its place', async () => {
  edit(
    'workflows/loan.yaml',
    'ask: { from: draft, to: asked, by: { party: owner }',
    'ask: { from: draft, to: asked, by: { department: desk }',
  );
  edit('tests/loans.yaml', 'take: refuse, input: { reason: Lost. }', 'take: bring-back');
  const { status, stdout, stderr } = await run('test', '--junit', 'results.xml');
  expect(status).toBe(1);
  expect(stdout).toMatchInlineSnapshot(`
    "config/tests/loans.yaml:12:40  a loan is asked for, and the desk is late
      step 5: expected ask to be refused by "needs/form", was refused by "by"
        the rule: config/workflows/loan.yaml:17:3

    config/tests/loans.yaml:34:11  what is refused ends
      step 2: bring-back is refused by "from"
        the rule: config/workflows/loan.yaml:21:3
        the record is "asked"; bring-back starts from lent
        "Bring back" is not possible in this state.
    "
  `);
  expect(stderr).toContain('0 of 2 stories hold');
  const junit = readFileSync(join(folder, 'results.xml'), 'utf8');
  expect(junit).toContain('<testsuite name="config/tests/loans.yaml" tests="2" failures="2">');
  expect(junit).toContain(
    'name="what is refused ends"><failure message="step 2: bring-back is refused by &quot;from&quot;',
  );
});

test('time that passes, and people who are told, are compared', async () => {
  edit('departments/desk.yaml', 'answerTime: 2 working days', 'answerTime: 5 working days');
  expect((await run('test')).stdout).toMatchInlineSnapshot(`
    "config/tests/loans.yaml:17:34  a loan is asked for, and the desk is late
      step 7: due: expected 2027-01-07, is 2027-01-12 17:00
    "
  `);
  edit('departments/desk.yaml', 'answerTime: 5 working days', 'answerTime: 2 working days');
  edit('tests/loans.yaml', 'notified: { ana: loan-late }', 'notified: { desk: loan-late }');
  expect((await run('test')).stdout).toMatchInlineSnapshot(`
    "config/tests/loans.yaml:26:94  a loan is asked for, and the desk is late
      step 15: expected desk to be sent loan-late; they were sent nothing
        sent to anybody: loan-late
    "
  `);
});

test('what no test uses is counted and named, all of it if wanted', async () => {
  const { stderr } = await run('test');
  expect(stderr).toMatchInlineSnapshot(`
    "2 of 2 stories hold, with 22 expectations.
    Never used by any case or story: 3 of 7 transitions, 1 of 2 sides of kinds.
      config/workflows/checklist.yaml:10:3  accept
      config/workflows/loan.yaml:19:3  lend
      config/requirements/membership/student.yaml:2:1  membership/student does not apply
      … 1 more, --all
    "
  `);
  const { stdout, stderr: talk } = await run('test', '--all');
  expect(stdout).toMatchInlineSnapshot(`
    "Never used by any case or story: 3 of 7 transitions.
      config/workflows/checklist.yaml:10:3  accept
      config/workflows/loan.yaml:19:3  lend
      config/workflows/loan.yaml:21:3  bring-back

    Never used by any case or story: 1 of 2 sides of kinds.
      config/requirements/membership/student.yaml:2:1  membership/student does not apply
    "
  `);
  expect(talk).toBe('2 of 2 stories hold, with 22 expectations.\n');
  expect((await run('test', '--only', 'refused ends')).stderr).toBe(
    '1 of 1 story holds, with 2 expectations.\n',
  );
});

test('a case says by which rule, when it is due, who is told, and what a list shows', async () => {
  write(
    'tests/loans.yaml',
    `cases:
  - case: the desk has two working days
    day: 2027-01-05
    as: member
    record: { type: loan, own: true, data: { book: Atlas, copies: 1, branch: hill } }
    refused: { lend: by, refuse: by }
    notified: { ask: { desk: loan-asked, owner: [] } }
    due: never
    columns: { asked: [] }
  - case: it is asked for
    day: 2027-01-05
    as: desk
    record: { type: loan, state: asked }
    refused: { bring-back: from }
    due: { answer: 2027-01-07 17:00 }
    columns: { asked: [number, owner, created] }
`,
  );
  expect(await run('test')).toMatchObject({ status: 0, stdout: '' });
  edit('tests/loans.yaml', 'refused: { lend: by, refuse: by }', 'refused: { lend: from, ask: by }');
  edit('tests/loans.yaml', '2027-01-07 17:00', '2027-01-08');
  edit('tests/loans.yaml', 'columns: { asked: [] }', 'columns: { asked: [number] }');
  edit('tests/loans.yaml', '{ desk: loan-asked, owner: [] }', '[owner]');
  expect((await run('test')).stdout).toMatchInlineSnapshot(`
    "config/tests/loans.yaml:6:22  the desk has two working days
      expected lend to be refused by "from", was refused by "by"
        the rule: config/workflows/loan.yaml:19:3

    config/tests/loans.yaml:6:33  the desk has two working days
      expected ask to be refused by "by"; it is not refused

    config/tests/loans.yaml:9:23  the desk has two working days
      list asked: expected number; shown is nothing

    config/tests/loans.yaml:7:23  the desk has two working days
      expected owner to be notified; they are not
        sent to anybody: loan-asked

    config/tests/loans.yaml:15:20  it is asked for
      answer: expected 2027-01-08, is 2027-01-07 17:00
    "
  `);
});

test('check finds names that nothing has', async () => {
  edit('tests/loans.yaml', 'lapsed: answer', 'lapsed: anser');
  expect((await run('check')).stdout).toContain('There is no clock "anser", so this test never holds.');
  expect(await run('test')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('There is no clock "anser".'),
  });
});

test('the examples of the documentation hold', async () => {
  rmSync(join(folder, 'config'), { recursive: true });
  cpSync('tests/fixtures/library', join(folder, 'config'), { recursive: true });
  mkdirSync(join(folder, 'config/tests'));
  const page = readFileSync('docs/configure/testing.md', 'utf8');
  const shown = [...page.matchAll(/^```yaml\n# (tests\/\S+)\n([\s\S]*?)^```/gm)];
  for (const [, name = '', text = ''] of shown) write(name, text);
  expect(shown).toHaveLength(2);
  expect(await run('test')).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(/^2 of 2 cases and 2 of 2 stories hold, /),
  });
});

const others = `title: What others have
personas:
  ana: { department: member }
  chief: { department: desk }
  ben: { department: desk, deputyOf: chief }
stories:
  - story: the same book twice
    day: 2027-01-05
    steps:
      - { as: ana, begin: loan, named: first, data: { book: Atlas, copies: 3, branch: harbour } }
      - { as: ana, take: ask, then: { state: asked } }
      - { as: ana, begin: loan, named: second }
      - { as: ana, take: ask, refused: needs/form }
      - { as: ana, save: { copies: 1 } }
      - { as: ana, take: ask, refused: unique }
      - { as: chief, of: first, take: refuse, input: { reason: Lost. } }
      - { as: ana, of: second, take: ask, then: { state: asked, refused: { lend: by } } }
  - story: a deputy does what the officer may do
    day: 2027-01-05
    given: { atlas: { type: loan, state: asked, owner: ana } }
    steps:
      - { as: ben, take: refuse, input: { reason: Lost. }, refused: by }
      - { as: ben, take: lend, then: { state: lent } }
      - { as: chief, take: bring-back, refused: by }
      - { as: desk, take: bring-back, then: { state: returned } }
`;

test('a story knows its other records: answers that are taken, earlier answers, and deputies', async () => {
  write('tests/loans.yaml', others);
  edit('departments/desk.yaml', 'kind: handler', 'kind: handler\ndeputies: { longest: 60 days }');
  edit('workflows/loan.yaml', 'lend: {', 'lend: { delegable: true,');
  edit('workflows/loan.yaml', 'by: { department: desk } }', 'by: { department: desk, not: { did: lend } } }');
  edit(
    'records/loan.yaml',
    'lists:',
    'unique: { over: [owner, book], unless: { state: [refused, returned] } }\n' +
      'prefill: [{ from: loan, latest: created, except: [copies] }]\nlists:',
  );
  expect(await run('test')).toMatchObject({ status: 0, stdout: '' });
  edit('tests/loans.yaml', 'refused: unique', 'then: { state: asked }');
  expect((await run('test')).stdout).toMatchInlineSnapshot(`
    "config/tests/loans.yaml:15:11  the same book twice
      step 6: ask is refused by "unique"
        the rule: config/workflows/loan.yaml:17:3
        There is already one with the same answers: Loan.
    "
  `);
  edit('tests/loans.yaml', 'deputyOf: chief', 'deputyOf: ana');
  expect((await run('check')).stdout).toContain('There is no officer who may have deputies "ana"');
});
