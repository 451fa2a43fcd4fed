/** Compiles a configuration, and indexes its names on the way. */
import type { Additions } from '../extension/extension.ts';
import { compilePortal, type CompileResult } from '../config/compile.ts';
import type { SymbolUse } from '../config/link/input/symbol-use.ts';
import { parseFiles, type ParseCache } from '../config/stages.ts';
import type { SourceFile } from '../config/source/source.ts';
import { indexNames, type NameIndex } from './name-index.ts';

/** A compiled configuration with its names. */
export interface NamedConfiguration extends CompileResult {
  readonly files: readonly SourceFile[];
  readonly index: NameIndex;
}

export interface CompileNames {
  readonly additions?: Additions;
  /** The cache of the folder, which several runs share. */
  readonly cache: ParseCache;
  /** If false, the checks over the whole portal are skipped. */
  readonly proofs?: boolean;
}

/** Never throws: mistakes are diagnostics, and the index has what could be read. */
export function compileNames(files: readonly SourceFile[], options: CompileNames): NamedConfiguration {
  const uses: SymbolUse[] = [];
  const compiled = compilePortal(files, { ...options, uses });
  const parsed = parseFiles(files, options.cache).parsed.map(({ file }) => file);
  return { ...compiled, files, index: indexNames(parsed, uses) };
}
