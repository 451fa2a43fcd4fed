/** `munisipyo apply` and `rollback`, with a portal in production that goes on serving. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProduction } from './production-portal.ts';

let portal: Awaited<ReturnType<typeof openProduction>>;

beforeAll(async () => {
  portal = await openProduction();
});
afterAll(() => portal.close());

test('a change is shown, put in force without a restart, listed, and taken back as a new version', async () => {
  expect(await portal.title()).toContain('City Library');
  portal.edit('portal.yaml', 'City Library', 'Town Library');
  const wished = await portal.run('apply', '--message', 'The city is a town.', '--author', 'Ana');
  expect(wished).toMatchObject({ status: 0, stderr: '' });
  expect(wished.stdout).toContain('City Library → Town Library');
  expect(wished.stdout).toContain('Version 2 is in force. To take it back: munisipyo rollback 1');
  expect(await portal.title()).toContain('Town Library');
  expect((await portal.run('versions')).stdout).toMatch(
    /^2 {2}.* UTC {2}Ana: The city is a town\. {2}~ portal\.yaml\n1 {2}/,
  );
  expect((await portal.run('show', '2', '--plan')).stdout).toMatch(
    /^Ana: The city is a town\.\n\nPlan from version 1 to .*City Library → Town Library/s,
  );
  expect(await portal.run('show', '1', '--plan')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('has no plan'),
  });
  expect((await portal.run('apply', '--message', 'Again.')).stdout).toContain('does the same as version 2.');
  const same = await portal.run('apply', '--message', 'Again.', '--format', 'json');
  expect(JSON.parse(same.stdout)).toEqual({ is: 'same', version: '2', reasons: [] });
  const planned = await portal.run('rollback', '1', '--plan');
  expect(planned).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Town Library → City Library'),
  });
  expect(await portal.title()).toContain('Town Library');
  const back = await portal.run('rollback', '1', '--message', 'It is a city after all.', '--author', 'Ben');
  expect(back).toMatchObject({ status: 0, stdout: expect.stringContaining('Version 3 is in force.') });
  expect(await portal.title()).toContain('City Library');
  expect((await portal.run('versions')).stdout).toMatch(
    /^3 {2}.* UTC {2}Ben: It is a city after all\. \(as 1\) {2}~ portal\.yaml\n/,
  );
});

test('after a restart the version in force is served, whatever the folder says', async () => {
  await portal.restart();
  expect(await portal.title()).toContain('City Library');
  expect(portal.output()).toContain('Version 3 is in force. The configuration in');
  expect(portal.output()).toContain('differs: "munisipyo plan" says how.');
});

test('mistakes, wrong words and an unknown version change nothing', async () => {
  portal.edit('portal.yaml', 'login: sign-in', 'login: nowhere');
  const broken = await portal.run('apply', '--message', 'Broken.');
  expect(broken).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('has mistakes, so it cannot be put in force'),
  });
  expect(broken.stdout).toContain('portal/unknown-login');
  const told = await portal.run('apply', '--message', 'Broken.', '--format', 'json');
  expect(told).toMatchObject({ status: 1, stderr: '' });
  expect(JSON.parse(told.stdout)).toEqual({
    is: 'refused',
    version: null,
    reasons: [expect.stringContaining('has mistakes, so it cannot be put in force.')],
  });
  expect((await portal.run('apply')).status).toBe(2);
  expect(await portal.run('rollback', '9', '--message', 'No.')).toMatchObject({
    status: 2,
    stderr: 'There are no files of a version 9 of the configuration.\n',
  });
  expect((await portal.run('rollback', 'HEAD', '--message', 'No.')).status).toBe(2);
  expect((await portal.run('versions')).stdout.split('\n')).toHaveLength(4);
});

test('a story that does not go as it says keeps a configuration from coming into force', async () => {
  portal.edit('portal.yaml', 'login: nowhere', 'login: sign-in');
  const story = `stories:
  - story: the desk lends what was asked for
    day: 2027-01-05
    given: { atlas: { type: loan, state: asked } }
    steps:
      - { as: member, take: lend }
`;
  portal.write('tests/loans.yaml', story);
  const refused = await portal.run('apply', '--message', 'With a story.');
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('does not do what its tests expect.'),
  });
  expect(refused.stdout).toContain('step 1: lend is refused by "read"');
});
