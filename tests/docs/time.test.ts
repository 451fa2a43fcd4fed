/** The page on days and times: its process runs, and its table matches its schedule. */
import { expect, test, vi } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { assess } from '../../engine/portal/fees/assess.ts';
import { may } from '../../engine/portal/access/access.ts';
import { blankRecord, contextAlone } from '../../engine/portal/model/record.ts';
import { slicePortal } from '../../engine/portal/wire/slice-portal.ts';
import { person, Play } from '../config/process/play.ts';
import { contextOf, recordOf } from '../fixtures/fee-record.ts';
import { configurationWith, filesShownIn, readPage } from './shown-process.ts';

const page = readPage('time');
const shown = filesShownIn(page);
const compiled = compilePortal(configurationWith(shown));
const portal = compiled.portal!;

const [owner, clerk, chief] = [
  person('establishment', 'owner'),
  person('bplo', 'clerk'),
  person('bplo', 'chief'),
];
const police = person('police');
const boat = { boat: 'Amihan', starts_on: '2027-01-31', insured_until: '2027-12-31' };

test('the process is sound, without a warning but for translations', () => {
  const told = compiled.diagnostics.filter(({ code }) => !code.startsWith('locale/'));
  expect(told.map(({ code, file, line, message }) => `${file}:${line} ${code} ${message}`)).toEqual([]);
});

test.each([
  ['2026-11-14', false],
  ['2026-11-15', true],
  ['2027-02-15', true],
  ['2027-02-16', false],
  ['2028-01-31', true],
  ['2028-02-01', false],
])('on %s a berth can be asked for: %s, and the browser is told the same', (today, expected) => {
  const record = blankRecord('berth', { owner: 'owner', state: 'draft' });
  const context = contextAlone({ record, today, now: `${today}T01:00:00.000Z` });
  expect(may({ portal, visitor: owner, context }, 'create', 'berth')).toBe(expected);
  vi.useFakeTimers({ now: new Date(`${today}T01:00:00.000Z`) });
  const { recordTypes } = slicePortal({ portal, visitor: owner });
  vi.useRealTimers();
  expect(recordTypes['berth']?.mayCreate).toBe(expected);
  expect(recordTypes['berth']?.cannotCreate).toBe(
    expected ? undefined : 'You can apply for a berth from 15 November to 31 January.',
  );
});

test('an insurance that ends within six months is refused', () => {
  const play = new Play(portal, '2026-11-20T01:00:00.000Z');
  const short = play.begin(owner, 'berth', { ...boat, insured_until: '2027-05-19' });
  expect(play.refusal(owner, short, 'submit')).toContain('six more months');
  const long = play.begin(owner, 'berth', { ...boat, insured_until: '2027-05-20' });
  expect(play.take(owner, long, 'submit').state).toBe('received');
});

test('the clock is paused while the owner answers, and a lapse reminds once without moving the record', () => {
  const play = new Play(portal, '2026-11-20T01:00:00.000Z');
  const berth = play.take(owner, play.begin(owner, 'berth', boat), 'submit');
  const due = play.again(berth).due;
  const survey = play.take(police, play.one('berth-survey'), 'question', { reason: 'How deep?' });
  expect(play.again(berth)).toMatchObject({ due: null, clocks: { decision: { state: 'paused' } } });
  play.wait('2026-12-28T01:00:00.000Z');
  expect(play.notices).toEqual([]);
  play.take(owner, survey, 'answer', { reason: '1.2 m' });
  expect(play.again(berth).due! > due!).toBe(true);
  play.wait('2027-01-11T01:00:00.000Z');
  play.wait('2027-01-12T01:00:00.000Z');
  expect(play.again(berth).state).toBe('received');
  expect(play.notices).toEqual(['berth-waits']);
  play.take(police, play.one('berth-survey'), 'finish');
  const granted = play.take(chief, play.again(berth), 'grant');
  expect(granted.data['assessment']).toMatchObject({ total: '3500.00', nextDue: '2027-01-31' });
  play.wait('2027-03-01T01:00:00.000Z');
  const again = play.take(clerk, granted, 'bill-again');
  expect(again.data['assessment']).toMatchObject({ lateCharges: '266.00' });
  // Three months from 31 January end on 30 April.
  expect(again.due).toBe('2027-04-30T16:00:00.000Z');
  play.wait('2027-04-30T15:59:00.000Z');
  expect(play.again(berth).state).toBe('granted');
  play.wait('2027-04-30T16:00:00.000Z');
  expect(play.again(berth).state).toBe('left');
});

