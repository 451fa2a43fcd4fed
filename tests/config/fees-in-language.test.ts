/**
 * An assessment is stored as data and shown in the language of its reader, in every word, with every number
 * unchanged.
 */
import { expect, test } from 'vitest';
import { assess } from '../../engine/portal/fees/assess.ts';
import {
  type Assessment,
  spokenAssessment,
  type SpokenAssessment,
  spokenData,
} from '../../engine/portal/fees/assessment.ts';
import { fillDocument } from '../../engine/portal/documents/document-content.ts';
import { toAmount, numberShown, percentShown } from '../../engine/portal/fees/amounts.ts';
import { inFirstLanguage, inLanguage } from '../../engine/portal/translation/in-language.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { valueShown } from '../../engine/portal/text/tell.ts';
import { templateValues } from '../../engine/portal/documents/template-values.ts';
import { fillTemplate } from '../../engine/portal/text/text-template.ts';
import { loans, portalWithEveryRule } from '../fixtures/every-fee-rule.ts';
import { feeExamples, lateExamples } from '../fixtures/fee-examples.ts';
import { contextOf, recordOf } from '../fixtures/fee-record.ts';
import { withMarkedLanguage } from '../portal/marked-language.ts';
import { readPortal } from '../server/read-portal.ts';

const town = await readPortal();
const library = portalWithEveryRule();

function assessed(application: Readonly<Record<string, unknown>>, today: string): Assessment {
  const record = recordOf('assessment', {});
  const context = contextOf({ record, ancestors: [recordOf('application', application)] });
  return stored(assess(town, 'business-permit', context, { today }));
}

/** As read from the database. */
function stored(assessment: Assessment): Assessment {
  return JSON.parse(JSON.stringify(assessment)) as Assessment;
}

const ofTown = [
  ...Object.values(feeExamples).map(({ application }) => assessed(application, '2026-01-10')),
  ...lateExamples.map(({ application, paidOn }) => assessed(application, paidOn)),
];
const days = ['2026-01-05', '2026-01-20', '2026-02-20', '2027-01-01'];
const ofLibrary = loans.flatMap((loan) =>
  days.map((today) => stored(assess(library, 'loan', loan, { today }))),
);

/** All displayed texts, without the amounts. */
function textsOf({ title, version, lines, subtotals, instalments }: SpokenAssessment): string[] {
  return [
    title,
    version,
    ...lines.flatMap((line) => [line.title, line.rule, line.source ?? '']),
    ...subtotals.map((one) => one.title),
    ...instalments.flatMap((one) => [one.title, one.charges.rule ?? '']),
  ];
}

/** Letters that no text of the portal or of the engine contains, with the placeholders unchanged. */
const inOtherLetters = (text: string) =>
  text.replaceAll(/\{\w+\}|\p{L}/gu, (part) => (part.startsWith('{') ? part : 'ж'));

const numbersIn = (text: string) => text.match(/\d[\d,.]*%?/g) ?? [];

// A line of business without a title is named by its letter.
test.each([
  ['of the municipality', town, ofTown],
  ['with every kind of rule', library, ofLibrary],
])('no word of an assessment %s stays as it was, and every number does', (_, portal, assessments) => {
  const reader = inLanguage(withMarkedLanguage(portal, inOtherLetters), 'fil');
  const texts = assessments.flatMap((one) => textsOf(spokenAssessment(reader, one)));
  expect(texts.filter((text) => text.includes('ж')).length).toBeGreaterThan(100);
  expect(texts.filter((text) => /[\p{L}--ж]{2}/v.test(text))).toEqual([]);
  const written = assessments.flatMap((one) => textsOf(spokenAssessment(portal, one)));
  expect(texts.map(numbersIn)).toEqual(written.map(numbersIn));
});

