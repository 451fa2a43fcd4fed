/** Compiles configurations in a thread of its own, one after the other, so that the server answers meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import type { CompileResult } from '../../config/compile.ts';
import { type CompiledRows, compileWithRows } from '../../config/edited-rows.ts';
import { loadKept, loadPortal } from '../../config/load.ts';
import type { SourceFile } from '../../config/source/source.ts';
import type { ParseCache } from '../../config/stages.ts';
import type { EditedRow } from '../../portal/model/edited-row.ts';
import { loadExtensions } from '../load-extensions.ts';

/** What the thread is asked for, under a number that its answer repeats. */
export type CompileOrder = { readonly number: number } & (
  | { readonly files: readonly SourceFile[]; readonly rows: readonly EditedRow[] }
  /** With the proofs. */
  | { readonly directory: string }
);

export type CompileAnswer = { readonly number: number } & (
  { readonly result: CompiledRows | CompileResult } | { readonly error: unknown }
);

const additions = loadExtensions((workerData as { readonly extensions: string | null }).extensions);
/** Files that were not changed since the last order are not parsed again. */
const caches: Readonly<Record<'rows' | 'folder', ParseCache>> = { rows: new Map(), folder: new Map() };

async function compile(order: CompileOrder): Promise<CompiledRows | CompileResult> {
  if ('files' in order)
    return compileWithRows(order.files, order.rows, { cache: caches.rows, additions: await additions });
  const options = { cache: caches.folder, additions: await additions };
  return caches.folder.size === 0 ? loadKept(order.directory, options) : loadPortal(order.directory, options);
}

function answer(message: CompileAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin.
  parentPort?.postMessage(message);
}

parentPort?.on('message', (order: CompileOrder) => {
  const { number } = order;
  compile(order).then(
    (result) => answer({ number, result }),
    (error: unknown) => answer({ number, error }),
  );
});
