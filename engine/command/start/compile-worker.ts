/** Compiles configurations in a thread of its own, so that the server answers meanwhile. */
import { workerData } from 'node:worker_threads';
import type { CompileResult } from '../../config/compile.ts';
import { type CompiledRows, compileWithRows } from '../../config/edited-rows.ts';
import { loadKept, loadPortal } from '../../config/load.ts';
import type { SourceFile } from '../../config/source/source.ts';
import type { ParseCache } from '../../config/stages.ts';
import type { EditedRow } from '../../portal/model/edited-row.ts';
import { loadExtensions } from '../load-extensions.ts';
import { answerOrders } from '../thread.ts';

export type CompileOrder =
  | { readonly files: readonly SourceFile[]; readonly rows: readonly EditedRow[] }
  /** With the proofs. */
  | { readonly directory: string };

const additions = loadExtensions((workerData as { readonly extensions: string | null }).extensions);
/** Files that were not changed since the last order are not parsed again. */
const caches: Readonly<Record<'rows' | 'folder', ParseCache>> = { rows: new Map(), folder: new Map() };

answerOrders<CompileOrder, CompiledRows | CompileResult>(async (order) => {
  if ('files' in order)
    return compileWithRows(order.files, order.rows, { cache: caches.rows, additions: await additions });
  const options = { cache: caches.folder, additions: await additions };
  return caches.folder.size === 0 ? loadKept(order.directory, options) : loadPortal(order.directory, options);
});
