/** Makes forms of a configuration and writes answers into it, in a thread of its own: the server answers meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import { createWorkshop, type Workshop } from '../../editing/workshop.ts';
import { loadExtensions } from '../load-extensions.ts';

/** One question of the thread's owner. */
export interface WorkshopQuestion {
  readonly id: number;
  readonly name: keyof Workshop;
  readonly input: readonly unknown[];
}

/** Its answer, or why there is none. */
export type WorkshopAnswer =
  { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string };

const { extensions } = workerData as { readonly extensions: string | null };
const workshop = createWorkshop(await loadExtensions(extensions));

parentPort?.on('message', ({ id, name, input }: WorkshopQuestion) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin.
  parentPort?.postMessage(answer(id, name, input));
});

function answer(id: number, name: keyof Workshop, input: readonly unknown[]): WorkshopAnswer {
  try {
    const work = workshop[name] as (...given: readonly unknown[]) => unknown;
    return { id, value: work(...input) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
