/**
 * Tries the cases of tests/ on a renamed configuration. Pages have other addresses when a department has another name,
 * which only the cases show.
 */
import { testsOf, type TestResult, tryTests } from '../cases/try-tests.ts';
import type { CompileResult } from '../config/compile.ts';
import type { SourceFile } from '../config/source/source.ts';
import { type ChangedKey, mendFile } from './mend-names.ts';

interface TriedFiles extends Pick<CompileResult, 'portal'> {
  readonly files: readonly SourceFile[];
}

interface MendedCases {
  readonly files: readonly SourceFile[];
  /** Cases that held before, and no longer do. */
  readonly failures: readonly TestResult[];
  readonly count: number;
}

export function mendCases(before: TriedFiles, after: TriedFiles, keys: readonly ChangedKey[]): MendedCases {
  const held = resultsOf(before).map(({ failures }) => failures.length === 0);
  const failuresOf = (files: readonly SourceFile[]) =>
    resultsOf({ ...after, files }).filter(({ failures }, at) => failures.length > 0 && held[at] === true);
  const failing = failuresOf(after.files);
  const edits = failing.flatMap(({ failures }) =>
    failures.flatMap(({ place }) => keys.map((key) => ({ ...place, ...key }))),
  );
  if (edits.length === 0) return { files: after.files, failures: [], count: 0 };
  const files = after.files.map((file) => mendFile(file, edits));
  return { files, failures: failuresOf(files), count: edits.length };
}

function resultsOf({ portal, files }: TriedFiles): readonly TestResult[] {
  return portal === null ? [] : tryTests(portal, testsOf(files, portal)).results;
}
