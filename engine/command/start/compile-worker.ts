/** Compiles a configuration in a thread of its own, so that the server answers meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import { compileWithRows } from '../../config/edited-rows.ts';
import type { SourceFile } from '../../config/source/source.ts';
import type { EditedRow } from '../../portal/model/edited-row.ts';
import { loadExtensions } from '../load-extensions.ts';

/** What the thread is given. Its only message is what `compileWithRows` returns. */
export interface CompileOrder {
  readonly files: readonly SourceFile[];
  readonly rows: readonly EditedRow[];
  /** Path of the module with extensions, or null. */
  readonly extensions: string | null;
}

const { files, rows, extensions } = workerData as CompileOrder;
const additions = await loadExtensions(extensions);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin.
parentPort?.postMessage(compileWithRows(files, rows, { additions }));
