/** Compiles valid files with the rows that offices keep, in a worker thread. */
import { Worker } from 'node:worker_threads';
import type { CompiledRows } from '../../config/edited-rows.ts';
import { freezeDeeply } from '../../config/link/input/freeze.ts';
import type { CompileOrder } from './compile-worker.ts';

/** @throws Error if the thread fails */
export function compileApart(order: CompileOrder): Promise<CompiledRows> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./compile-worker.ts', import.meta.url), { workerData: order });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The compiler ended without an answer.')));
    worker.once('message', ({ portal, faults }: CompiledRows) =>
      resolve({ portal: portal && freezeDeeply(portal), faults }),
    );
  });
}