const rows = [...page.matchAll(/^\|\s*(\d{4}-\d\d-\d\d .*)\|$/gm)].map((row) =>
  (row[1] ?? '').split('|').map((cell) => cell.trim()),
);

test('the table shows what the schedule computes', () => {
  const found = rows.map(([first, today = '']) => {
    const record = recordOf('berth', { ...boat, starts_on: first });
    const { instalments, lateCharges } = assess(portal, 'berth', contextOf({ record }), { today });
    return [first, today, ...instalments.map(({ due }) => due), lateCharges];
  });
  expect(rows.length).toBeGreaterThan(2);
  expect(found).toEqual(rows);
});

test('while the date is missing nothing is due, and what is due at once may be counted from a date too', () => {
  const bare = recordOf('berth', { boat: 'Amihan' });
  const { instalments, nextDue, lateCharges } = assess(portal, 'berth', contextOf({ record: bare }), {
    today: '2028-01-01',
  });
  expect([instalments.map(({ due }) => due), nextDue, lateCharges]).toEqual([
    [null, null, null],
    null,
    '0.00',
  ]);
  const fees = shown.find(({ name }) => name === 'fees/berth.yaml')!;
  const changed = (due: string) => {
    const text = fees.text.replace(/instalments:[\s\S]*?late:/, `due: ${due}\nlate:`);
    const files = configurationWith([...shown.filter((one) => one !== fees), { ...fees, text }]);
    const record = recordOf('berth', boat);
    const whole = assess(compilePortal(files, { proofs: false }).portal!, 'berth', contextOf({ record }), {
      today: '2027-02-22',
    });
    return [whole.instalments.map((one) => one.due), whole.nextDue, whole.lateCharges];
  };
  // 10%, and 2% for each started month, of lines with late charges: the rent.
  expect(changed('{ field: starts_on, plus: 21 days }')).toEqual([['2027-02-21'], '2027-02-21', '366.00']);
  expect(changed('{ field: starts_on, plus: 10 working days }')).toEqual([
    ['2027-02-12'],
    '2027-02-12',
    '366.00',
  ]);
  // Started on 5 January.
  expect(changed('{ plus: 2 months }')).toEqual([['2026-03-05'], '2026-03-05', '1092.00']);
  expect(changed('12-31')).toEqual([['2026-12-31'], '2026-12-31', '432.00']);
});

test('a reminder before a date of the record is sent once, and again for a later date only', () => {
  const play = new Play(portal, '2026-11-20T01:00:00.000Z');
  const berth = play.take(owner, play.begin(owner, 'berth', boat), 'submit');
  play.take(police, play.one('berth-survey'), 'finish');
  play.take(chief, play.again(berth), 'grant');
  const sent = (name: string) => play.notices.filter((one) => one === name).length;
  // 31 January begins in Manila at 16:00 UTC of the day before.
  play.wait('2027-01-30T23:59:00.000Z');
  expect(sent('berth-begins')).toBe(0);
  play.wait('2027-01-31T00:00:00.000Z');
  expect(sent('berth-begins')).toBe(1);
  const insure = (insured_until: string) => {
    const record = play.again(berth);
    play.put({ ...record, data: { ...record.data, insured_until } });
  };
  insure('2027-03-31');
  play.wait('2027-02-28T15:59:00.000Z');
  expect(sent('insurance-ends')).toBe(0);
  play.wait('2027-03-01T16:00:00.000Z');
  expect(sent('insurance-ends')).toBe(1);
  insure('2027-03-30');
  play.wait('2027-03-10T01:00:00.000Z');
  expect(sent('insurance-ends')).toBe(1);
  insure('2027-04-15');
  play.wait('2027-03-20T01:00:00.000Z');
  expect(sent('insurance-ends')).toBe(2);
  expect(play.events(berth).filter((one) => one === 'reminded')).toHaveLength(3);
  expect(sent('berth-begins')).toBe(1);
});
