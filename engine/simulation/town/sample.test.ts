import { expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { sampleAt, sampleOf } from './sample.ts';

const sampling = {
  random: createRandom(1),
  today: '2026-11-25',
  texts: {
    reason: ['The owner asked for it.'],
    code: ['Not a code'],
    short: ['Longer than four'],
    long: ['Short'],
    day: ['Today'],
    fixed: ['Free'],
    class: ['complex', 'unknown'],
  },
};
const text = { type: 'string' };

test('answers a question with a text that the configuration knows for it, in rows as well', () => {
  const row = { type: 'object', required: ['reason'], properties: { reason: text } };
  const schema = { type: 'object', required: ['rows'], properties: { rows: { type: 'array', items: row } } };
  expect(sampleOf(schema, sampling)).toEqual({ rows: [{ reason: 'The owner asked for it.' }] });
  expect(sampleAt(schema, ['rows', '0', 'reason'], sampling)).toBe('The owner asked for it.');
});

test('chooses among the choices that the configuration knows for a question', () => {
  const properties = { class: { type: 'string', enum: ['simple', 'complex', 'technical'] } };
  expect(sampleOf({ type: 'object', required: ['class'], properties }, sampling)).toEqual({
    class: 'complex',
  });
});

test('leaves texts out that the question does not accept', () => {
  const properties = {
    code: { type: 'string', pattern: '^\\d+$' },
    short: { type: 'string', maxLength: 4 },
    long: { type: 'string', minLength: 10 },
    day: { type: 'string', format: 'date' },
    fixed: { type: 'string', const: 'yes' },
    reason: { type: 'string', enum: ['moved', 'closed'] },
  };
  const answers = sampleOf({ type: 'object', required: Object.keys(properties), properties }, sampling);
  expect(answers).toMatchObject({
    code: expect.stringMatching(/^\d+$/),
    short: expect.stringMatching(/^.{1,4}$/),
    long: expect.stringMatching(/^.{10,}$/),
    day: '2026-11-25',
    fixed: 'yes',
    reason: expect.stringMatching(/^(moved|closed)$/),
  });
});

test('an amount is rounded as people name sums', () => {
  const amount = { type: 'string', pattern: '^\\d{1,15}(\\.\\d{1,2})?$' };
  for (let count = 0; count < 20; count += 1) expect(sampleOf(amount, sampling)).toMatch(/^[1-9]\d*00\.00$/);
});
