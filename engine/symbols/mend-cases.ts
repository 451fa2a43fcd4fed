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
  const failing = failuresOf(after);
  if (failing.length === 0) return { files: after.files, failures: [], count: 0 };
  const failedBefore = new Set(failuresOf(before).map(({ tried }) => tried.name));
  const isNew = ({ tried }: TestResult): boolean => !failedBefore.has(tried.name);
  const edits = failing
    .filter(isNew)
    .flatMap(({ failures }) => failures.flatMap(({ place }) => keys.map((key) => ({ ...place, ...key }))));
  const files = after.files.map((file) => mendFile(file, edits));
  return { files, failures: failuresOf({ ...after, files }).filter(isNew), count: edits.length };
}

function failuresOf({ portal, files }: TriedFiles): readonly TestResult[] {
  if (portal === null) return [];
  return tryTests(portal, testsOf(files, portal)).results.filter(({ failures }) => failures.length > 0);
}
