/** Prints documents in a child process, so that a picture can neither block nor end the server. */
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../sandbox/fair-queue.ts';
import type { ConfinedRunner } from '../sandbox/run-confined.ts';
import { ConfinedError, type Task } from '../sandbox/task.ts';
import type { PrintRequest } from './pdf/print-document.ts';

const printing: Task<PrintRequest, Uint8Array> = {
  module: new URL('./pdf/print-document.ts', import.meta.url).href,
  name: 'printDocument',
};

export interface PrintTurn {
  /** The child process that prints. */
  readonly run: ConfinedRunner;
  /** The caller that waits for it. */
  readonly caller: Caller;
  readonly log: FastifyBaseLogger;
}

/**
 * If a picture exhausts the child process, the document is printed with empty frames instead of pictures.
 * @throws TooBusyError, CallerLeftError, ConfinedError
 */
export async function printPdf({ run, caller, log }: PrintTurn, document: PrintRequest): Promise<Buffer> {
  try {
    return Buffer.from(await run(printing, document, caller));
  } catch (error) {
    if (!(error instanceof ConfinedError) || document.pictures.size === 0) throw error;
    log.warn({ err: error }, 'a document is printed without its pictures');
    return Buffer.from(await run(printing, { ...document, pictures: new Map() }, caller));
  }
}
