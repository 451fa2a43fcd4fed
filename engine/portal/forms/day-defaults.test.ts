import { expect, test } from 'vitest';
import { withDayDefaults } from './day-defaults.ts';

const form = {
  schema: {
    type: 'object',
    properties: {
      year: { type: 'integer' },
      rows: { type: 'array', items: { type: 'object', properties: { from: { type: 'string' } } } },
      name: { type: 'string', default: 'Ana' },
    },
  },
  uiSchema: {
    year: { 'ui:default': { by: { days: 31 }, gives: 'year' } },
    rows: { items: { from: { 'ui:default': { by: { days: 0 }, gives: 'day' } } } },
  },
};

test('a default follows the day', () => {
  const { schema } = withDayDefaults(form, '2026-11-30');
  expect(schema).toMatchObject({
    properties: {
      year: { default: 2026 },
      rows: { items: { properties: { from: { default: '2026-11-30' } } } },
      name: { default: 'Ana' },
    },
  });
  expect(withDayDefaults(form, '2026-12-01').schema).toMatchObject({
    properties: { year: { default: 2027 } },
  });
});

test('a form without such defaults stays the same object', () => {
  const plain = { ...form, uiSchema: {} };
  expect(withDayDefaults(plain, '2026-11-30')).toBe(plain);
});
