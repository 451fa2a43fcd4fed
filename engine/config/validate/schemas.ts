/** Validates a configuration file with the JSON Schema of its kind. */
import { readFileSync } from 'node:fs';
import type { AnySchemaObject, ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fileKinds, type FileKind } from '../source.ts';
import { isPattern } from './pattern.ts';

/** Schemas that several kinds of files use. */
const shared = ['condition', 'derived', 'form', 'requirement-kind'] as const;

let grammar: Grammar | null = null;

/** Returns all errors of a value as a file of this kind; empty if it is valid. */
export function schemaErrors(kind: FileKind, value: unknown): readonly ErrorObject[] {
  grammar ??= readGrammar();
  const { ajv, ids } = grammar;
  // The validator is compiled on first use.
  const validate = ajv.getSchema(ids.get(kind) ?? '');
  if (validate === undefined) throw new Error(`There is no schema of ${kind}.`);
  return validate(value) === true ? [] : (validate.errors ?? []);
}

interface Grammar {
  readonly ajv: Ajv2020;
  /** The schema ids by kind of file. */
  readonly ids: ReadonlyMap<string, string>;
}

function readGrammar(): Grammar {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    messages: false,
    strict: false,
    validateSchema: false,
    // Shared schemas are compiled once, and the generated code is not optimized, because it runs for milliseconds
    // only.
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
