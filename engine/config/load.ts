/** Loads a folder of configuration files to a portal or to diagnostics. */
import { compilePortal, settle, type CompileOptions, type CompileResult } from './compile.ts';
import type { DiagnosticCode } from './diagnostics/catalogue.ts';
import { hasErrors } from './diagnostics/diagnostic.ts';
import { withCompileCache } from './cache/compile-cache.ts';
import { requireInputSchemas } from './link/workflows/effect-extension.ts';
import { readFiles, type ReadFiles } from './read-files.ts';

/**
 * Reads and compiles a folder. Every problem of its files is a diagnostic.
 * @throws TypeError if an extension describes the input of an effect by something that is no JSON Schema
 */
export async function loadPortal(directory: string, options: CompileOptions = {}): Promise<CompileResult> {
  if (options.additions !== undefined) requireInputSchemas(options.additions);
  return compileFolder(readFiles(directory), options);
}

/** Like `loadPortal`, but uses and updates the cache of the folder. */
export function loadKept(directory: string, options: CompileOptions = {}): CompileResult {
  return withCompileCache(directory, () => compileFolder(readFiles(directory), options));
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
