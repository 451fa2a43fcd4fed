/** How a message becomes a sentence for its reader. */
import { expect, test } from 'vitest';
import { catalogue } from '../../locales/catalogue.ts';
import { message } from '../../locales/message.ts';
import { english } from '../language/say.ts';
import { configuredMessage, portalText, tell, valueShown, type ReaderLocale } from './tell.ts';

const messages = catalogue('test', {
  due: '{title} is due on {day}, by {moment}.',
  owed: 'Pay {amount}.',
  rows: { one: '1 row of {of}', other: '{count} rows of {of}' },
  send: 'Send {kinds}, up to {size}.',
  why: 'Refused: {reason}',
});

const words = {
  language: 'fil',
  texts: {
    'test.due': 'Takda ang {title} sa {day}, {moment}.',
    'test.send': 'Magpadala ng {kinds}, hanggang {size}.',
    'test.why': 'Tinanggihan: {reason}',
    'test.owed': 'Magbayad ng {amount}.',
  },
};
const own = { timeZone: 'Asia/Manila', constants: { currency: 'PHP' } };
const british: ReaderLocale = { ...own, language: 'en', words: english };
const filipino: ReaderLocale = {
  ...own,
  language: 'fil',
  words,
  composed: {},
  translations: { fil: { texts: { Loan: 'Pautang' }, contexts: { step: { Loan: 'Ipautang' } }, words } },
};

test('titles of the portal, days and moments are in the language of the reader', () => {
  const due = message(messages.due, {
    title: { text: 'Loan', kind: 'item' },
    day: { day: '2026-12-03' },
    moment: { moment: '2026-12-03T01:30:00.000Z' },
  });
  expect(tell(british, due)).toBe('Loan is due on 3 December 2026, by 3 December 2026, 09:30.');
  const said = tell(filipino, due);
  expect(said).toMatch(/^Takda ang Pautang sa /);
  expect(said).not.toMatch(/Loan|December/);
  expect(portalText(filipino, { text: 'Loan', kind: 'step' })).toBe('Ipautang');
});

test('what a person typed is shown as typed, though it is a title, a message or a place of one', () => {
  const typed = ['Loan', 'Pay {amount}.', '{title}', 'sari-sari'];
  const said = typed.map((text) => tell(filipino, message(messages.why, { reason: text })));
  expect(said).toEqual(typed.map((text) => `Tinanggihan: ${text}`));
});

test('amounts, sizes and lists are written as the language writes them', () => {
  const send = message(messages.send, {
    kinds: { oneOf: ['PDF', 'JPG', 'PNG'] },
    size: { bytes: 10_490_000 },
  });
  expect(tell(british, send)).toBe('Send PDF, JPG or PNG, up to 10.4 MB.');
  expect(tell(filipino, send)).toMatch(/^Magpadala ng PDF, JPG,? o PNG, hanggang 10\.4 MB\.$/);
  const withCommas = { oneOf: ['Simple, 3 days', 'Complex, 7 days'] };
  expect(valueShown(british, withCommas)).toBe('Simple, 3 days; Complex, 7 days');
  expect(tell(british, message(messages.owed, { amount: { amount: '1320.1' } }))).toBe('Pay ₱1,320.10.');
  const sizes = [999, 52_300, 1_990_000].map((bytes) =>
    tell(british, message(messages.why, { reason: { bytes } })),
  );
  expect(sizes).toEqual(['Refused: 999 bytes', 'Refused: 52 kB', 'Refused: 1.9 MB']);
});

test('the number decides the plural, and a message may contain another', () => {
  const rows = (count: number) => message(messages.rows, { count, of: ['a', 'b', 'c'] });
  expect(tell(british, message(messages.why, { reason: rows(1) }))).toBe('Refused: 1 row of a, b and c');
  expect(tell(british, rows(2000))).toBe('2,000 rows of a, b and c');
  expect(tell(filipino, message(messages.why, { reason: message(messages.owed, { amount: 'x' }) }))).toBe(
    'Tinanggihan: Magbayad ng x.',
  );
});

test('digits and percentages keep every decimal, and nothing is rounded', () => {
  const exact = [
    { digits: '12345678901234567.10' },
    { digits: '80.5' },
    { digits: '1500' },
    { percent: '0.375' },
    { percent: '0.10' },
  ];
  const shown = ['12,345,678,901,234,567.10', '80.5', '1,500', '0.375%', '0.10%'];
  expect(exact.map((value) => valueShown(british, value))).toEqual(shown);
  expect(exact.map((value) => valueShown(filipino, value))).toEqual(shown);
});

test('English in place of a missing translation has the plural of English', () => {
  // In Filipino 5 counts as `one`.
  expect(tell(filipino, message(messages.rows, { count: 5, of: 'a' }))).toBe('5 rows of a');
});

test('a sentence of the configuration is a message too', () => {
  expect(tell(british, configuredMessage('Loan', 'message'))).toBe('Loan');
  expect(tell(filipino, configuredMessage('Loan', 'message'))).toBe('Pautang');
  expect(tell({ ...filipino, translations: {} }, configuredMessage('Loan', 'message'))).toBe('Loan');
});

test('a message without a translation is shown in English', () => {
  expect(tell(filipino, { code: 'test.gone', english: 'No {what}.', values: { what: 'way' } })).toBe(
    'No way.',
  );
});

test('the hours of times are those of the region of the portal, and days stay as they are', () => {
  const at = message(messages.due, {
    title: 'The form',
    day: { day: '2026-11-21' },
    moment: { moment: '2026-11-21T06:30:00Z' },
  });
  const here = { ...british, constants: { region: 'PH' } };
  expect(tell(here, at)).toBe('The form is due on 21 November 2026, by 21 November 2026, 2:30 PM.');
});
