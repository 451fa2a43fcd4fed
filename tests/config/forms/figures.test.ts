/** What `check` knows of figures: where it warns, and where it knows better. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compilePortal } from '../../../engine/config/compile.ts';
import { readFiles } from '../../../engine/config/read-files.ts';

const { files } = readFiles('tests/fixtures/library');
const portalFile = readFileSync('tests/fixtures/library/portal.yaml', 'utf8');
const loanFile = readFileSync('tests/fixtures/library/records/loan.yaml', 'utf8');
const questions = `title: Tried
type: object
properties:
  is_large: { type: boolean, title: Large }
  size: { type: string, title: Size, enum: [small, large], ui:enumNames: [Small, Large] }
  metres: { type: number, title: Length, minimum: 0, multipleOf: 0.01 }
  quantity: { type: integer, title: Quantity, minimum: 0 }
  price: { type: string, title: Price, format: money }
  discount: { type: string, title: Discount, format: money, when: { field: is_large, is: true } }
  vat: { type: number, title: Tax, minimum: 0, ui:unit: '%' }
  from: { type: string, title: From, format: date, notBefore: any, notAfter: any }
  to: { type: string, title: To, format: date, notBefore: from, notAfter: any }
  days: { type: integer, title: Days, compute: { days: { from: from, to: to } } }
  earlier: { title: Earlier loan, ref: loan, label: number }
  lent: { title: Copies lent, from: earlier.copies }
  rows:
    type: array
    title: Rows
    items: { type: object, properties: { points: { type: integer, title: Points, maximum: 10 } } }
`;

/**
 * @param figure the question `figure` without its title
 * @param loan the record type that `earlier` names
 */
function codesOf(figure: string, loan = loanFile): string[] {
  const sources = [
    ...files.filter(({ name }) => name !== 'portal.yaml' && name !== 'records/loan.yaml'),
    { path: 'config/records/loan.yaml', name: 'records/loan.yaml', text: loan },
    { path: 'config/portal.yaml', name: 'portal.yaml', text: withConstants },
    {
      path: 'config/forms/tried.yaml',
      name: 'forms/tried.yaml',
      text: `${questions}  figure: { title: Figure, ${figure} }\n`,
    },
  ];
  const told = compilePortal(sources, { proofs: false }).diagnostics;
  return told.flatMap(({ code, file }) => (file.endsWith('tried.yaml') ? [code] : []));
}

const withConstants = portalFile.replace(
  'constants:\n',
  "constants:\n  nightly: 250.5\n  tiny: 0.0000001\n  sign: '#'\n",
);

test.each([
  // A figure that is asked whenever its part is.
  'type: string, format: money, when: { field: is_large, is: true }, compute: { product: [discount, 2] }',
  'type: string, format: money, when: { all: [{ field: is_large, is: true }, { field: size, is: large }] }, compute: { product: [discount, 2] }',
  'type: string, format: money, compute: { cases: [{ when: { field: is_large, is: true }, value: discount }], else: price }',
  'type: string, format: money, compute: { cases: [{ when: { field: is_large, is: false }, value: 0 }, { when: { not: { field: is_large, is: true } }, value: price }], else: discount }',
  'type: string, format: money, compute: { max: [{ difference: [price, { sum: [discount, 0] }] }, 0] }',
  // Days have no sign, because `to` does not come before `from`.
  'type: string, format: money, compute: { product: [days, { constant: nightly }] }',
  'type: string, format: money, compute: { product: [price, { sum: [days, 1] }, quantity] }',
  'type: integer, compute: { sum: [{ days: { from: from, to: to } }, 1] }',
  'type: string, format: money, compute: { product: [quantity, 1.25] }',
  'type: number, compute: { product: [metres, metres] }',
  "type: number, ui:unit: '%', compute: { percent: price, of: { sum: [price, 10] }, round: { to: 0.1, mode: down } }",
  "type: number, ui:unit: '%', compute: { sum: [vat, 1.5] }",
  'type: number, compute: { quotient: [price, { sum: [price, 1] }], round: { to: 0.001, mode: half even } }',
  'type: integer, maximum: 5, compute: { count: rows }',
  'type: integer, minimum: 11, compute: { sum: rows.points }',
  'type: number, compute: { product: [quantity, { constant: tiny }, 1e-3] }',
])('%s is sound', (figure) => {
  expect(codesOf(figure)).toEqual([]);
});

test.each([
  ['type: string, format: money, compute: { product: [discount, 2] }', 'form/unsure-part'],
  [
    'type: string, format: money, when: { field: is_large, is: false }, compute: { product: [discount, 2] }',
    'form/unsure-part',
  ],
  ['type: string, format: money, compute: { difference: [price, 10] }', 'form/below-zero'],
  ['type: string, format: money, compute: { sum: [price, days] }', 'form/odd-units'],
  ['type: string, format: money, compute: { sum: [price, quantity] }', 'form/odd-units'],
  ['type: string, format: money, compute: { product: [price, vat] }', 'form/odd-units'],
  ['type: string, format: money, compute: { quotient: [quantity, price] }', 'form/odd-units'],
  ['type: string, format: money, compute: { sum: vat }', 'form/other-unit'],
  ['type: integer, compute: { average: rows.points }', 'form/unrounded'],
  ['type: string, format: money, compute: { rate: vat, of: price }', 'form/unrounded'],
  ['type: integer, minimum: 11, compute: { max: rows.points }', 'form/figure-outside'],
  ['type: integer, compute: { min: [quantity, { constant: sign }] }', 'form/odd-sum'],
  ['type: integer, compute: { min: [quantity, { constant: none }] }', 'condition/unknown-constant'],
  ['type: integer, compute: { product: [quantity, quantities] }', 'form/unknown-property'],
  [
    'type: integer, compute: { cases: [{ when: { field: quantty, above: 3 }, value: 1 }], else: 2 }',
    'condition/unknown-field',
  ],
  [
    'type: integer, compute: { cases: [{ when: { field: lent, above: 3 }, value: 1 }], else: 2 }',
    'form/restless-case',
  ],
  ['type: integer, when: { field: quantty, above: 3 }', 'condition/unknown-field'],
  ['type: integer, compute: { sum: [] }', 'schema/bad-size'],
  ['type: integer, compute: { sum: [quantity], round: { to: 0, mode: up } }', 'schema/bad-size'],
  ['type: integer, compute: { sum: [quantity], round: 0.01 }', 'schema/wrong-type'],
  ['type: integer, compute: { sum: [quantity], of: 5 }', 'schema/missing-choice'],
  ['type: integer, compute: { sum: [quantity], round: { to: 1 } }', 'schema/missing-key'],
])('%s: %s', (figure, code) => {
  expect(codesOf(figure)).toEqual([code]);
});

test.each([
  ['lists:', 'fields: { copies: { masked: true } }\nlists:'],
  ['derived:', '  public: { when: { state: asked }, fields: [copies], masked: [copies] }\nderived:'],
])('a figure does not tell an answer that is masked in its record: %s %s', (before, after) => {
  const figure = 'type: integer, compute: { sum: earlier.copies }';
  expect(codesOf(figure)).toEqual([]);
  expect(codesOf(figure, loanFile.replace(before, after))).toEqual(['form/odd-sum']);
});
