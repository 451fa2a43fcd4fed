/** Lists keep the rows that they have sent: a list that is read again is the same as one that is read for the first time. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { WireRecord, WireRow } from '../../../engine/contract/record.ts';
import { rowNeedsOf } from '../../../engine/server/records/lists/row-needs.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { DerivedValue } from '../../../engine/portal/model/record-type.ts';
import { readPortal } from '../read-portal.ts';
import { expectStatus, openOffice } from './office.ts';
import type { Caller, Office } from './office.ts';

const types = ['application', 'clearance', 'checklist'];
let portal: Portal;
let office: Office;
/** Has a new portal for each reading of the lists, so it never knows a row. */
let forgetful: Office;
let unknown: Portal;
let readers: Caller[];

beforeAll(async () => {
  portal = withCount(await readPortal());
  unknown = portal;
  office = await openOffice(portal);
  forgetful = await openOffice(portal, undefined, {
    database: office.database,
    portal: () => unknown,
  });
  const owner = await office.person('establishment', { access: true, email_verified: true });
  const licensing = await office.person('bplo');
  const offices = await Promise.all(['pmto', 'mayor'].map((key) => office.person(key)));
  readers = [owner, licensing, ...offices];
  const [example] = parse(await readFile('config/forms/unified-form.yaml', 'utf8')).examples;
  const made = await owner.post('application', { data: example });
  expectStatus(made, 201);
  const sent = await step(owner, made.json(), 'submit');
  await step(licensing, sent, 'accept', { class: 'complex', lines_confirmed: true });
});
afterAll(async () => {
  await forgetful.server.close();
  await office.end();
});

/** A list of checklists also counts the clearances of its application that are done. */
function withCount(base: Portal): Portal {
  const { application, checklist } = base.recordTypes;
  const { office: list } = checklist?.lists ?? {};
  const [column] = list?.columns ?? [];
  if (application === undefined || checklist === undefined || list === undefined || column === undefined)
    throw new Error('There is no such list.');
  const columns = [...list.columns, { ...column, value: 'application.clearances-done' }];
  const lists = { ...checklist.lists, office: { ...list, columns } };
  const done: DerivedValue = {
    measure: 'count',
    of: 'clearance',
    where: {
      test: 'compare',
      subject: { from: 'record', name: 'state' },
      operator: 'in',
      operand: { value: ['issued', 'waived', 'deemed', 'cancelled'] },
    },
  };
  const derived = { ...application.derived, 'clearances-done': done };
  const changed = { checklist: { ...checklist, lists }, application: { ...application, derived } };
  return { ...base, recordTypes: { ...base.recordTypes, ...changed } };
}

async function step(who: Caller, record: WireRecord, name: string, input = {}): Promise<WireRecord> {
  const path = `${record.type}/${record.slug}/${name}`;
  const answer = await who.post(path, { input }, { version: record.version });
  expectStatus(answer, 200);
  return answer.json();
}

/** Each list is read for the first time. */
function rowsAnew(visitor: Caller['visitor']): Promise<WireRow[]> {
  unknown = { ...portal };
  return rowsOf(forgetful.as(visitor));
}

/** The rows of all lists of the reader. */
async function rowsOf(who: Caller): Promise<WireRow[]> {
  const rows: WireRow[] = [];
  for (const type of types) {
    for (const list of Object.keys(portal.recordTypes[type]?.lists ?? {})) {
      const answer = await who.get(`${type}?list=${list}`);
      expectStatus(answer, 200);
      rows.push(...answer.json<{ items: WireRow[] }>().items);
    }
  }
  return rows;
}

/** @returns the rows of every reader */
async function expectSame(): Promise<string> {
  const texts: string[] = [];
  for (const reader of readers) {
    const rows = await rowsOf(reader);
    expect(rows).toEqual(await rowsAnew(reader.visitor));
    texts.push(JSON.stringify(rows));
  }
  return texts.join('\n');
}

const change = (type: string, sql: string, of = 'true') =>
  `UPDATE records SET ${sql} WHERE type = '${type}' AND ${of}`;

test.each([
  ['an answer of an ancestor', change('application', `data = data || '{"business_name": "Other Name"}'`)],
  ['the number of an ancestor', change('application', `number = 'OTHER-1'`)],
  ['the state', change('clearance', `state = 'issued'`)],
  ['the state of a checklist', change('checklist', `state = 'accepted'`)],
  ['the due date', change('clearance', `due = '2031-01-05T00:00:00Z'`)],
  ['the version', change('checklist', 'version = version + 1')],
  [
    'who works on the record',
    change('clearance', `assignee = (SELECT id FROM accounts WHERE department = records.office LIMIT 1)`),
  ],
  ['the name of who works on it', `UPDATE accounts SET name = 'Renamed Officer' WHERE department = 'pmto'`],
  ['the name of the owner', `UPDATE accounts SET name = 'Renamed Owner' WHERE department = 'establishment'`],
  ['another state of a record beside it', change('clearance', `state = 'received'`, `office <> 'pmto'`)],
])('a row follows %s', async (_, sql) => {
  const before = await expectSame();
  await office.database.query(sql);
  expect(await expectSame()).not.toBe(before);
});

test('a row is for one visitor: with fewer rights the same account gets other rows', async () => {
  for (const reader of readers) {
    const limited = {
      ...reader.visitor,
      flags: { access: true, username_change: true },
      name: `${reader.visitor.name} limited`,
    };
    await rowsOf(reader);
    const rows = await rowsOf(office.as(limited));
    expect(rows).toEqual(await rowsAnew(limited));
  }
});

test('rows with a clock that may have run out are not kept, all others are', () => {
  const kept = Object.values(portal.recordTypes).flatMap((type) =>
    Object.values(type.lists).map((list) => rowNeedsOf(portal, type, list)?.isLasting ?? false),
  );
  expect(kept.filter((one) => one).length).toBeGreaterThan(kept.length * 0.9);
});
