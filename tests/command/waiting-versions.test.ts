/** Versions that wait for their time or for a second person, with a portal in production. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProduction } from './production-portal.ts';

let portal: Awaited<ReturnType<typeof openProduction>>;

beforeAll(async () => {
  portal = await openProduction();
});
afterAll(() => portal.close());

test('a restart does not put in force what waits, although it is in the folder', async () => {
  portal.edit('portal.yaml', 'City Library', 'Early Library');
  const { version } = await written('apply', '--message', 'Later.', '--at', later);
  await portal.restart();
  expect(await portal.title()).toContain('City Library');
  expect(portal.output()).toContain('Version 1 is in force. The configuration in');
  expect((await written('withdraw', version)).is).toBe('withdrawn');
  portal.edit('portal.yaml', 'Early Library', 'City Library');
});

test('what waits for its time comes into force by itself, unless another change came first', async () => {
  portal.edit('portal.yaml', 'City Library', 'Old Library');
  const waits = await portal.run(
    'apply',
    '--message',
    'Its old name.',
    '--author',
    'Ana',
    '--at',
    later,
    '--mail',
    'ana@town.example',
  );
  expect(waits).toMatchObject({ status: 0, stderr: '' });
  expect(waits.stdout).toContain('It waits as w');
  expect(await portal.title()).toContain('City Library');
  expect((await portal.run('versions', '--waiting')).stdout).toMatch(/^w\d+ {2}Ana: Its old name\. {2}from /);
  const name = /It waits as (w\d+)/.exec(waits.stdout)?.[1] ?? '';
  expect(await portal.bringForward(name)).toEqual(new Date('2099-06-30T23:00Z'));
  await expect.poll(portal.title, { timeout: 90_000, interval: 500 }).toContain('Old Library');
  expect((await portal.run('versions')).stdout).toMatch(
    /^2 {2}.* UTC {2}Ana: Its old name\. {2}~ portal\.yaml\n/,
  );
  expect((await portal.run('versions', '--waiting')).stdout).toBe('No version waits.\n');
  expect((await portal.run('mail')).stdout).toMatch(
    /ana@town\.example {2}Your change of the configuration is in force\n/,
  );
  // One that would now undo what somebody else put in force is not applied, and its author is told.
  portal.edit('portal.yaml', 'Old Library', 'New Library');
  await portal.run('apply', '--message', 'A new name.', '--at', later, '--mail', 'ana@town.example');
  const waiting = /^w\d+/.exec((await portal.run('versions', '--waiting')).stdout)?.[0] ?? '';
  portal.edit('portal.yaml', 'New Library', 'Town Library');
  expect((await portal.run('apply', '--message', 'Ours is first.')).status).toBe(0);
  expect((await portal.run('approve', waiting, '--plan')).status).toBe(1);
  await portal.bringForward(waiting);
  await expect
    .poll(async () => (await portal.run('mail')).stdout, { timeout: 120_000, interval: 500 })
    .toContain('Your change of the configuration was not put in force');
  expect(await portal.title()).toContain('Town Library');
  expect((await portal.run('versions', '--waiting')).stdout).toContain(
    'Another version came into force meanwhile',
  );
  expect(await portal.run('withdraw', waiting)).toMatchObject({
    status: 0,
    stdout: `${waiting} was taken back.\n`,
  });
  const gone = await portal.run('withdraw', waiting, '--format', 'json');
  expect(gone).toMatchObject({ status: 2, stderr: '' });
  expect(JSON.parse(gone.stdout)).toEqual({
    is: 'refused',
    version: null,
    reasons: [`No version waits as ${waiting}.`],
  });
}, 300_000);

test('what is said is looked at before the files: a time, an address, the name of what waits', async () => {
  expect(await refusal(...never, '--at', '2020-01-01T00:00')).toBe(
    '2020-01-01T00:00 in Europe/Lisbon is over already.\n',
  );
  expect(await refusal(...never, '--at', 'tomorrow')).toContain('is not a time such as');
  expect(await refusal(...never, '--at', '2099-03-29T01:30')).toBe(
    '2099-03-29T01:30 does not exist in Europe/Lisbon: the clocks go forward over it. Choose another time.\n',
  );
  expect(await refusal(...never, '--mail', 'ana')).toBe('"ana" is not an e-mail address.\n');
  // A number is that of a version, which nobody can approve.
  for (const words of [
    ['approve', '1', '--plan'],
    ['withdraw', '1'],
    ['apply', '--waiting', '1'],
  ])
    expect(await refusal(...words)).toContain('"1" is not the name of a version that waits, such as w3');
});

test('where two people decide, a second one has to approve', async () => {
  portal.edit('portal.yaml', 'title:', 'versions: { secondPerson: true }\ntitle:');
  portal.edit('departments/member.yaml', 'kind:', 'units: branch\nkind:');
  expect((await portal.run('apply', '--message', 'Two people decide.', '--author', 'Ana')).status).toBe(0);
  portal.edit('portal.yaml', 'Town Library', 'City Library');
  const wished = await portal.run('apply', '--message', 'A city again.', '--author', 'Ana Cruz');
  expect(wished).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('until a second person approves it'),
  });
  expect(await portal.title()).toContain('Town Library');
  const number = /It waits as (w\d+)/.exec(wished.stdout)?.[1] ?? '';
  expect((await portal.run('apply', '--waiting', number)).status).toBe(1);
  expect(await portal.run('approve', number, '--author', 'Cruz,  aná ')).toMatchObject({
    status: 1,
    stderr: 'Ana Cruz wants it. Somebody else has to approve it.\n',
  });
  expect(await portal.title()).toContain('Town Library');
  // What is approved before its time goes on waiting.
  const order = [...never, '--author', '***', '--at', later];
  const { version: dated } = await written(...order);
  // Two names without letters differ, and who approves it again is told that it waits.
  for (const approver of ['+++', 'Ben'])
    expect(await written('approve', dated, '--author', approver)).toEqual({
      is: 'waits',
      version: dated,
      reasons: [],
    });
  expect(await written('withdraw', dated)).toEqual({ is: 'withdrawn', version: dated, reasons: [] });
  expect(await written('approve', number, '--author', 'Ben')).toEqual({
    is: 'applied',
    version: expect.stringMatching(/^\d+$/),
    reasons: [],
  });
  expect(await portal.title()).toContain('City Library');
  expect((await portal.run('versions')).stdout).toMatch(
    /^\d+ {2}.* UTC {2}Ana Cruz and Ben: A city again\. {2}/,
  );
  // In the workbench, people change their names; their account stays.
  const [ana, ben] = ['0197a000-0000-7000-8000-000000000001', '0197a000-0000-7000-8000-000000000002'];
  portal.edit('portal.yaml', 'City Library', 'Village Library');
  const ordered = await portal.runAs(ana, 'apply', '--message', 'A village.', '--author', 'ana@town.example');
  const village = /It waits as (w\d+)/.exec(ordered.stdout)?.[1] ?? '';
  const renamed = await portal.runAs(ana, 'approve', village, '--author', 'other@town.example');
  expect(renamed.status).toBe(1);
  expect(renamed.stderr).toContain('Somebody else has to approve it.');
  // Another account is somebody else, although its address has the same words.
  expect((await portal.runAs(ben, 'approve', village, '--author', 'ana-town@example')).status).toBe(0);
  // What the records refuse is not approved by halves: it waits for somebody as before.
  const hill = '  - { value: hill, label: Hill branch }\n';
  portal.edit('lookups/branch.yaml', hill, '');
  const { version: unloved } = await written('apply', '--message', 'No hill.', '--author', 'Ana');
  portal.edit('lookups/branch.yaml', 'rows:\n', `rows:\n${hill}`);
  const reader = 'reader@town.example';
  expect((await portal.runBeside('user', 'add', 'member', reader, '--unit', 'hill')).status).toBe(0);
  const refused = await portal.run('approve', unloved, '--author', 'Ben');
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('hill') });
  expect((await portal.run('versions', '--waiting')).stdout).toContain('Ana: No hill.  needs approval');
  expect((await written('withdraw', unloved)).is).toBe('withdrawn');
  // It goes back to one person by the same rule.
  portal.edit('portal.yaml', 'versions: { secondPerson: true }\n', '');
  const last = await portal.run('apply', '--message', 'One is enough.', '--author', 'Ana');
  expect(
    (await portal.run('approve', /It waits as (w\d+)/.exec(last.stdout)?.[1] ?? '', '--author', 'Ben'))
      .status,
  ).toBe(0);
}, 300_000);

test('of two orders for the same version in force, one is refused', async () => {
  const current = /^\d+/.exec((await portal.run('versions')).stdout)?.[0] ?? '';
  portal.edit('portal.yaml', 'Village Library', 'Two Libraries');
  const order = (why: string) => portal.runBeside('apply', '--message', why, '--onto', current);
  const outcomes = await Promise.all([order('First.'), order('Second.')]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([0, 1]);
  expect(outcomes.find(({ status }) => status === 1)?.said).toMatch(/Look at the plan again\.\n$/);
  portal.edit('portal.yaml', 'Two Libraries', 'Third Library');
  expect(await portal.run('apply', '--message', 'Late.', '--onto', current)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `Version ${Number(current) + 1} is in force, and not version ${current}. Look at the plan again.\n`,
  });
  expect((await portal.run('apply', '--message', 'Late.', '--onto', 'w1')).status).toBe(2);
  expect(await portal.title()).toContain('Two Libraries');
});

/** Summer in Lisbon, an hour ahead of UTC. The tests bring it forward where it has to come. */
const later = '2099-07-01T00:00';

const never = ['apply', '--message', 'Never.'];

/** @returns what a command says that shows nothing else */
async function refusal(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await portal.run(...words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  return stderr;
}

/** @returns what a command writes for programs */
async function written(...words: string[]) {
  const { status, stdout, stderr } = await portal.run(...words, '--format', 'json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}
