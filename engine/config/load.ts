/** Loads a folder of configuration files to a portal or to diagnostics. */
import { join } from 'node:path';
import { compilePortal, settle, type CompileOptions, type CompileResult } from './compile.ts';
import type { DiagnosticCode } from './diagnostics/catalogue.ts';
import { hasErrors } from './diagnostics/diagnostic.ts';
import { withCompileCache } from './cache/compile-cache.ts';
import { createPortalCache, type PortalCache } from './cache/portal-cache.ts';
import { requireInputSchemas } from './link/workflows/effect-extension.ts';
import { readFiles, type ReadFiles } from './read-files.ts';

const root = join(import.meta.dirname, '../..');
const cacheFolder = join(root, '.cache');

/**
 * Reads and compiles a folder. Every problem of its files is a diagnostic.
 * @throws TypeError if an extension describes the input of an effect by something that is no JSON Schema
 */
export async function loadPortal(directory: string, options: CompileOptions = {}): Promise<CompileResult> {
  if (options.additions !== undefined) requireInputSchemas(options.additions);
  return compileFolder(readFiles(directory), options);
}

/**
 * Like `loadPortal`, but uses and updates the caches of the checkout.
 * @param options without proofs, a portal that was compiled before is read: it has no warnings
 * @param caches contains the caches
 */
export function loadKept(
  directory: string,
  options: CompileOptions = {},
  caches = cacheFolder,
): CompileResult {
  const folder = readFiles(directory);
  const compile = () =>
    withCompileCache(directory, () => compileFolder(folder, options), join(caches, 'compiled'));
  if (options.proofs !== false) return compile();
  const { additions } = options;
  const shared = join(caches, 'portals');
  const cache = createPortalCache({ root, dataDirectory: null, shared, ...(additions && { additions }) });
  return findOrCompile(cache, { folder, more: options.more ?? [], compile });
}

interface KeptFolder {
  readonly folder: ReadFiles;
  readonly more: NonNullable<CompileOptions['more']>;
  compile(): CompileResult;
}

function findOrCompile(cache: PortalCache, { folder, more, compile }: KeptFolder): CompileResult {
  const parts = ['without proofs', folder, more];
  // A portal that was proved, too, is that of a start.
  const known = (more.length === 0 ? cache.find(['folder', folder]) : null) ?? cache.find(parts);
  if (known !== null) return { portal: known, diagnostics: [] };
  const compiled = compile();
  if (compiled.portal !== null) cache.add(parts, compiled.portal);
  cache.keep();
  return compiled;
}

/** Compiles a folder that was already read. Never throws. */
export function compileFolder(
  { files, diagnostics }: ReadFiles,
  options: CompileOptions = {},
): CompileResult {
  if (files.length === 0 && hasErrors(diagnostics)) return settle({ portal: null, diagnostics });
  // A name is not reported as unknown if the file that declares it could not be read.
  const isIncomplete = diagnostics.some(({ code }) => unread.has(code));
  const all = [...files, ...(options.more ?? [])];
  const compiled = compilePortal(all, isIncomplete ? { ...options, proofs: false } : options);
  const found = compiled.diagnostics.filter(({ code }) => !isIncomplete || !code.includes('/unknown'));
  return settle({ ...compiled, diagnostics: [...diagnostics, ...found] });
}

const unread: ReadonlySet<DiagnosticCode> = new Set([
  'file/bad-name',
  'file/outside',
  'file/too-large',
  'file/unreadable',
  'yaml/not-utf8',
]);
