/**
 * The validator of one form for the browser: a separate module, because the page's policy forbids compiling there. It
 * is cached in memory and in a folder beside the data, so that a restart compiles nothing again.
 */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { hashForSchema, type RJSFSchema, schemaParser } from '@rjsf/utils';
import standaloneModule from 'ajv/dist/standalone/index.js';
import type { Form, JsonSchema } from '../../portal/model/form.ts';
import { createAjv } from './validators.ts';

const standalone = standaloneModule.default;
const require = createRequire(import.meta.url);

/**
 * Compiles a form to an ES module: `root` validates all answers, `parts` (by hash of the schema) the branches
 * (`if`, `oneOf`, `anyOf`) that the form library evaluates for display.
 */
export function compileValidatorCode(form: Form): string {
  const parts = branchesOf(form.schema);
  const ajv = createAjv();
  ajv.addSchema(form.schema, 'root');
  const names: Record<string, string> = { root: 'root' };
  [...parts.values()].forEach((schema, index) => {
    ajv.addSchema(schema, `part${index}`);
    names[`part${index}`] = `part${index}`;
  });
  const code = standalone(ajv, names);
  const table = [...parts.keys()].map((hash, index) => `${JSON.stringify(hash)}: part${index}`);
  return `${withRuntime(code)}\nexport const parts = {${table.join(', ')}};\n`;
}

/** The schemas that the form library evaluates, by the hash that it uses. */
function branchesOf(schema: JsonSchema): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  for (const part of separated(schema)) {
    const parsed = schemaParser(part as RJSFSchema);
    for (const [hash, { $id: _, ...branch }] of Object.entries(parsed)) {
      if (hash !== hashForSchema(part as RJSFSchema)) found.set(hash, branch as JsonSchema);
    }
  }
  return found;
}

/** One branch of `allOf` at a time: n branches together would make 2ⁿ forms. */
function separated(schema: JsonSchema): JsonSchema[] {
  const { allOf, ...rest } = schema;
  const branches: unknown[] = Array.isArray(allOf) ? allOf : [];
  return [rest, ...branches.map((branch) => ({ type: 'object', allOf: [branch] }))];
}

/** Prepends the few modules that the code requires, so that it is self-contained. */
function withRuntime(code: string): string {
  const modules = new Map<string, string>();
  const gather = (name: string) => {
    if (modules.has(name)) return;
    const source = readFileSync(require.resolve(name), 'utf8').replace(/\/\/# sourceMappingURL=.*$/m, '');
    modules.set(name, source);
    for (const inner of requiredIn(source)) gather(inner);
  };
  for (const name of requiredIn(code)) gather(name);
  if (modules.size === 0) return code;
  const table = [...modules].map(
    ([name, source]) => `${JSON.stringify(name)}: (module, exports, require) => {\n${source}\n}`,
  );
  return `${loader.replace('MODULES', () => table.join(',\n'))}\n${code}`;
}

const loader = `const modules = {MODULES};
const loaded = {};
function require(name) {
  if (loaded[name]) return loaded[name].exports;
  const module = (loaded[name] = { exports: {} });
  modules[name](module, module.exports, require);
  return module.exports;
}`;

function requiredIn(source: string): string[] {
  return [...source.matchAll(/\brequire\("([^"]+)"\)/g)].flatMap(([, name]) => name ?? []);
}

/** Increased when the format of the code changes. Older cached code is then ignored. */
const edition = 2;

/** Returns the code for a form's hash; creates it once. */
export type CodeStore = (hash: string, make: () => string) => Promise<string>;

export function createCodeStore(dataDirectory: string): CodeStore {
  const folder = join(dataDirectory, 'cache', `validators-${edition}`);
  const known = new Map<string, Promise<string>>();
  return (hash, make) => {
    const found = known.get(hash);
    if (found !== undefined) return found;
    const code = readOrMake(join(folder, `${hash}.js`), make);
    known.set(hash, code);
    code.catch(() => known.delete(hash));
    const [oldest] = known.keys();
    if (known.size > 200 && oldest !== undefined) known.delete(oldest);
    return code;
  };
}

async function readOrMake(path: string, make: () => string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept !== null) return kept;
  const code = make();
  // Only a cache: a full or read-only disk must not keep a form from being shown.
  await keep(path, code).catch(() => {});
  return code;
}

/** Written to another name and renamed, so that nobody reads an incomplete module. */
async function keep(path: string, code: string): Promise<void> {
  const half = `${path}.${process.pid}`;
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(half, code);
  await rename(half, path);
}
