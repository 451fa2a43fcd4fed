import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSurelyValid } from './sure-validity.ts';

const bound = fc.nat(4);
const scalar = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 5 }),
  fc.integer({ min: -2, max: 6 }),
  fc.boolean(),
  fc.constant(null),
);
const { schema, value } = fc.letrec((tie) => ({
  schema: fc.record(
    {
      type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null'),
      title: fc.string(),
      enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
      minLength: bound,
      maxLength: bound,
      pattern: fc.constantFrom('^[a-z]+$', '[0-9]', '^$'),
      minimum: bound,
      maximum: bound,
      exclusiveMinimum: bound,
      minItems: bound,
      maxItems: bound,
      items: tie('schema'),
      required: fc.subarray(['a', 'b']),
      properties: fc.record({ a: tie('schema'), b: tie('schema') }, { requiredKeys: [] }),
      format: fc.constant('never'),
    },
    { requiredKeys: [] },
  ),
  value: fc.oneof(
    { maxDepth: 2 },
    scalar,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('value')),
  ),
}));

test('what is surely valid is valid', () => {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateSchema: false,
    formats: { never: () => false },
  });
  fc.assert(
    fc.property(schema, value, (asked, said) => {
      const isSure = isSurelyValid(asked, said);
      expect(isSure && !ajv.validate(Object(asked), said)).toBe(false);
    }),
    { numRuns: 3_000 },
  );
});

test('is not sure of what is wrong, nor of words that it does not know', () => {
  expect(isSurelyValid({ type: 'string', maxLength: 3 }, 'abc')).toBe(true);
  expect(isSurelyValid({ type: 'string', maxLength: 2 }, 'abc')).toBe(false);
  expect(isSurelyValid({ type: 'string', format: 'date' }, '2026-01-01')).toBe(false);
});
