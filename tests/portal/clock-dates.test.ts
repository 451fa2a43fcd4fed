/** Clocks that count from a date: they start when it is known, move when it changes, and lose no day before it. */
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import { contextAlone } from '../../engine/portal/model/record.ts';
import { templateValues } from '../../engine/portal/documents/template-values.ts';
import { fillTemplate } from '../../engine/portal/text/text-template.ts';
import { person, Play } from '../config/process/play.ts';

const form = `type: object
title: Loan
properties:
  book: { type: string, title: Book }
  copies: { type: integer, title: Copies }
  branch: { type: string, title: Branch, lookup: branch }
  is_student: { type: boolean, title: Student }
  starts_on: { type: string, title: First day, format: date, notBefore: any, notAfter: any }
`;

/** When a visit begins. */
const visit = `${form}  begins_at: { type: string, title: Begins, format: date-time, notBefore: any, notAfter: any }
`;

const receipt = `type: object
title: Receipt
properties:
  paid_on: { type: string, title: Paid on, format: date, notBefore: any, notAfter: any }
`;

const workflow = (season: string) => `of: loan
initial: draft
states:
  draft: { title: Draft, waitsFor: owner }
  granted: { title: Granted, waitsFor: office }
  held: { title: Held, waitsFor: office }
  asked: { title: Asked, waitsFor: office }
  left: { title: Left, final: true }
clocks:
  season: { ${season}, starts: granted, pauses: held, stops: left, extend: { by: { department: desk } } }
transitions:
  grant: { from: draft, to: granted, by: { party: owner } }
  hold: { from: [granted, asked], to: held, by: { department: desk } }
  go-on: { from: held, to: granted, by: { department: desk } }
  admit: { from: granted, to: asked, by: { department: desk } }
  post: { from: [granted, asked, held], to: granted, by: { department: desk }, input: receipt, saves: true }
  remind: { from: [granted, asked], to: granted, trigger: { lapsed: season } }
  leave: { from: [granted, asked], to: left, by: { department: desk } }
`;

const papers = `of: checklist
initial: open
states:
  open: { title: Open, waitsFor: owner }
  accepted: { title: Accepted, final: true }
  sent: { title: Sent, waitsFor: office }
clocks:
  visit: { within: 5 days, from: { field: loan.starts_on }, starts: open, stops: accepted }
transitions:
  send: { from: open, to: sent, by: { party: owner } }
  accept: { from: sent, to: accepted, by: { department: desk } }
`;

function portalWith(season: string, ends = true) {
  const steps = workflow(season);
  const own = {
    'forms/loan.yaml': season.includes('begins_at') ? visit : form,
    'forms/receipt.yaml': receipt,
    'workflows/checklist.yaml': papers,
    'workflows/loan.yaml': ends
      ? steps.replace(
          /remind: .*$/m,
          'end: { from: [granted, asked], to: left, trigger: { lapsed: season } }',
        )
      : steps.replace('[granted, asked], to: granted, trigger', 'granted, to: granted, trigger'),
  };
  const { files } = readFiles('tests/fixtures/library');
  const { portal, diagnostics } = compilePortal(
    [
      ...files
        .filter(({ name }) => !Object.hasOwn(own, name))
        .map((file) => ({ ...file, text: file.text.replace('Europe/Lisbon', 'Asia/Manila') })),
      ...Object.entries(own).map(([name, text]) => ({ name, path: `config/${name}`, text })),
    ],
    { proofs: false },
  );
  const wrong = diagnostics.filter(({ severity }) => severity === 'error');
  if (portal === null || wrong.length > 0) throw new Error(JSON.stringify(wrong));
  return portal;
}

const [member, desk] = [person('member', 'owner'), person('desk', 'clerk')];
const ofAnswer = portalWith('within: 3 months, from: { field: starts_on }');
const ofReceipt = portalWith('within: 3 months, from: { field: post.paid_on }');
const inWorkingDays = portalWith('within: 10 working days, from: { field: starts_on }');
const warning = portalWith(
  'within: 1 month, from: { field: starts_on }, warn: { before: 5 days, then: [] }',
  false,
);
const reminding = portalWith('within: 1 month, from: { field: starts_on }', false);

const granted = (
  portal: typeof ofAnswer,
  data: Readonly<Record<string, unknown>> = {},
  at = '2031-03-01T01:00:00.000Z',
) => {
  const play = new Play(portal, at);
  return { play, loan: play.take(member, play.begin(member, 'loan', { book: 'Atlas', ...data }), 'grant') };
};

