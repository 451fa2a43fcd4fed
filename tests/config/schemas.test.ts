/** The schemas for editors and `check`: valid, helpful in an editor, named by every file. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { kindOfFile } from '../../engine/config/validate/file-kinds.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import { fileKinds } from '../../engine/config/source/source.ts';

const names = readdirSync('schemas').map((file) => basename(file, '.json'));
const schemas = new Map(
  names.map((name) => [
    name,
    JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8')) as Record<string, unknown>,
  ]),
);

test('every kind of file has a schema', () => {
  expect(fileKinds.filter((kind) => !schemas.has(kind))).toEqual([]);
});

test.each(names)('%s is a JSON Schema of 2020-12 with a title and a description', (name) => {
  const schema = schemas.get(name) ?? {};
  const ajv = new Ajv2020({ allowUnionTypes: true, formats: { regex: true } });
  expect([ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
  expect(schema).toMatchObject({ title: expect.any(String), description: expect.any(String) });
});

test('every key of every schema is explained', () => {
  const silent: string[] = [];
  const visit = (schema: unknown, at: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, part] of Object.entries(schema)) {
      // A test of values that are explained where they are defined.
      if (key === 'if') continue;
      if (key === 'properties') {
        silent.push(...unexplained(part, at));
        for (const [name, property] of Object.entries(part ?? {})) visit(property, `${at}/${name}`);
      } else visit(part, `${at}/${key}`);
    }
  };
  for (const [name, schema] of schemas) visit(schema, name);
  expect(silent).toEqual([]);
});

/** Keys without their own description; a reference brings one. */
function unexplained(properties: unknown, at: string): string[] {
  return Object.entries(properties ?? {})
    .filter(([, schema]: [string, object]) => !('description' in schema) && !('$ref' in schema))
    .map(([key]) => `${at}: ${key}`);
}

test.each(['config', 'tests/fixtures/library'])(
  'every file in %s names its schema for editors',
  (directory) => {
    const written = readFiles(directory).files.filter(({ path }) => path.endsWith('.yaml'));
    expect(written.length).toBeGreaterThan(10);
    const wrong = written.filter(({ path, name, text }) => {
      const named = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1] ?? '';
      const schema = join(dirname(path), named);
      return !existsSync(schema) || basename(schema, '.json') !== kindOfFile(name);
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  },
);