const filipino = inLanguage(
  {
    ...withMarkedLanguage(library),
    translations: { fil: { texts: {}, contexts: {}, words: town.translations['fil']!.words } },
  },
  'fil',
);
const rulesOf = ({ lines, instalments }: SpokenAssessment) => [
  ...lines.map(({ title, rule }) => `${title} | ${rule}`),
  ...instalments.map(({ title, charges }) => `${title} | ${charges.rule}`),
];

test('every kind of rule explains itself in English and in Filipino', () => {
  const late = stored(assess(library, 'loan', loans[3]!, { today: '2027-01-01' }));
  const [loan] = loans;
  const soon = stored(assess(library, 'loan', loan!, { today: '2026-01-20' }));
  expect(rulesOf(spokenAssessment(library, late))).toMatchInlineSnapshot(`
    [
      "Bracket | 1,000,000.00 or more: 0.125% of 3,600,000.55",
      "Shelves: Harbour branch | Up to 9.00: 165.10",
      "Shelves: Hill branch | Above 99.00: 2,000.00",
      "Rooms: 12 | 54 × (Above 9.00, up to 99.00: 900.00)",
      "Rooms: 14 | 1,200 × (Above 99.00: 2,000.00)",
      "Whole | Any amount: 3% of 3,600,000.55",
      "Marginal | 2% of 400,000.00 + 1.125% of 500,000.00 above 400,000.00, at most 5,000.00 + 12.50",
      "Fixed fee | Fixed amount",
      "Each copy | 1,234 × 12 × 1,320.10",
      "Several | 1,234 × 2 × (50% of (0.375% of 3,600,000.55))",
      "Rebate | 1% of 3,600,000.55, less 21,000.00, never below 0.00, at most 90,000.00",
      "Floor | Fixed amount, at least 7.25",
      "Fund | 15% of 38,690,920.96 (Levy + Desk fees), at least 500.00",
      "Whole year | 3 of 12 months of 1,200.00",
      "Each month | 1,234 × (4 months of 0.5% of 3,600,000.55)",
      "Early | 10% of 38,658,408.45 (Desk fees)",
      "Credit | Fixed amount, at most 539.99",
      "Least | 300.00 (Whole year), at least 1,000.00",
      "Most | 88,848,313.57 (Whole year + Each month), at most 1,300.00",
      "First part | Surcharge 25% of 10,837.50; interest 2% × 5 months (the most) of 13,546.88",
      "Instalment 2 of 3 | Surcharge 25% of 10,837.50; interest 2% × 5 months (the most) of 13,546.88",
      "Instalment 3 of 3 | Surcharge 25% of 10,837.51; interest 2% × 5 months (the most) of 13,546.89",
    ]
  `);
  expect(rulesOf(spokenAssessment(filipino, late))).toMatchInlineSnapshot(`
    [
      "Bracket | 1,000,000.00 pataas: 0.125% ng 3,600,000.55",
      "Shelves: Harbour branch | Hanggang 9.00: 165.10",
      "Shelves: Hill branch | Higit sa 99.00: 2,000.00",
      "Rooms: 12 | 54 × (Higit sa 9.00, hanggang 99.00: 900.00)",
      "Rooms: 14 | 1,200 × (Higit sa 99.00: 2,000.00)",
      "Whole | Anumang halaga: 3% ng 3,600,000.55",
      "Marginal | 2% ng 400,000.00 + 1.125% ng 500,000.00 na lampas sa 400,000.00, hanggang 5,000.00 + 12.50",
      "Fixed fee | Takdang halaga",
      "Each copy | 1,234 × 12 × 1,320.10",
      "Several | 1,234 × 2 × (50% ng (0.375% ng 3,600,000.55))",
      "Rebate | 1% ng 3,600,000.55, bawas ang 21,000.00, hindi bababa sa 0.00, hanggang 90,000.00",
      "Floor | Takdang halaga, hindi bababa sa 7.25",
      "Fund | 15% ng 38,690,920.96 (Levy + Desk fees), hindi bababa sa 500.00",
      "Whole year | 3 sa 12 buwan ng 1,200.00",
      "Each month | 1,234 × (4 buwan ng 0.5% ng 3,600,000.55)",
      "Early | 10% ng 38,658,408.45 (Desk fees)",
      "Credit | Takdang halaga, hanggang 539.99",
      "Least | 300.00 (Whole year), hindi bababa sa 1,000.00",
      "Most | 88,848,313.57 (Whole year + Each month), hanggang 1,300.00",
      "First part | Surcharge na 25% ng 10,837.50; interes na 2% × 5 buwan (ang pinakamarami) ng 13,546.88",
      "Hulog 2 sa 3 | Surcharge na 25% ng 10,837.50; interes na 2% × 5 buwan (ang pinakamarami) ng 13,546.88",
      "Hulog 3 sa 3 | Surcharge na 25% ng 10,837.51; interes na 2% × 5 buwan (ang pinakamarami) ng 13,546.89",
    ]
  `);
  expect(rulesOf(spokenAssessment(library, soon)).at(-1)).toBe(
    'In full | Surcharge 25% of 11.00; interest 2% × 1 month of 13.75',
  );
  expect(rulesOf(spokenAssessment(filipino, soon)).at(-1)).toBe(
    'Buong bayad | Surcharge na 25% ng 11.00; interes na 2% × 1 buwan ng 13.75',
  );
});

