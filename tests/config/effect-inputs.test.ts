/** Inputs of effects of extensions: what is wrong whatever a record holds is refused, and nothing else. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { loadPortal } from '../../engine/config/load.ts';
import type { SourceFile } from '../../engine/config/source/source.ts';
import type { ParseCache } from '../../engine/config/stages.ts';
import { collectAdditions } from '../../engine/extension/extension.ts';
import type { JsonSchema } from '../../engine/portal/model/form.ts';

const library = 'tests/fixtures/library';
const files: readonly SourceFile[] = globSync('**/*.yaml', { cwd: library }).map((name) => ({
  path: `config/${name}`,
  name,
  text: readFileSync(join(library, name), 'utf8'),
}));
const cache: ParseCache = new Map();

function additionsWith(input: JsonSchema) {
  return collectAdditions([{ name: 'city', effects: [{ name: 'pay', input, run: async () => {} }] }]);
}

function problemsOf(input: JsonSchema, given: string): string[] {
  const changed = files.map((file) =>
    file.name === 'workflows/loan.yaml'
      ? {
          ...file,
          text: file.text.replace(
            'can: access } }',
            `can: access }, then: [{ extension: pay, input: ${given} }] }`,
          ),
        }
      : file,
  );
  const { diagnostics } = compilePortal(changed, { proofs: false, cache, additions: additionsWith(input) });
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

const amount = '{ amount: { field: copies } }';

test.each<[JsonSchema, string]>([
  [{ anyOf: [{ required: ['amount'] }, { required: ['total'] }] }, amount],
  [{ anyOf: [{ required: ['amount'] }, { required: ['total'] }] }, '{ to: { field: copies } }'],
  [{ minProperties: 1 }, amount],
  [{ dependentRequired: { currency: ['amount'] } }, '{ currency: PHP, amount: { field: copies } }'],
  [
    // JSON Schema's word.
    // oxlint-disable-next-line unicorn/no-thenable
    { if: { required: ['currency'] }, then: { required: ['amount'] } },
    '{ currency: PHP, amount: { field: copies } }',
  ],
  [{ patternProperties: { '^a': {} }, additionalProperties: false }, amount],
  [{ required: ['amount'], properties: { amount: { type: 'number', minimum: 1 } } }, amount],
])('%j takes what a record may make right: %s', (schema, given) => {
  expect(problemsOf({ type: 'object', ...schema }, given)).toEqual([]);
});

test.each<[JsonSchema, string, string]>([
  [{ required: ['amount'] }, '{ to: Ana }', "must have required property 'amount'"],
  [{ properties: {}, additionalProperties: false }, amount, 'it takes no "amount"'],
  [{ properties: {}, unevaluatedProperties: false }, '{ amount: 5 }', 'it takes no "amount"'],
  [
    { properties: { amount: { type: 'number' } } },
    '{ amount: five, to: { field: copies } }',
    'amount must be number',
  ],
  [{ minProperties: 2 }, amount, 'must NOT have fewer than 2 properties'],
])('%j refuses %s', (schema, given, problem) => {
  expect(problemsOf({ type: 'object', ...schema }, given)).toEqual([
    `The input of "pay" is not valid: ${problem}.`,
  ]);
});

test.each<JsonSchema>([{ $ref: '#/$defs/nope' }, { type: 'objekt' }, { type: 'object', pattern: '(' }])(
  'an effect whose input is described by %j is refused by its name',
  async (schema) => {
    await expect(loadPortal(library, { additions: additionsWith(schema) })).rejects.toThrow(
      'The input of the effect "pay" is no JSON Schema: ',
    );
  },
);
