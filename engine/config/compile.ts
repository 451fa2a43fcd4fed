/** Compiles files to a portal: parse, validate, link, check. Every stage runs, so one run reports every mistake. */
import type { Additions } from '../extension/extension.ts';
import type { Portal } from '../portal/model/portal.ts';
import { type Diagnostic, hasErrors } from './diagnostics/diagnostic.ts';
import { withoutFollowOns } from './diagnostics/follow-ons.ts';
import type { ConditionNotes } from './link/input/noted-conditions.ts';
import type { SymbolUse } from './link/input/symbol-use.ts';
import { layerDiagnostics } from './layer-diagnostics.ts';
import { isPictureName } from './pictures.ts';
import { mergeRepeated } from './diagnostics/repeated-mistakes.ts';
import { quoteDiagnostics } from './diagnostics/quote.ts';
import type { SourceFile } from './source/source.ts';
import { checkFiles, linkFiles, parseFiles, validateFiles, type ParseCache } from './stages.ts';

export interface CompileOptions {
  /** If false, the checks over departments, flags and routes are skipped. */
  readonly proofs?: boolean;
  /** What extensions add; by default nothing. */
  readonly additions?: Additions;
  /** Files beside those of the folder, with the names that they would have in it. */
  readonly more?: readonly SourceFile[];
  /** Receives each use of a name. By default none are collected. */
  readonly uses?: SymbolUse[];
  /** Receives the conditions of one file. By default none are collected. */
  readonly conditions?: ConditionNotes;
  /** The cache between two runs over the same folder. */
  readonly cache?: ParseCache;
}

export interface CompileResult {
  /** Null if there is an error. */
  readonly portal: Portal | null;
  /** Sorted by file and line. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles the files of one configuration. Never throws. */
export function compilePortal(files: readonly SourceFile[], options: CompileOptions = {}): CompileResult {
  const parsed = parseFiles(files, options.cache);
  const validated = validateFiles(parsed);
  const linked = linkFiles(validated, options.additions, {
    uses: options.uses ?? null,
    conditions: options.conditions ?? null,
  });
  const { portal, diagnostics } = options.proofs === false ? linked : checkFiles(linked, options.additions);
  const found = layerDiagnostics(diagnostics, { files, removed: parsed.removed });
  const texts = files.filter(({ name }) => !isPictureName(name));
  return settle({ portal, diagnostics: quoteDiagnostics(found, texts) });
}

/** Sorts the diagnostics, removes duplicates and what follows from others, and returns no portal if there is an error. */
export function settle({ portal, diagnostics }: CompileResult): CompileResult {
  const inOrder = diagnostics.toSorted(
    (a, b) =>
      compareTexts(a.file, b.file) || a.line - b.line || a.column - b.column || compareTexts(a.code, b.code),
  );
  return {
    portal: hasErrors(diagnostics) ? null : portal,
    diagnostics: mergeRepeated(withoutFollowOns(inOrder)),
  };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
