/** Worker threads that answer orders, so that the main thread answers meanwhile. */
import { parentPort, Worker } from 'node:worker_threads';

/** It starts with the first order, and again after a failure. It does not keep the process alive. */
export interface Thread<Order, Answer> {
  /**
   * Orders are answered one after the other.
   * @throws what the module threw; Error if the thread ends before it answers
   */
  ask(order: Order): Promise<Answer>;
  end(): Promise<void>;
}

type Outcome<Answer> = { readonly answer: Answer } | { readonly error: unknown };

interface ThreadOptions {
  /** What the module finds as `workerData`. */
  readonly workerData?: unknown;
  /** Milliseconds without an order after which the thread ends; for ever without it. */
  readonly patience?: number;
}

/** @param module calls `answerOrders` */
export function createThread<Order, Answer>(
  module: URL,
  { workerData, patience }: ThreadOptions = {},
): Thread<Order, Answer> {
  const waiting: PromiseWithResolvers<Answer>[] = [];
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  const fail = (error: unknown): void => {
    worker = null;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  const end = async (): Promise<void> => {
    const ending = worker;
    clearTimeout(idle);
    fail(new Error('The thread was stopped.'));
    ending?.removeAllListeners();
    await ending?.terminate();
  };
  const settle = (outcome: Outcome<Answer>): void => {
    const next = waiting.shift();
    if ('error' in outcome) next?.reject(outcome.error);
    else next?.resolve(outcome.answer);
    if (waiting.length === 0 && patience !== undefined) idle = setTimeout(() => void end(), patience).unref();
  };
  const start = (): Worker => {
    const started = new Worker(module, { workerData });
    started.on('message', settle);
    started.once('error', fail);
    started.once('exit', () => fail(new Error('The thread ended without an answer.')));
    started.unref();
    return started;
  };
  return {
    ask(order) {
      const answer = Promise.withResolvers<Answer>();
      clearTimeout(idle);
      waiting.push(answer);
      worker ??= start();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
      worker.postMessage(order);
      return answer.promise;
    },
    end,
  };
}

/** In the thread: answers each order in turn. */
export function answerOrders<Order, Answer>(answer: (order: Order) => Answer | Promise<Answer>): void {
  let last = Promise.resolve();
  parentPort?.on('message', (order: Order) => {
    last = last.then(async () => {
      const outcome = await outcomeOf(answer, order);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin.
      parentPort?.postMessage(outcome);
    });
  });
}

async function outcomeOf<Order, Answer>(
  answer: (order: Order) => Answer | Promise<Answer>,
  order: Order,
): Promise<Outcome<Answer>> {
  try {
    return { answer: await answer(order) };
  } catch (error) {
    return { error };
  }
}
