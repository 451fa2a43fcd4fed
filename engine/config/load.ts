/** A folder of configuration to a Portal, or to what is wrong with it. */
import { compilePortal, settle, type CompileOptions, type CompileResult } from './compile.ts';
import type { DiagnosticCode } from './diagnostics/catalogue.ts';
import { hasErrors } from './diagnostics/diagnostic.ts';
import { withKeptWork } from './kept-work.ts';
import { readFiles, type ReadFiles } from './read-files.ts';

/** Reads and compiles a folder. Never throws: whatever is wrong is a diagnostic. */
export async function loadPortal(directory: string, options: CompileOptions = {}): Promise<CompileResult> {
  return compileFolder(readFiles(directory), options);
}

/** As `loadPortal`, with what earlier processes found out about the folder, for later ones to find. */
export function loadKept(directory: string, options: CompileOptions = {}): CompileResult {
  return withKeptWork(directory, () => compileFolder(readFiles(directory), options));
}

/** Compiles a folder that was read. Never throws. */
export function compileFolder(
  { files, diagnostics }: ReadFiles,
  options: CompileOptions = {},
): CompileResult {
  if (files.length === 0 && hasErrors(diagnostics)) return settle({ portal: null, diagnostics });
  const compiled = compilePortal(files, options);
  // What a file declares that could not be read is not unknown.
  const isIncomplete = diagnostics.some(({ code }) => unread.has(code));
  const found = compiled.diagnostics.filter(({ code }) => !isIncomplete || !code.includes('/unknown'));
  return settle({ ...compiled, diagnostics: [...diagnostics, ...found] });
}

const unread: ReadonlySet<DiagnosticCode> = new Set([
  'file/outside',
  'file/too-large',
  'file/unreadable',
  'yaml/not-utf8',
]);
