/** Makes forms of a configuration and writes answers into it, in a thread of its own: the server answers meanwhile. */
import { workerData } from 'node:worker_threads';
import { createWorkshop, type Workshop } from '../../editing/workshop.ts';
import { loadExtensions } from '../load-extensions.ts';
import { answerOrders } from '../thread.ts';

export interface WorkshopQuestion {
  readonly name: keyof Workshop;
  readonly input: readonly unknown[];
}

const { extensions } = workerData as { readonly extensions: string | null };
const workshop = loadExtensions(extensions).then(createWorkshop);

answerOrders<WorkshopQuestion, unknown>(async ({ name, input }) => {
  const answer = (await workshop)[name] as (...given: readonly unknown[]) => unknown;
  return answer(...input);
});
