/** Recorded histories run again under a changed library: deputies, earlier names, choices by a list, endless steps. */
import { expect, test } from 'vitest';
import { compileFolder } from '../../engine/config/load.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { SourceFile } from '../../engine/config/source/source.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { blankRecord, type PortalRecord } from '../../engine/portal/model/record.ts';
import type { FormerName } from '../../engine/portal/model/place.ts';
import { withNamesOfHistory } from '../../engine/portal/succession/way-back.ts';
import { visitorOf } from '../../engine/portal/routing/visitors.ts';
import { type FamilyHistory, personKey, type ReplayEvent } from '../../engine/replay/history.ts';
import { type ReplayFindings, replayHistories } from '../../engine/replay/replay-histories.ts';
import { sealValues } from '../../engine/server/history/event-chain.ts';

type Edit = readonly [file: string, from: string, to: string];

const loans = 'workflows/loan.yaml';
const deputies: readonly Edit[] = [
  ['departments/desk.yaml', 'kind: handler', 'kind: handler\ndeputies: { longest: 60 days }'],
  [loans, 'lend: { from', 'lend: { delegable: true, from'],
  [loans, 'bring-back: { from', 'bring-back: { delegable: true, from'],
];

function library(...edits: readonly Edit[]): Portal {
  return portalOf((file) => ({
    ...file,
    text: edits
      .filter(([name]) => file.name === name)
      .reduce((before, [, from, to]) => {
        expect(before).toContain(from);
        return before.replaceAll(from, to);
      }, file.text),
  }));
}

function portalOf(edit: (file: SourceFile) => SourceFile): Portal {
  const read = readFiles('tests/fixtures/library');
  const { portal, diagnostics } = compileFolder({ ...read, files: read.files.map(edit) }, { proofs: false });
  if (portal === null) throw new Error(JSON.stringify(diagnostics));
  return portal;
}

/** Each account in the department in which it acts. */
const accounts = { ana: 'member', ben: 'desk', chief: 'desk', cy: 'member' };

function peopleIn(portal: Portal) {
  return new Map(
    Object.entries(accounts).flatMap(([account, department]) => {
      const key = personKey(portal, account, department);
      const visitor = visitorOf(portal, key.split(' ')[1] ?? '');
      return visitor === null ? [] : [[key, { ...visitor, account }] as const];
    }),
  );
}

const on = (day: number) => `2027-01-0${day}T02:00:00.000Z`;

function event(record: string, day: number, what: string, account: keyof typeof accounts): ReplayEvent {
  const department = accounts[account];
  return { record, at: on(day), account, department, what, detail: {}, entries: null };
}

const answers = { book: 'Atlas', copies: 1, branch: 'harbour', is_student: true };

function loan(parts: Partial<PortalRecord>): PortalRecord {
  return blankRecord('loan', { id: 'L', slug: 'l', owner: 'ana', createdAt: on(4), data: answers, ...parts });
}

const begun: ReplayEvent = {
  ...event('L', 4, 'created', 'ana'),
  entries: sealValues(new Map(Object.entries(answers).map(([name, value]) => [`data.${name}`, value]))),
};
const asked = event('L', 5, 'ask', 'ana');
const papers = ['membership/resident', 'membership/student'].map((kind, index) =>
  blankRecord('checklist', {
    id: `C${index}`,
    kind,
    state: 'open',
    office: 'desk',
    owner: 'ana',
    parent: 'L',
    createdAt: on(5),
  }),
);

function replay(
  before: Portal,
  after: Portal,
  history: Pick<FamilyHistory, 'records' | 'events'>,
): ReplayFindings {
  return replayHistories({
    histories: [{ ...history, isWhole: true, documents: new Map() }],
    before: { portal: before, people: peopleIn(before) },
    after: { portal: after, people: peopleIn(after) },
    accounts: new Map(
      Object.entries(accounts).map(([account, department]) => [`slug-${account}`, { account, department }]),
    ),
    until: on(9),
  });
}