test('amounts, counts and percentages are exact, however long they are', () => {
  const value = '123456789012345678.91';
  const loan = contextOf({ record: recordOf('loan', { value, copies: 1, shelves: [] }) });
  const bill = stored(assess(library, 'loan', loan, { today: '2026-01-05' }));
  for (const reader of [library, filipino]) {
    const whole = spokenAssessment(reader, bill).lines.find(({ id }) => id === 'whole');
    expect(whole?.rule).toMatch(/: 3% (of|ng) 123,456,789,012,345,678\.91$/);
    expect(whole?.amount).toBe('3703703670370370.37');
  }
  const long = toAmount('123456789012345678.0123456789');
  expect([numberShown, percentShown].map((shown) => valueShown(filipino, shown(long)))).toEqual([
    '123,456,789,012,345,678.0123456789',
    '123,456,789,012,345,678.0123456789%',
  ]);
});

test('a line of the municipality says in Filipino how it was computed', () => {
  const { lines } = spokenAssessment(
    inLanguage(town, 'fil'),
    assessed(feeExamples['ex17']!.application, '2026-01-10'),
  );
  expect(lines.map(({ rule }) => rule)).toMatchInlineSnapshot(`
    [
      "₱2,000,000.00 pataas: 0.5% ng ₱3,600,000.00, hindi bababa sa ₱11,500.00",
      "Higit sa 9, hanggang 99: ₱3,000.00",
      "Higit sa 25, hanggang 100: ₱500.00",
      "12 × ₱150.00",
      "12 × ₱200.00",
      "12 × ₱500.00",
      "Takdang halaga",
      "Takdang halaga",
      "Takdang halaga",
      "Takdang halaga",
      "Higit sa 9, hanggang 99: ₱500.00",
      "15% ng ₱15,200.00 (Mga bayaring pangregulasyon), hindi bababa sa ₱500.00",
    ]
  `);
});

test('so do the charges on a quarter that is late', () => {
  const [{ application, paidOn }] = [lateExamples[2]];
  const { instalments } = spokenAssessment(inLanguage(town, 'fil'), assessed(application, paidOn));
  expect(instalments.map(({ title, charges }) => `${title}: ${charges.rule}`)).toMatchInlineSnapshot(`
    [
      "Unang quarter: Surcharge na 25% ng ₱2,875.00; interes na 2% × 5 buwan ng ₱3,593.75",
      "Ikalawang quarter: Surcharge na 25% ng ₱2,875.00; interes na 2% × 2 buwan ng ₱3,593.75",
      "Ikatlong quarter: null",
      "Ikaapat na quarter: null",
    ]
  `);
});

