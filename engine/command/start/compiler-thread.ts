/** The compiler of a running server, in a thread that starts with the first order. */
import { Worker } from 'node:worker_threads';
import type { CompileResult } from '../../config/compile.ts';
import type { CompiledRows } from '../../config/edited-rows.ts';
import { freezeDeeply } from '../../config/link/input/freeze.ts';
import type { SourceFile } from '../../config/source/source.ts';
import type { EditedRow } from '../../portal/model/edited-row.ts';
import type { CompileAnswer, CompileOrder } from './compile-worker.ts';

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

type Settle = (answer: CompileAnswer) => void;

/** @param extensions path of the module with extensions, or null */
export function createCompilerThread(extensions: string | null): CompilerThread {
  const waiting = new Map<number, Settle>();
  let worker: Worker | null = null;
  let last = 0;
  let idle: NodeJS.Timeout | undefined;
  const fail = (error: unknown): void => {
    worker = null;
    for (const [number, settle] of waiting) settle({ number, error });
  };
  const end = async (): Promise<void> => {
    const ending = worker;
    fail(new Error('The compiler was stopped.'));
    clearTimeout(idle);
    ending?.removeAllListeners();
    await ending?.terminate();
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./compile-worker.ts', import.meta.url), {
      workerData: { extensions },
    });
    started.once('error', fail);
    started.once('exit', () => fail(new Error('The compiler ended without an answer.')));
    started.on('message', (answer: CompileAnswer) => waiting.get(answer.number)?.(answer));
    started.unref();
    return started;
  };
  const ask = <Result>(order: DistributiveOmit<CompileOrder, 'number'>): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const number = (last += 1);
    clearTimeout(idle);
    waiting.set(number, (answer) => {
      waiting.delete(number);
      if (waiting.size === 0) idle = setTimeout(() => void end(), patience).unref();
      if ('error' in answer) reject(answer.error as Error);
      else resolve(answer.result as Result);
    });
    worker ??= start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
    worker.postMessage({ ...order, number });
    return promise;
  };
  return {
    withRows: async (files, rows) => frozen(await ask<CompiledRows>({ files, rows })),
    folder: async (directory) => frozen(await ask<CompileResult>({ directory })),
    close: end,
  };
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

function frozen<Result extends CompiledRows | CompileResult>(result: Result): Result {
  if (result.portal !== null) freezeDeeply(result.portal);
  return result;
}