const lent = {
  records: [loan({ state: 'lent' }), ...papers],
  events: [begun, asked, event('L', 6, 'lend', 'ben')],
};
const same = { replayed: 1, obstacles: [], differences: [] };
const texts = ({ differences }: ReplayFindings) => differences.map(({ kind, text }) => `${kind} ${text}`);

test('a deputy takes the step again, until the office has no deputies any more', () => {
  const events = lent.events.map((one) => (one.what === 'lend' ? { ...one, detail: { for: 'chief' } } : one));
  const history = { ...lent, events };
  expect(replay(library(...deputies), library(...deputies), history)).toEqual(same);
  expect(texts(replay(library(...deputies), library(), history))).toEqual([
    'refused loan: lend is refused by deputy',
    'end loan: asked instead of lent',
  ]);
});

test('the deputy of an officer is barred by what the officer did', () => {
  const bar: Edit = [
    loans,
    'bring-back: { delegable: true, from: lent, to: returned, by: { department: desk } }',
    'bring-back: { delegable: true, from: lent, to: returned, by: { department: desk, not: { did: lend } } }',
  ];
  const events = [
    ...lent.events.slice(0, 2),
    event('L', 6, 'lend', 'chief'),
    { ...event('L', 7, 'bring-back', 'ben'), detail: { for: 'chief' } },
  ];
  const history = { records: [loan({ state: 'returned' }), ...papers], events };
  expect(texts(replay(library(...deputies), library(...deputies, bar), history))).toContain(
    'refused loan: bring-back is refused by by',
  );
});

test('a department with another name has the same people', () => {
  const renamed = portalOf(({ name, path, text }) => ({
    name: name.replace('desk', 'front'),
    path: path.replace('desk', 'front'),
    text: `${text.replaceAll(/\bdesk\b/g, 'front')}${name.endsWith('desk.yaml') ? 'formerly: desk\n' : ''}`,
  }));
  expect(replay(library(), renamed, lent)).toEqual(same);
});

test('what was done under other names, which were taken back since, is done under the present ones', () => {
  const names = [
    ['question', 'loan: book', 'loan: volume'],
    ['step', 'loan.lend', 'loan.hand-over'],
    ['question', 'loan: volume', 'loan: book'],
    ['step', 'loan.hand-over', 'loan.lend'],
  ] as const;
  const carriedOut = names.map(([kind, name, successor]): FormerName => ({
    kind,
    name,
    successor,
    values: null,
    why: null,
    place: { file: '', line: 1, column: 1 },
  }));
  const { book, ...others } = answers;
  const entries = Object.entries({ ...others, volume: book }).map(
    ([name, one]) => [`data.${name}`, one] as const,
  );
  const history = {
    records: lent.records,
    events: [
      { ...begun, entries: sealValues(new Map(entries)) },
      asked,
      event('L', 6, 'hand-over', 'ben'),
      { ...event('L', 7, 'renamed', 'ben'), account: null, department: null },
    ],
  };
  const present = withNamesOfHistory(library(), carriedOut);
  expect(replay(present, present, history)).toEqual(same);
  expect(replay(library(), library(), history).obstacles).toMatchObject([{ reason: 'not-reproduced' }]);
});

test('the row of an item keeps its paper when the item is renamed', () => {
  const each: Edit = [
    'requirements/membership/student.yaml',
    '- { paper: student-card }',
    '- { id: card, paper: student-card, each: { lastMonths: 2 } }',
  ];
  const renamed: Edit = [
    'requirements/membership/student.yaml',
    '- { paper: student-card }',
    '- { id: pass, formerly: card, paper: student-card, each: { lastMonths: 2 } }',
  ];
  const filed = ['2026-12', '2026-11'].map((month, index): ReplayEvent => ({
    ...event('C1', 6 + index, 'item', 'ana'),
    detail: { item: `card.${month}`, state: 'filed' },
  }));
  const history = {
    records: [
      loan({ state: 'asked' }),
      ...papers.map((one) => (one.id === 'C1' ? { ...one, state: 'sent' } : one)),
    ],
    events: [begun, asked, ...filed, event('C1', 8, 'send', 'ana')],
  };
  expect(replay(library(each), library(each), history)).toEqual(same);
  expect(replay(library(each), library(renamed), history)).toEqual(same);
});

