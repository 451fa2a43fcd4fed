/** A folder of configuration to a Portal, or to what is wrong with it. */
import { compilePortal, settle, type CompileOptions, type Compiled } from './compile.ts';
import { readFiles } from './read-files.ts';

/** Reads and compiles a folder. Never throws: whatever is wrong is a diagnostic. */
export async function loadPortal(directory: string, options: CompileOptions = {}): Promise<Compiled> {
  const { files, diagnostics } = readFiles(directory);
  const compiled = compilePortal(files, options);
  return settle({ ...compiled, diagnostics: [...diagnostics, ...compiled.diagnostics] });
}
