/** Answers of every kind, in lists and in histories, are moved, kept or erased as the configuration says. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import { claimKey } from '../../../engine/server/audit/anchors.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import { type Edits, editedPortal } from '../../plan/edited-portal.ts';
import { type Browser, openBrowser, openPortalServer, type PortalServer } from '../portal-server.ts';
import { adoptThere, callRecords } from './call-records.ts';

const directory = 'tests/fixtures/library';
let server: PortalServer;
let member: Browser;

beforeAll(async () => {
  server = await openPortalServer(editedPortal(directory));
  await claimKey(server.database, testAuditKey);
  member = openBrowser(server.origin);
  await member.signIn('member@library.example');
});
afterAll(() => server.close());

const send = (method: string, path: string, body?: unknown, version?: number) =>
  callRecords(member, method, path, { body, version });

const adopt = (portal: Portal) => adoptThere(server, portal);

/** The form of a loan with other questions than a copy of each kind of answer. */
const listed = (questions: string): Edits => ({
  'forms/loan.yaml': `type: object
title: Loan
required: [book, branch]
properties:
  book: { type: string, title: Title of the book, minLength: 1 }
  branch: { type: string, title: Branch, lookup: branch }
${questions}`,
  'records/loan.yaml': [/, copies: 1|, is_student: true/g, ''],
  'requirements/membership/student.yaml': ['{ field: is_student, is: true }', '{ field: branch, is: hill }'],
});

const readers = `  copies: { type: integer, title: Copies }
  is_student: { type: boolean, title: 'Are you a student?' }
  readers:
    type: array
    title: Readers
    items: { type: object, properties: { name: { type: string, title: Name }, pin: { type: integer, title: Pin } } }
`;

const kept = '- { question: "loan: school", values: keep, why: Nobody reads it. }\n';
const people = [
  { name: 'Ana', pin: 1 },
  { name: 'Ben', pin: 2 },
];
let slug: string;

test('numbers, yes or no, and lists with what is in them are moved and not lost, each alone', async () => {
  expect(await adopt(editedPortal(directory, { ...listed(readers), 'gone.yaml': kept }))).toEqual([]);
  const data = { book: 'Cats', branch: 'harbour', copies: 3, is_student: false, readers: people };
  slug = (await send('POST', 'loan', { data })).slug;
  const told = await adopt(editedPortal(directory, { ...listed(''), 'gone.yaml': kept }));
  const names = told.map((line) => /under the question "([^"]+)"/.exec(line)?.[1]);
  expect(names).toEqual([
    'loan: copies',
    'loan: is_student',
    'loan: readers',
    'loan: readers.name',
    'loan: readers.pin',
  ]);
  const others = `  amount: { type: integer, title: Copies, formerly: copies }
  is_pupil: { type: boolean, title: 'Are you a pupil?', formerly: is_student }
  people:
    type: array
    title: People
    formerly: readers
    items:
      type: object
      properties: { who: { type: string, title: Who, formerly: name }, pin: { type: integer, title: Pin } }
`;
  expect(await adopt(editedPortal(directory, { ...listed(others), 'gone.yaml': kept }))).toEqual([]);
  expect((await send('GET', `loan/${slug}`)).data).toEqual({
    book: 'Cats',
    branch: 'harbour',
    amount: 3,
    is_pupil: false,
    people: [
      { who: 'Ana', pin: 1 },
      { who: 'Ben', pin: 2 },
    ],
  });
});

test('where one answer would take the place of another nothing is moved', async () => {
  const merged = `- { question: "loan: people", successor: "loan: book", why: One is enough. }
- { question: "loan: school", values: keep, why: Nobody reads it. }
`;
  const left = `  amount: { type: integer, title: Copies, formerly: copies }
  is_pupil: { type: boolean, title: 'Are you a pupil?', formerly: is_student }
`;
  expect(await adopt(editedPortal(directory, { ...listed(left), 'gone.yaml': merged }))).toContain(
    '1 record has an answer to the question "loan: people" and one to "loan: book", which takes its place, so one of the two ' +
      'would be lost. Keep both questions, or list the first in gone.yaml with `values: keep` or `values: erase`.',
  );
  // Back under the names of before, also in the list.
  expect(await adopt(editedPortal(directory, { ...listed(readers), 'gone.yaml': kept }))).toEqual([]);
  expect((await send('GET', `loan/${slug}`)).data).toMatchObject({
    readers: people,
    copies: 3,
    is_student: false,
  });
});

test('an answer that was taken back is erased from the history, too', async () => {
  expect(
    await adopt(
      editedPortal(directory, {
        'gone.yaml': '- { question: "loan: readers", values: keep, why: Nobody reads them. }\n',
      }),
    ),
  ).toEqual([]);
  const data = { book: 'Dogs', copies: 1, branch: 'harbour', is_student: true, school: 'SECRET' };
  const made = await send('POST', 'loan', { data });
  await send('PATCH', `loan/${made.slug}`, { data: { school: null } }, 1);
  const losses = `- { question: "loan: readers", values: erase, why: Nobody reads them. }
- { question: "loan: school", values: erase, why: Nobody reads it. }
`;
  expect(
    await adopt(
      editedPortal(directory, { 'forms/loan.yaml': [/\n {2}school: .*/g, ''], 'gone.yaml': losses }),
    ),
  ).toEqual([]);
  const left = await server.database.query(`SELECT FROM event_values WHERE entries::text LIKE '%SECRET%'`);
  expect(left).toEqual([]);
});