test('a portal that is written in another language says it in that', () => {
  const first: Portal = { ...withMarkedLanguage(town), locales: ['fil'], language: 'fil' };
  const [line] = spokenAssessment(
    inFirstLanguage(first),
    assessed(feeExamples['ex17']!.application, '2026-01-10'),
  ).lines;
  expect(line?.rule).toBe('«««₱2,000,000.00 or more»: «0.5% of ₱3,600,000.00»», at least ₱11,500.00»');
});

test('what somebody typed names a group as it was typed, though it is a title elsewhere', () => {
  const shelves = [{ branch: 'hill', room: 'Fixed fee', metres: 3 }];
  const loan = contextOf({ record: recordOf('loan', { value: '1.00', copies: 1, shelves }) });
  const reader = inLanguage(withMarkedLanguage(library), 'fil');
  const titles = spokenAssessment(reader, assess(library, 'loan', loan, { today: '2026-01-05' })).lines.map(
    ({ title }) => title,
  );
  expect(titles).toContain('««Rooms»: Fixed fee»');
  expect(titles).toContain('««Shelves»: «Hill branch»»');
});

test('titles that are changed in the configuration later do not change what it said', () => {
  const other = portalWithEveryRule(['Fees of a loan', 'Bracket', 'Levy', 'First part']);
  for (const one of ofLibrary) {
    expect(spokenAssessment(other, one)).toEqual(spokenAssessment(library, one));
    expect(spokenAssessment(other, one).title).toBe('Fees of a loan');
  }
});

test('the rows of a document are in the first language of the portal', () => {
  const bill = assessed(feeExamples['ex17']!.application, '2026-01-10');
  const record = recordOf('assessment', { assessment: bill });
  const context = contextOf({
    record,
    ancestors: [recordOf('application', feeExamples['ex17']!.application)],
  });
  const rowsIn = (portal: Portal) => {
    const template = portal.documents['order-of-payment']!;
    const { blocks } = fillDocument(template, {
      portal,
      context,
      below: () => [],
      people: {},
      signers: {},
      document,
    });
    return blocks.flatMap((block) => (block.block === 'list' ? block.rows : []));
  };
  const titlesIn = (portal: Portal) => rowsIn(portal).map(([title]) => title);
  const document = {
    id: 'd',
    code: 'c',
    document: 'order-of-payment',
    number: null,
    variant: null,
    state: 'valid' as const,
    issuedAt: '2026-01-10T00:00:00Z',
    validUntil: null,
  };
  const { lines, instalments } = spokenAssessment(town, bill);
  expect(titlesIn(inLanguage(town, 'fil'))).toEqual([...lines, ...instalments].map(({ title }) => title));
  const first: Portal = { ...withMarkedLanguage(town), locales: ['fil'], language: 'fil' };
  expect(titlesIn(first).filter((title) => !title?.startsWith('«'))).toEqual([]);
  // What counts rooms or people has no sign of money.
  const bases = rowsIn(town).slice(0, lines.length);
  expect(bases.map(([, base]) => base?.startsWith('₱'))).toEqual(
    lines.map((line) => line.base !== null && line.isBaseMoney),
  );
  expect(bases.map(([, base]) => base)).toContain('12');
});

test('texts about the record say it in words', () => {
  const [assessment] = ofLibrary;
  const record = recordOf('loan', { assessment });
  const reader = inLanguage(withMarkedLanguage(library), 'fil');
  const values = templateValues({ portal: reader, context: contextOf({ record }), people: {} });
  expect(fillTemplate('{assessment.title}: {assessment.total:money}', values)).toBe(
    `«Fees of a loan»: ${fillTemplate('{assessment.total:money}', values)}`,
  );
});

test('an assessment of sentences is read as it is stored, and where nothing is assessed it is the same value', () => {
  const [one] = ofLibrary;
  const sentences = spokenAssessment(library, one!);
  expect(spokenAssessment(filipino, sentences)).toEqual(sentences);
  for (const data of [{ assessment: 'none' }, {}]) expect(spokenData(filipino, data)).toBe(data);
});
