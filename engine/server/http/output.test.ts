/** Answers as the contract's schemas write them. */
import { Type, type TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { Dictionary, Fields, List, OneOf, OrNull, Text } from '../../contract/schema.ts';
import { compileOutput } from './output.ts';

function written(schema: TSchema, answer: unknown): unknown {
  return JSON.parse(compileOutput({ schema, method: 'GET', url: '/' })(answer));
}

test('a field that the schema does not declare is not sent, and one that it requires may not be missing', () => {
  const loan = Type.Object({ book: Text, note: OrNull(Text), state: OneOf(['asked', null]) });
  const answer = { book: 'Atlas', note: null, state: null };
  expect(written(loan, { ...answer, password: 'secret' })).toEqual(answer);
  expect(written(List(loan), [{ ...answer, password: 'secret' }])).toEqual([answer]);
  expect(() => written(loan, { note: null, state: null })).toThrow('"book" is required');
});

test('what the schema leaves open is sent unchanged', () => {
  const open = Type.Object({
    data: Fields,
    rows: List(Fields),
    late: OrNull(Fields),
    labels: Dictionary(Dictionary(Text)),
  });
  const data = { size: 1.5, none: null, at: { city: ['North', 2, false, { x: {} }] } };
  const answer = { data, rows: [data, {}], late: null, labels: { state: { asked: 'Asked' } } };
  expect(written(open, answer)).toEqual(answer);
  expect(written(open, { ...answer, late: data })).toEqual({ ...answer, late: data });
});
