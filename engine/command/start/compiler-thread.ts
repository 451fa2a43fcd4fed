/** The compiler of a running server, in a thread that starts with the first order. */
import type { CompileResult } from '../../config/compile.ts';
import type { CompiledRows } from '../../config/edited-rows.ts';
import { freezeDeeply } from '../../portal/values/freeze.ts';
import type { SourceFile } from '../../config/source/source.ts';
import type { EditedRow } from '../../portal/model/edited-row.ts';
import { createThread } from '../thread.ts';
import type { CompileOrder } from './compile-worker.ts';

/** Its methods throw an Error if the thread fails. The next order starts another. */
export interface CompilerThread {
  /** Compiles valid files with the rows that offices keep. */
  withRows(files: readonly SourceFile[], rows: readonly EditedRow[]): Promise<CompiledRows>;
  /** Compiles and proves the files of a folder as they are now. */
  folder(directory: string): Promise<CompileResult>;
  close(): Promise<void>;
}

/** Milliseconds without an order after which the thread ends: it remembers what it has compiled, so the next is quick. */
const patience = 10 * 60_000;

/** @param extensions path of the module with extensions, or null */
export function createCompilerThread(extensions: string | null): CompilerThread {
  const thread = createThread<CompileOrder, CompiledRows | CompileResult>(
    new URL('./compile-worker.ts', import.meta.url),
    { workerData: { extensions }, patience },
  );
  return {
    withRows: async (files, rows) => frozen((await thread.ask({ files, rows })) as CompiledRows),
    folder: async (directory) => frozen((await thread.ask({ directory })) as CompileResult),
    close: thread.end,
  };
}

function frozen<Result extends CompiledRows | CompileResult>(result: Result): Result {
  if (result.portal !== null) freezeDeeply(result.portal);
  return result;
}
