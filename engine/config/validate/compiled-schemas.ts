/** The grammar's schemas as validators: compiled once for each version of the schemas, and kept as code beside the checkout. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { _, type AnySchemaObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isPattern } from './pattern.ts';

/** What the code of the validators calls `formats`. */
const formats = { regex: isPattern };

const cache = fileURLToPath(new URL('../../../.cache/schemas/', import.meta.url));

/**
 * The validators by the name of their schema. Compiling them takes a third of a second, reading the code a tenth of that.
 * @param schemas name → text
 */
export function validatorsOf(schemas: ReadonlyMap<string, string>): Readonly<Record<string, ValidateFunction>> {
  const hash = createHash('sha256').update(JSON.stringify([...schemas])).digest('hex').slice(0, 32);
  const file = `${cache}${hash}.js`;
  return run(read(file) ?? generate(schemas, file));
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function generate(schemas: ReadonlyMap<string, string>, file: string): string {
  const require = createRequire(import.meta.url);
  const standalone = (require('ajv/dist/standalone') as { default: typeof import('ajv/dist/standalone/index.js').default })
    .default;
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    messages: false,
    strict: false,
    validateSchema: false,
    code: { source: true, formats: _`require("formats")` },
    formats,
  });
  const ids = [...schemas].map(([name, text]): [string, string] => {
    const schema = JSON.parse(text) as AnySchemaObject;
    ajv.addSchema(schema);
    return [exportName(name), String(schema['$id'])];
  });
  const code = standalone(ajv, Object.fromEntries(ids));
  keep(file, code);
  return code;
}

/** Whole or not at all, since several processes may write it at once; a folder that is not writable is ignored. */
function keep(file: string, code: string): void {
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, code);
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The next process compiles again.
  }
}

function run(code: string): Readonly<Record<string, ValidateFunction>> {
  const require = createRequire(import.meta.url);
  const module: { exports: Record<string, ValidateFunction> } = { exports: {} };
  const load = (name: string): unknown => (name === 'formats' ? formats : require(name));
  new Function('require', 'module', 'exports', code)(load, module, module.exports);
  return module.exports;
}

/** Exports are identifiers. */
export function exportName(name: string): string {
  return name.replaceAll('-', '_');
}
