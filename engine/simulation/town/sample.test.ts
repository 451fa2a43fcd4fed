import { expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { sampleAt, sampleOf } from './sample.ts';

const sampling = {
  random: createRandom(1),
  today: '2026-11-25',
  texts: { reason: ['The owner asked for it.'], code: ['Not a code'], short: ['Longer than four'] },
};
const text = { type: 'string' };

test('answers a question with a text that the configuration knows for it, in rows as well', () => {
  const row = { type: 'object', required: ['reason'], properties: { reason: text } };
  const schema = { type: 'object', required: ['rows'], properties: { rows: { type: 'array', items: row } } };
  expect(sampleOf(schema, sampling)).toEqual({ rows: [{ reason: 'The owner asked for it.' }] });
  expect(sampleAt(schema, ['rows', '0', 'reason'], sampling)).toBe('The owner asked for it.');
});

test('leaves texts out that the question does not accept', () => {
  const properties = {
    code: { type: 'string', pattern: '^\\d+$' },
    short: { type: 'string', maxLength: 4 },
    reason: { type: 'string', enum: ['moved', 'closed'] },
  };
  const answers = sampleOf({ type: 'object', required: ['code', 'short', 'reason'], properties }, sampling);
  expect(answers).toMatchObject({
    code: expect.stringMatching(/^\d+$/),
    short: expect.stringMatching(/^.{1,4}$/),
    reason: expect.stringMatching(/^(moved|closed)$/),
  });
});
