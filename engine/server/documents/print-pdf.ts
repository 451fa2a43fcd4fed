/** Prints documents in a child process, so that a picture in them can neither block nor end the server. */
import type { FastifyBaseLogger } from 'fastify';
import { runConfined } from '../confined/run-confined.ts';
import { ConfinedError, type Task } from '../confined/task.ts';
import type { PrintRequest } from './pdf/print-document.ts';

const printing: Task<PrintRequest, Uint8Array> = {
  module: new URL('./pdf/print-document.ts', import.meta.url).href,
  name: 'printDocument',
};

/**
 * Where a picture exhausts the child process the document is printed without pictures: their frames stay empty.
 * @throws TooBusyError, ConfinedError
 */
export async function printPdf(log: FastifyBaseLogger, document: PrintRequest): Promise<Buffer> {
  try {
    return Buffer.from(await runConfined(printing, document));
  } catch (error) {
    if (!(error instanceof ConfinedError) || document.pictures.size === 0) throw error;
    log.warn({ err: error }, 'a document is printed without its pictures');
    return Buffer.from(await runConfined(printing, { ...document, pictures: new Map() }));
  }
}
