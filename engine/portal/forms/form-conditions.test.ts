import * as fc from 'fast-check';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Condition, Operator, Value } from '../model/condition.ts';
import { conditionSchema } from './condition-schema.ts';
import type { JsonSchema } from '../model/form.ts';
import { countedAnswers, holdsFor, missingAnswers, withCondition } from './form-conditions.ts';

const level: JsonSchema = {
  type: 'object',
  properties: {
    colour: { type: 'string' },
    size: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    ready: { type: 'boolean' },
  },
};

function compare(name: string, operator: Operator, value: Value): Condition {
  const path = { ancestor: null, keys: [name], lookup: null };
  return { test: 'compare', subject: { from: 'field', path }, operator, operand: { value } };
}

const leaves = fc.oneof(
  fc.constantFrom('red', 'blue', '').map((value) => compare('colour', 'is', value)),
  fc.subarray(['red', 'blue', 'green']).map((value) => compare('colour', 'in', value)),
  fc
    .tuple(fc.constantFrom<Operator>('above', 'below', 'atLeast', 'atMost'), fc.integer({ min: -2, max: 2 }))
    .map(([operator, value]) => compare('size', operator, value)),
  fc.constantFrom('a', 'b').map((value) => compare('tags', 'has', value)),
  fc.subarray(['a', 'b', 'c']).map((value) => compare('tags', 'hasAny', value)),
  fc.boolean().map((value) => compare('ready', 'is', value)),
  fc
    .tuple(fc.constantFrom('colour', 'size', 'tags', 'ready'), fc.boolean())
    .map(([name, value]) => compare(name, 'exists', value)),
);

const conditions = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    leaves,
    fc
      .tuple(fc.constantFrom('all', 'any'), fc.array(tie('condition'), { minLength: 1, maxLength: 3 }))
      .map(([word, of]): Condition => ({ test: word as 'all' | 'any', of })),
    tie('condition').map((of): Condition => ({ test: 'not', of })),
  ),
})).condition;

const answers = fc.record(
  {
    colour: fc.constantFrom('red', 'blue', 'green', '', null),
    size: fc.constantFrom(-1, 0, 1, 2, null),
    tags: fc.subarray(['a', 'b', 'c']),
    ready: fc.constantFrom(true, false, null),
  },
  { requiredKeys: [] },
);

test('a condition holds exactly when its schema does', () => {
  const ajv = new Ajv2020({ strict: false });
  fc.assert(
    fc.property(conditions, answers, (condition, data) => {
      const schema = conditionSchema(condition, level);
      expect(schema).not.toBeNull();
      expect(ajv.validate(schema ?? {}, data)).toBe(holdsFor(condition, data));
    }),
    { numRuns: 400 },
  );
});

test('leaves out what is not asked, and what only that made be asked', () => {
  const form = {
    conditions: [
      { property: 'reason', when: compare('ready', 'is', false), isRequired: false, isInSchema: true },
      { property: 'witness', when: compare('reason', 'is', 'storm'), isRequired: false, isInSchema: true },
    ],
  };
  const data = { ready: false, reason: 'storm', witness: 'Ana', note: ' ' };
  expect(countedAnswers(form, data)).toEqual({ ready: false, reason: 'storm', witness: 'Ana' });
  expect(countedAnswers(form, { ...data, ready: true })).toEqual({ ready: true });
});

test('decides each row of a list by its own answers, and by those around it', () => {
  const form = {
    conditions: [
      { property: 'rows.depth', when: compare('kind', 'is', 'boat'), isRequired: true, isInSchema: false },
      { property: 'rows.pier', when: compare('site', 'is', 'coast'), isRequired: true, isInSchema: false },
    ],
  };
  const data = { site: 'coast', rows: [{ kind: 'boat' }, { kind: 'cart', depth: 3, pier: 'north' }] };
  const counted = countedAnswers(form, data);
  expect(counted).toEqual({ site: 'coast', rows: [{ kind: 'boat' }, { kind: 'cart', pier: 'north' }] });
  expect(missingAnswers(form, counted)).toEqual(['rows.0.depth', 'rows.0.pier']);
});

test('expresses in JSON Schema what it can, and keeps the rest for the engine', () => {
  const asked = { property: 'size', when: compare('colour', 'is', 'red'), isRequired: true };
  const said = withCondition(level, asked);
  expect(said.isInSchema).toBe(true);
  expect(JSON.stringify(said.schema)).toContain('"then":{"required":["size"]}');
  const byDay = { ...asked, when: compare('colour', 'before', '2026-01-01') };
  expect(withCondition(level, byDay)).toEqual({ isInSchema: false, schema: level });
});
