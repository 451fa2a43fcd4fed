/** An assessment that is kept in English is read in another language, to the last word and with every number as it was. */
import { expect, test } from 'vitest';
import { assess } from '../../engine/portal/assess.ts';
import type { Assessment } from '../../engine/portal/assessment.ts';
import { inFirstLanguage, inLanguage } from '../../engine/portal/in-language.ts';
import type { Portal } from '../../engine/portal/portal.ts';
import { retellAssessed, retellAssessment } from '../../engine/portal/retell-assessment.ts';
import { feeExamples, lateExamples } from '../fixtures/fee-examples.ts';
import { contextOf, recordOf } from '../fixtures/fee-record.ts';
import { withMarkedLanguage } from '../portal/marked-language.ts';
import { readPortal } from '../server/read-portal.ts';

const plain = await readPortal();

function assessed(application: Readonly<Record<string, unknown>>, today: string): Assessment {
  const record = recordOf('assessment', {});
  const context = contextOf({ record, ancestors: [recordOf('application', application)] });
  return assess(plain, 'business-permit', context, { today });
}

const assessments = [
  ...Object.values(feeExamples).map(({ application }) => assessed(application, '2026-01-10')),
  ...lateExamples.map(({ application, paidOn }) => assessed(application, paidOn)),
];

/** Everything that people read, with the amounts left out. */
function textsOf({ title, lines, subtotals, instalments }: Assessment): string[] {
  return [
    title,
    ...lines.flatMap((line) => [line.title, line.rule]),
    ...subtotals.map((one) => one.title),
    ...instalments.flatMap((one) => [one.title, one.charges.rule ?? '']),
  ];
}

test('no word of it stays as it was', () => {
  const reader = inLanguage(withMarkedLanguage(plain), 'fil');
  const texts = assessments.flatMap((one) => textsOf(retellAssessment(reader, one)));
  expect(texts.filter((text) => text.includes('«')).length).toBeGreaterThan(100);
  const left = texts.map((text) => text.replaceAll(/«[^«»]*»/g, '')).filter((text) => /\p{L}{2}/u.test(text));
  expect([...new Set(left)]).toEqual([]);
});

const numbersIn = (one: Assessment) => textsOf(one).map((text) => text.match(/\d[\d,.]*%?/g)?.toSorted() ?? []);

test('every number is where it was', () => {
  const reader = inLanguage(plain, 'fil');
  for (const one of assessments) expect(numbersIn(retellAssessment(reader, one))).toEqual(numbersIn(one));
});

test('a line says in Filipino how it was computed', () => {
  const { lines } = retellAssessment(inLanguage(plain, 'fil'), assessed(feeExamples['ex17']!.application, '2026-01-10'));
  expect(lines.map(({ rule }) => rule)).toMatchInlineSnapshot(`
    [
      "2,000,000 pataas: 0.5% ng 3,600,000.00, hindi bababa sa 11,500.00",
      "Higit sa 9, hanggang 99: 3,000.00",
      "Higit sa 25, hanggang 100: 500.00",
      "12 × 150.00",
      "12 × 200.00",
      "12 × 500.00",
      "Takdang halaga",
      "Takdang halaga",
      "Takdang halaga",
      "Takdang halaga",
      "Higit sa 9, hanggang 99: 500.00",
      "15% ng 15,200.00 (Mga bayaring pangregulasyon), hindi bababa sa 500.00",
    ]
  `);
});

test('so do the charges on a quarter that is late', () => {
  const [{ application, paidOn }] = [lateExamples[2]];
  const { instalments } = retellAssessment(inLanguage(plain, 'fil'), assessed(application, paidOn));
  expect(instalments.map(({ title, charges }) => `${title}: ${charges.rule}`)).toMatchInlineSnapshot(`
    [
      "Unang quarter: Surcharge na 25% ng 2,875.00; interes na 2% × 5 buwan ng 3,593.75",
      "Ikalawang quarter: Surcharge na 25% ng 2,875.00; interes na 2% × 2 buwan ng 3,593.75",
      "Ikatlong quarter: null",
      "Ikaapat na quarter: null",
    ]
  `);
});

test('a portal that is written in another language says it in that', () => {
  const first: Portal = { ...withMarkedLanguage(plain), locales: ['fil'], language: 'fil' };
  const [line] = retellAssessment(inFirstLanguage(first), assessed(feeExamples['ex17']!.application, '2026-01-10')).lines;
  expect(line?.rule).toBe('«2,000,000 or more»: «0.5% of 3,600,000.00», «at least 11,500.00»');
});

test('in the language that it is kept in, and where nothing is assessed, it is the same value', () => {
  const [one] = assessments;
  expect(retellAssessment(plain, one!)).toBe(one);
  for (const data of [{ assessment: 'none' }, {}]) expect(retellAssessed(inLanguage(plain, 'fil'), data)).toBe(data);
  expect(retellAssessed(plain, { assessment: one })).toEqual({ assessment: one });
});