/** Two steps that lead back and forth for ever. */
function betweenStates(one: string, other: string): string {
  const trigger = 'trigger: { children: checklist, atLeast: 1 }';
  return `  there: { from: ${one}, to: ${other}, ${trigger} }\n  back: { from: ${other}, to: ${one}, ${trigger} }\n`;
}

test('steps that never end refuse the step, or do not happen', () => {
  const steps = '  refuse: { from: asked';
  const atOnce = betweenStates('asked', 'lent');
  const circle = library([loans, steps, `${atOnce}${steps}`]);
  expect(texts(replay(library(), circle, lent))).toContain('refused loan: ask is refused by rules');
  const late = `  wait: { from: lent, to: refused, trigger: { after: 1 day } }\n${betweenStates('refused', 'returned')}`;
  expect(replay(library(), library([loans, steps, `${late}${steps}`]), lent)).toEqual(same);
});

/** The trainer did it to the seminar. */
const done = (day: number, what: string, values: Readonly<Record<string, unknown>> = {}): ReplayEvent => ({
  record: 'S',
  at: on(day),
  account: 'trainer',
  department: 'bfp',
  what,
  detail: {},
  entries: sealValues(new Map(Object.entries(values))),
});

const invitation = (owner: string) =>
  blankRecord('seminar-invitation', { id: owner, parent: 'S', owner, state: 'invited', createdAt: on(6) });

test('people whom a step chose by a list are those for whom it created records', () => {
  const { portal } = compileFolder(readFiles('config'), { proofs: false });
  if (portal === null) throw new Error('The municipality is not sound.');
  const owners = { trainer: 'bfp', ana: 'establishment', ben: 'establishment' };
  const people = new Map(
    Object.entries(owners).flatMap(([account, department]) => {
      const visitor = visitorOf(portal, department);
      return visitor === null ? [] : [[personKey(portal, account, department), { ...visitor, account }]];
    }),
  );
  const data = {
    title: 'Fire safety',
    topic: 'How to keep exits clear.',
    starts_at: '2027-02-06T01:00:00.000Z',
    ends_at: '2027-02-06T05:00:00.000Z',
    place: 'Municipal hall',
    seats: 2,
  };
  const seminar = blankRecord('seminar', { id: 'S', state: 'open', owner: 'trainer', office: 'bfp' });
  const question = (invited: readonly string[]) => ({
    histories: [
      {
        records: [seminar, ...invited.map(invitation)],
        events: [
          done(
            4,
            'created',
            Object.fromEntries(Object.entries(data).map(([key, one]) => [`data.${key}`, one])),
          ),
          done(5, 'announce'),
          done(6, 'invite', { 'detail.input.pick': { state: 'released' } }),
        ],
        isWhole: true,
        documents: new Map(),
      },
    ],
    before: { portal, people },
    after: { portal, people },
    accounts: new Map(
      Object.entries(owners).map(([account, department]) => [account, { account, department }]),
    ),
    until: on(9),
  });
  expect(replayHistories(question(['ana', 'ben']))).toEqual(same);
  expect(replayHistories(question([])).obstacles).toMatchObject([{ reason: 'choice' }]);
  const { histories, ...rest } = question(['ana', 'ben']);
  const unread = histories.map((history) => ({ ...history, isWhole: false }));
  expect(replayHistories({ ...rest, histories: unread }).obstacles).toMatchObject([{ reason: 'unread' }]);
});
