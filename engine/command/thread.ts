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

type ThreadOutcome<Answer> = { readonly answer: Answer } | { readonly error: unknown };

interface ThreadOptions {
  /** What the module finds as `workerData`. */
  readonly workerData?: unknown;
  /** Milliseconds without an order after which the thread ends; for ever without it. */
  readonly patience?: number;
}

/** `exit` follows `error` in a later turn: what a worker tells counts only for the orders that it was given. */
interface StartedWorker<Answer> {
  readonly worker: Worker;
  readonly waiting: PromiseWithResolvers<Answer>[];
  /** It takes no more orders: it failed, or was stopped. */
  isOver: boolean;
}

/** @param module calls `answerOrders` */
export function createThread<Order, Answer>(
  module: URL,
  { workerData, patience }: ThreadOptions = {},
): Thread<Order, Answer> {
  let last: StartedWorker<Answer> | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    if (last === null) return;
    fail(last, new Error('The thread was stopped.'));
    await last.worker.terminate();
  };
  const settle = (started: StartedWorker<Answer>, outcome: ThreadOutcome<Answer>): void => {
    if (started.isOver) return;
    const next = started.waiting.shift();
    if ('error' in outcome) next?.reject(outcome.error);
    else next?.resolve(outcome.answer);
    if (started.waiting.length === 0 && patience !== undefined)
      idle = setTimeout(() => void end(), patience).unref();
  };
  const start = (): StartedWorker<Answer> => {
    const worker = new Worker(module, { workerData });
    const started: StartedWorker<Answer> = { worker, waiting: [], isOver: false };
    worker.on('message', (outcome: ThreadOutcome<Answer>) => settle(started, outcome));
    worker.once('error', (error) => fail(started, error));
    worker.once('exit', () => fail(started, new Error('The thread ended without an answer.')));
    worker.unref();
    return started;
  };
  return {
    async ask(order) {
      const answer = Promise.withResolvers<Answer>();
      clearTimeout(idle);
      if (last === null || last.isOver) last = start();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
      last.worker.postMessage(order);
      last.waiting.push(answer);
      return answer.promise;
    },
    end,
  };
}

function fail<Answer>(started: StartedWorker<Answer>, error: unknown): void {
  started.isOver = true;
  for (const { reject } of started.waiting.splice(0)) reject(error);
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
): Promise<ThreadOutcome<Answer>> {
  try {
    return { answer: await answer(order) };
  } catch (error) {
    return { error };
  }
}
