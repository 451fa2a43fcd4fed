/** The page on what lowers a bill: its process runs, and its table matches its schedule. */
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { assess } from '../../engine/portal/fees/assess.ts';
import type { Assessment } from '../../engine/portal/fees/assessment.ts';
import { person, Play } from '../config/process/play.ts';
import { contextOf, recordOf } from '../fixtures/fee-record.ts';
import { configurationWith, filesShownIn, readPage } from './shown-process.ts';

const page = readPage('deductions');
const compiled = compilePortal(configurationWith(filesShownIn(page)));
const portal = compiled.portal!;

test('the process is sound, without a warning but for translations', () => {
  const told = compiled.diagnostics.filter(({ code }) => !code.startsWith('locale/'));
  expect(told.map(({ code, file, line, message }) => `${file}:${line} ${code} ${message}`)).toEqual([]);
});

const rows = [...page.matchAll(/^\|\s*(\d{4}-\d\d-\d\d .*)\|$/gm)].map((row) =>
  (row[1] ?? '').split('|').map((cell) => cell.trim()),
);
const columns = ['berth', 'at-once', 'water', 'water/waived', 'watch', 'service-limits', 'credit'];

test('the table shows what the schedule computes', () => {
  const found = rows.map(([first = '', last = '', once = '', before = '', ...amounts]) => {
    const answers = { starts_on: first, ends_on: last, at_once: once === 'yes' };
    const record = recordOf('mooring', { ...answers, ...(before !== '' && { paid_before: before }) });
    const isWaived = amounts[3] !== '';
    const waiver = recordOf('mooring-waiver', { lines: ['water'], reason: 'The water was cut off.' });
    const children = isWaived ? [waiver] : [];
    const { lines, total, instalments } = assess(portal, 'mooring', contextOf({ record, children }), {
      today: '2027-01-01',
    });
    const cells = columns.map((id) => lines.find((line) => line.id === id)?.amount ?? '');
    return [first, last, once, before, ...cells, total, String(instalments.length)];
  });
  expect(rows.length).toBeGreaterThan(4);
  expect(found).toEqual(rows);
});

const [owner, cashier, treasurer] = [
  person('establishment', 'owner'),
  { ...person('mto', 'cashier'), flags: {} },
  person('mto', 'treasurer'),
];

test('an officer waives a line with a reason, and pays back no more than was paid', () => {
  const play = new Play(portal, '2026-11-20T01:00:00.000Z');
  const answers = { boat: 'Amihan', starts_on: '2027-04-01', ends_on: '2027-09-30' };
  const bill = play.take(owner, play.begin(owner, 'mooring', answers), 'submit');
  const waived = { lines: ['water'], reason: 'The water was cut off.' };
  expect(play.refusal(cashier, bill, 'waive', waived)).not.toBe('It was not refused.');
  const less = play.take(treasurer, bill, 'waive', waived);
  const { lines, total } = less.data['assessment'] as Assessment;
  expect(total).toBe('3060.00');
  expect(lines.find(({ isWaiver }) => isWaiver)).toMatchObject({ amount: '-60.00', rule: waived.reason });
  const on = { paid_on: '2026-11-20' };
  const paid = play.take(cashier, less, 'pay', { amount: '3060.00', ...on });
  expect(play.refusal(treasurer, paid, 'pay-back', { amount: '3060.01', ...on })).toContain(
    'more than was paid',
  );
  const back = play.take(treasurer, paid, 'pay-back', { amount: '100.00', ...on });
  expect(back.data['assessment']).toMatchObject({ paid: '2960.00', refunded: '100.00', balance: '100.00' });
});
