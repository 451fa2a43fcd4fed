/** The JSON Schemas of the grammar, compiled to functions when a file of their kind is first met. */
import { readFileSync } from 'node:fs';
import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FileKind } from '../source.ts';

/** Schemas that several kinds of file refer to. */
const shared = ['condition', 'derived', 'form', 'requirement-kind'] as const;
type SchemaName = FileKind | (typeof shared)[number];

const compiled = new Map<FileKind, ValidateFunction>();
const read = new Map<SchemaName, AnySchemaObject>();
let compiler: Ajv2020 | null = null;

/** Everything that is wrong with a value as a file of this kind; empty when it is sound. */
export function schemaErrors(kind: FileKind, value: unknown): readonly ErrorObject[] {
  let validate = compiled.get(kind);
  if (validate === undefined) compiled.set(kind, (validate = compileSchema(kind)));
  return validate(value) ? [] : (validate.errors ?? []);
}

/** A file of the grammar's schemas, as it stands in schemas/. */
export function readSchema(name: SchemaName): AnySchemaObject {
  let schema = read.get(name);
  if (schema === undefined) {
    const text = readFileSync(new URL(`../../../schemas/${name}.json`, import.meta.url), 'utf8');
    read.set(name, (schema = JSON.parse(text) as AnySchemaObject));
  }
  return schema;
}

function compileSchema(kind: FileKind): ValidateFunction {
  compiler ??= createCompiler();
  return compiler.getSchema(String(readSchema(kind)['$id'])) ?? compiler.compile(readSchema(kind));
}

function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    messages: false,
    strict: false,
    validateSchema: false,
    // Compiling counts for more here than running: a schema is used a few thousand times at most.
    code: { optimize: false },
    formats: { regex: isPattern },
  });
  for (const name of shared) ajv.addSchema(readSchema(name));
  return ajv;
}

/** A pattern is compiled as validators compile it: with Unicode. */
function isPattern(text: string): boolean {
  return patternProblem(text) === null;
}

/** Why a regular expression is malformed, or null. */
export function patternProblem(text: string): string | null {
  try {
    RegExp(text, 'u');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /, '').toLowerCase() : 'it is malformed';
  }
}