/** A month's last day in Manila ends at 16:00 UTC. */
const over = (day: string) => `${day}T16:00:00.000Z`;

test('a date that a later step saves starts the clock, and its end takes the record on', () => {
  const { play, loan } = granted(ofReceipt);
  expect(loan.due).toBeNull();
  expect(play.take(desk, loan, 'post', { paid_on: '2031-03-31' }).due).toBe(over('2031-06-30'));
  play.wait('2031-06-30T15:59:00.000Z');
  expect(play.again(loan).state).toBe('granted');
  play.wait(over('2031-06-30'));
  expect(play.again(loan).state).toBe('left');
});

test('an answer that is given later starts the clock, another one moves it, and none stops the count', () => {
  const { play, loan } = granted(ofAnswer);
  const dueWith = (data: Readonly<Record<string, unknown>>) => {
    const record = play.again(loan);
    play.put({ ...record, data: { ...record.data, ...data } });
    return play.again(loan).due;
  };
  expect(loan.due).toBeNull();
  expect(dueWith({ starts_on: '2031-04-10' })).toBe(over('2031-07-10'));
  expect(dueWith({ starts_on: '2031-09-10' })).toBe(over('2031-12-10'));
  play.wait(over('2031-07-10'));
  expect(play.again(loan).state).toBe('granted');
  expect(dueWith({ starts_on: '' })).toBeNull();
  play.wait(over('2031-12-10'));
  expect(play.again(loan).state).toBe('granted');
  dueWith({ starts_on: '2031-01-10' });
  expect(play.again(loan).state).toBe('left');
});

test('a clock counts from the day that a moment has in the portal’s time zone', () => {
  const ofMoment = portalWith('within: 2 days, from: { field: begins_at }');
  // Past midnight in Manila.
  const { loan } = granted(ofMoment, { begins_at: '2031-04-09T17:00:00.000Z' });
  expect(loan.due).toBe(over('2031-04-12'));
  expect(granted(ofMoment, { begins_at: '2031-04-09T15:00:00.000Z' }).loan.due).toBe(over('2031-04-11'));
});

test('a date of the record above moves the clock of the one below', () => {
  const { play, loan } = granted(ofAnswer);
  const dueWith = (starts_on: string) => {
    const record = play.again(loan);
    play.put({ ...record, data: { ...record.data, starts_on } });
    return play.one('checklist').due;
  };
  expect(play.one('checklist').due).toBeNull();
  expect(dueWith('2031-04-10')).toBe(over('2031-04-15'));
  expect(dueWith('2031-04-20')).toBe(over('2031-04-25'));
});

test('the clock has started in its state, so the date may become known in a later one', () => {
  const { play, loan } = granted(ofAnswer);
  const record = play.take(desk, loan, 'admit');
  play.put({ ...record, data: { ...record.data, starts_on: '2031-04-10' } });
  expect(play.again(loan)).toMatchObject({ state: 'asked', due: over('2031-07-10') });
});

test.each([
  ['before the date', '2031-03-10T02:00:00.000Z', '2031-04-09T03:00:00.000Z', '2031-09-30'],
  ['on the date alone', '2031-06-30T02:00:00.000Z', '2031-06-30T09:00:00.000Z', '2031-09-30'],
  [
    'from before the date until 10 July',
    '2031-06-01T02:00:00.000Z',
    '2031-07-10T03:00:00.000Z',
    '2031-10-10',
  ],
  ['for 5 days in it', '2031-07-10T02:00:00.000Z', '2031-07-15T09:00:00.000Z', '2031-10-05'],
])('a pause %s loses the days of the count alone', (_, from, to, last) => {
  const { play, loan } = granted(ofAnswer, { starts_on: '2031-06-30' });
  play.wait(from);
  const held = play.take(desk, play.again(loan), 'hold');
  expect(held.due).toBeNull();
  play.wait(to);
  expect(play.take(desk, held, 'go-on').due).toBe(over(last));
});

test('working days before the date are not lost by a pause either', () => {
  const { play, loan } = granted(inWorkingDays, { starts_on: '2031-06-30' });
  const due = loan.due;
  const held = play.take(desk, loan, 'hold');
  play.wait('2031-04-09T02:00:00.000Z');
  expect(play.take(desk, held, 'go-on').due).toBe(due);
  play.take(desk, play.again(loan), 'hold');
  // Day 0 is a Monday: Tuesday and Wednesday are lost.
  play.wait('2031-07-02T02:00:00.000Z');
  expect(play.take(desk, play.again(loan), 'go-on').due! > due!).toBe(true);
});

