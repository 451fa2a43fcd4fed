/** The grammar's schemas as validators: compiled once for each version of the schemas, and kept as code beside the checkout. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
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
export function validatorsOf(
  schemas: ReadonlyMap<string, string>,
): Readonly<Record<string, ValidateFunction>> {
  const file = `${cache}${digestOf(schemas)}.js`;
  return run(read(file)?.toString() ?? generate(schemas, file), file);
}

/** Of all that the code comes of: the schemas, how they are compiled here, and what compiles them. */
function digestOf(schemas: ReadonlyMap<string, string>): string {
  const { version } = createRequire(import.meta.url)('ajv/package.json') as { version: string };
  const parts = [...schemas, readFileSync(new URL(import.meta.url), 'utf8'), version];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

function read(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

function generate(schemas: ReadonlyMap<string, string>, file: string): string {
  const require = createRequire(import.meta.url);
  const standalone = (
    require('ajv/dist/standalone') as { default: typeof import('ajv/dist/standalone/index.js').default }
  ).default;
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    messages: false,
    strict: false,
    validateSchema: false,
    // Making it smaller takes as long as making it, and it runs for milliseconds.
    code: { source: true, optimize: false, formats: _`require("formats")` },
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

/** Whole or not at all, since several processes may write it at once; a folder that is not writable is ignored. Earlier versions go. */
function keep(file: string, content: string | Buffer): void {
  try {
    mkdirSync(cache, { recursive: true });
    for (const other of readdirSync(cache)) {
      if (!file.startsWith(`${cache}${other.slice(0, 32)}`)) rmSync(`${cache}${other}`);
    }
    writeFileSync(`${file}.${process.pid}`, content);
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The next process compiles again.
  }
}

/** What Node.js makes of the code is kept as well, with all functions that this process has used of it. */
function run(code: string, file: string): Readonly<Record<string, ValidateFunction>> {
  const require = createRequire(import.meta.url);
  const module: { exports: Record<string, ValidateFunction> } = { exports: {} };
  const load = (name: string): unknown => (name === 'formats' ? formats : require(name));
  const made = read(`${file}.made`) ?? undefined;
  const script = new Script(`(function (require, module, exports) {${code}\n})`, {
    filename: file,
    ...(made && { cachedData: made }),
  });
  if (made === undefined || script.cachedDataRejected === true) {
    process.once('exit', () => keep(`${file}.made`, script.createCachedData()));
  }
  (script.runInThisContext() as (...given: unknown[]) => void)(load, module, module.exports);
  return module.exports;
}

/** Exports are identifiers. */
export function exportName(name: string): string {
  return name.replaceAll('-', '_');
}
