import { expect, test } from 'vitest';
import { normaliseAnswers } from './written-answers.ts';

const phone = { 'ui:telephone': { country: '63', trunk: '0' } };
const code = { 'ui:code': { shapes: ['###-###-###'], capitals: false, example: '123-456-789' } };
const money = { 'ui:widget': 'money', 'ui:signs': ['₱', 'PHP'] };
const form = {
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      mobile: { type: 'string' },
      tax_number: { type: 'string' },
      rent: { type: 'string' },
      begun: { type: 'string', format: 'date' },
      mail: { type: 'string', format: 'email' },
      opens: { type: 'string' },
      contact: { type: 'object', properties: { phone: { type: 'string' } } },
      people: { type: 'array', items: { type: 'object', properties: { phone: { type: 'string' } } } },
      days: { type: 'array', items: { type: 'string', format: 'date' } },
    },
  },
  uiSchema: {
    mobile: phone,
    tax_number: code,
    rent: money,
    opens: { 'ui:widget': 'time' },
    contact: { phone },
    people: { items: { phone } },
  },
  conditions: [],
};

test('answers at every level are written as they are stored, and nothing else', () => {
  const answers = {
    name: '0917 123',
    mobile: '0917 123 4567',
    tax_number: '123456789',
    rent: '₱ 1,320.10',
    begun: '21 Nobyembre 2026',
    mail: ' ana@example.com ',
    opens: '9:30 pm',
    contact: { phone: '+63 917 1234567' },
    people: [{ phone: '0918 1' }, {}],
    days: ['2026-11-21', '22 nov 2026'],
    other: '1 2',
  };
  expect(normaliseAnswers(form, answers, ['en', 'fil'])).toEqual({
    name: '0917 123',
    mobile: '09171234567',
    tax_number: '123-456-789',
    rent: '1320.10',
    begun: '2026-11-21',
    mail: 'ana@example.com',
    opens: '21:30',
    contact: { phone: '09171234567' },
    people: [{ phone: '09181' }, {}],
    days: ['2026-11-21', '2026-11-22'],
    other: '1 2',
  });
});

test('answers that need no writing stay the same object', () => {
  const answers = { mobile: '09171234567', people: [{ phone: '0918' }], contact: { phone: undefined } };
  expect(normaliseAnswers(form, answers, ['en'])).toBe(answers);
});
