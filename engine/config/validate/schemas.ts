/** What is wrong with a file of the configuration by the JSON Schema of its kind. */
import { readFileSync } from 'node:fs';
import type { AnySchemaObject, ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fileKinds, type FileKind } from '../source.ts';
import { isPattern } from './pattern.ts';

/** Schemas that several kinds of file refer to. */
const shared = ['condition', 'derived', 'form', 'requirement-kind'] as const;

let grammar: Grammar | null = null;

/** Everything that is wrong with a value as a file of this kind; empty when it is sound. */
export function schemaErrors(kind: FileKind, value: unknown): readonly ErrorObject[] {
  grammar ??= readGrammar();
  const { ajv, ids } = grammar;
  // Compiled at the first file of its kind.
  const validate = ajv.getSchema(ids.get(kind) ?? '');
  if (validate === undefined) throw new Error(`There is no schema of ${kind}.`);
  return validate(value) === true ? [] : (validate.errors ?? []);
}

interface Grammar {
  readonly ajv: Ajv2020;
  /** The schemas' addresses, by kind of file. */
  readonly ids: ReadonlyMap<string, string>;
}

function readGrammar(): Grammar {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    messages: false,
    strict: false,
    validateSchema: false,
    // A schema that many refer to is compiled once, and code that runs for milliseconds is not made smaller.
    inlineRefs: false,
    code: { optimize: false },
    formats: { regex: isPattern },
  });
  const ids = new Map<string, string>();
  for (const name of new Set<string>([...shared, ...fileKinds])) {
    const file = new URL(`../../../schemas/${name}.json`, import.meta.url);
    const schema = JSON.parse(readFileSync(file, 'utf8')) as AnySchemaObject;
    ajv.addSchema(schema);
    ids.set(name, String(schema['$id']));
  }
  return { ajv, ids };
}
