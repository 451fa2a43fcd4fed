/** Runs every check in a thread of its own, so that the editor gets other answers meanwhile. */
import type { Diagnostic } from '../../config/diagnostics/diagnostic.ts';
import { compileFolder } from '../../config/load.ts';
import type { ReadFiles } from '../../config/read-files.ts';
import type { ParseCache } from '../../config/stages.ts';
import { loadExtensions } from '../load-extensions.ts';
import { answerOrders } from '../thread.ts';

export interface CheckOrder extends ReadFiles {
  readonly directory: string;
}

const additions = await loadExtensions();
/** By folder. */
const caches = new Map<string, ParseCache>();

answerOrders<CheckOrder, readonly Diagnostic[]>(({ directory, ...read }) => {
  const cache = caches.get(directory) ?? new Map();
  caches.set(directory, cache);
  return compileFolder(read, { cache, additions }).diagnostics;
});
