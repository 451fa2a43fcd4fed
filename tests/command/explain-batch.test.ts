/** The batch of `explain` as a stream: one line in, one line out, whatever the line contains. */
import { PassThrough, Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { answerLine, explainBatch } from '../../engine/command/explain/explain-path.ts';
import { rowsOf } from '../../engine/command/routes.ts';
import { loadPortal } from '../../engine/config/load.ts';

const { portal } = await loadPortal('tests/fixtures/library', { proofs: false });
if (portal === null) throw new Error('The library is not sound.');
const library = portal;

test('a line is answered with what decide says, and nothing that is absent', () => {
  expect(answer({ path: '/desk', as: 'counter' })).toEqual({
    outcome: 'show',
    route: 'desk.index',
    title: 'Requests',
    screen: 'list',
  });
  expect(answer({ path: '/desk', as: 'desk', can: { access: false } })).toEqual({
    outcome: 'go',
    to: '/',
    signOut: true,
    message: 'Please ask at the desk.',
    route: 'desk.index',
  });
  expect(answer({ path: '/nowhere' })).toEqual({ outcome: 'not-found' });
});

test.each([
  'no json',
  '',
  '[]',
  'null',
  '{}',
  '{"path":7}',
  '{"path":"/","as":7}',
  '{"path":"/","as":"nobody"}',
  '{"path":"/","as":"constructor"}',
  '{"path":"/","as":"desk","can":"access"}',
  '{"path":"/","as":"desk","can":{"acess":true}}',
  '{"path":"/","as":"desk","can":{"access":{}}}',
])('the line %j is answered with an error', (line) => {
  expect(Object.keys(JSON.parse(answerLine(library, line)))).toEqual(['error']);
});

test('lines that come in pieces are put together, and the last needs no end', async () => {
  const pieces = ['{"path":"/de', 'sk","as":"desk"}\nbroken\n{"pa', 'th":"/opening-hours"}'];
  const output = new PassThrough();
  const [answers] = await Promise.all([
    text(output),
    explainBatch(library, Readable.from(pieces), output).then(() => output.end()),
  ]);
  const outcomes = answers
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).route ?? 'error');
  expect(outcomes).toEqual(['desk.index', 'error', 'opening-hours']);
});

test('it ends when nobody reads its output any more, even while questions still come', async () => {
  const questions = new PassThrough();
  const closed = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  });
  questions.write(`${JSON.stringify({ path: '/desk' })}\n`);
  await explainBatch(library, questions, closed);
  expect(questions.destroyed).toBe(true);
});

test('thousands of lines a second are answered', () => {
  const line = JSON.stringify({ path: '/member/loan/some-slug/student/some-check', as: 'member' });
  // CPU time of this process: others may keep the machine busy.
  const start = process.cpuUsage();
  for (let count = 0; count < 5_000; count += 1) answerLine(library, line);
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000);
});

test('the routes tell who may open them and that every page is open', () => {
  const rows = rowsOf(library);
  const row = (name: string) => rows.find((one) => one.name === name);
  expect(row('desk.index')).toMatchObject({ departments: ['desk'], open: true });
  expect(row('sign-in')).toMatchObject({ departments: [], open: true, guards: ['guest'] });
  expect(row('opening-hours')).toMatchObject({ open: true, screen: 'link' });
  expect(row('staff.messages')?.departments).toEqual(['desk', 'director']);
});

function answer(question: unknown): unknown {
  return JSON.parse(answerLine(library, JSON.stringify(question)));
}