test('a moved date keeps the extension, and the pauses that lie in its time', () => {
  const { play, loan } = granted(ofAnswer, { starts_on: '2031-03-01' });
  const held = play.take(desk, loan, 'hold');
  play.wait('2031-03-11T01:00:00.000Z');
  play.take(desk, held, 'go-on');
  // 10 days lost, and 3 more months.
  expect(play.take(desk, play.again(loan), 'extend-season').due).toBe(over('2031-09-11'));
  const moved = (day: string) => {
    const record = play.again(loan);
    play.put({ ...record, data: { ...record.data, starts_on: day } });
    return play.again(loan).due;
  };
  expect(moved('2031-03-06')).toBe(over('2031-09-11'));
  expect(moved('2031-05-01')).toBe(over('2031-11-01'));
});

test('a date that changes while the clock rests counts when it goes on', () => {
  const { play, loan } = granted(ofAnswer, { starts_on: '2031-03-01' });
  const held = play.take(desk, loan, 'hold');
  play.wait('2031-03-21T01:00:00.000Z');
  play.put({ ...held, data: { ...held.data, starts_on: '2031-04-01' } });
  expect(play.again(loan).due).toBeNull();
  expect(play.take(desk, play.again(loan), 'go-on').due).toBe(over('2031-07-01'));
});

test('what has run out and is moved ahead runs out once more', () => {
  const { play, loan } = granted(reminding, { starts_on: '2031-03-01' });
  const reminders = () => Number(play.again(loan).clocks['season']?.spent?.length ?? 0);
  play.wait(over('2031-04-01'));
  expect([play.again(loan).state, reminders()]).toEqual(['granted', 1]);
  const record = play.again(loan);
  play.put({ ...record, data: { ...record.data, starts_on: '2031-05-01' } });
  expect([play.again(loan).due, reminders()]).toEqual([over('2031-06-01'), 0]);
  play.wait(over('2031-06-01'));
  expect(reminders()).toBe(1);
});

/** A granted loan whose first day may be moved, and how often its history names an event. */
function movable(portal: typeof ofAnswer, startsOn: string) {
  const { play, loan } = granted(portal, { starts_on: startsOn });
  const move = (date: string | null) => {
    const record = play.again(loan);
    play.put({ ...record, data: { ...record.data, starts_on: date } });
  };
  return { play, move, count: (what: string) => play.events(loan).filter((one) => one === what).length };
}

test('a date that is taken out, or moved ahead and back, does not run out again', () => {
  const { play, move, count } = movable(reminding, '2031-03-01');
  play.wait(over('2031-04-01'));
  expect(count('remind')).toBe(1);
  for (const date of [null, '2031-03-01', '', '2031-02-20', '2031-05-01', '2031-03-01']) move(date);
  play.wait('2031-04-05T01:00:00.000Z');
  expect(count('remind')).toBe(1);
  move('2031-05-01');
  play.wait(over('2031-06-01'));
  expect(count('remind')).toBe(2);
  for (const date of ['2031-03-01', null, '2031-05-01', '2031-08-01', '2031-05-01']) move(date);
  expect(count('remind')).toBe(2);
});

test('a warning is given once, however often its date is moved, and again for a later day that comes near', () => {
  const { play, move, count } = movable(warning, '2031-03-10');
  play.wait('2031-04-06T01:00:00.000Z');
  expect(count('warned')).toBe(1);
  const moves = [
    '2031-03-11',
    '2031-03-12',
    '2031-03-10',
    null,
    '2031-03-10',
    '2031-06-10',
    '2031-03-12',
    '2031-03-09',
  ];
  for (const date of moves) {
    move(date);
    play.wait('2031-04-06T02:00:00.000Z');
  }
  expect(count('warned')).toBe(1);
  move('2031-06-10');
  play.wait('2031-07-01T01:00:00.000Z');
  expect(count('warned')).toBe(1);
  play.wait('2031-07-06T01:00:00.000Z');
  expect(count('warned')).toBe(2);
});

test('a notice and a document name the last day, also of what was moved by a pause', () => {
  const { loan } = granted(ofAnswer, { starts_on: '2031-06-30' });
  const context = contextAlone({ record: loan, today: '2031-07-01', now: '2031-07-01T00:00:00.000Z' });
  const said = (text: string) =>
    fillTemplate(text, templateValues({ portal: ofAnswer, context, people: {} }));
  expect(said('Until {due:longDate}, {due:date}, {due:moment}')).toEqual(
    'Until 30 September 2031, 30 Sept 2031, 30 September 2031',
  );
});
