/** Orders to a real worker thread: in turn, and again after the thread has failed, ended or was stopped. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createThread, type Thread } from './thread.ts';

const source = `
import { workerData } from 'node:worker_threads';
import { answerOrders } from ${JSON.stringify(new URL('./thread.ts', import.meta.url).href)};
let count = 0;
answerOrders(async (order) => {
  count += 1;
  if (order === 'throw') throw new RangeError('Thrown.');
  if (order === 'fail') {
    setImmediate(() => { throw new RangeError('Failed.'); });
    await new Promise(() => {});
  }
  if (order === 'exit') process.exit(1);
  await new Promise((done) => setTimeout(done, order === 'slow' ? 100 : 0));
  return workerData + ' ' + order + ' ' + count;
});
`;

let thread: Thread<string, string>;
beforeEach(() => {
  thread = open(source);
});
afterEach(() => thread.end());

function open(text: string, patience?: number): Thread<string, string> {
  const module = new URL(`data:text/javascript,${encodeURIComponent(text)}`);
  return createThread(module, { workerData: 'to', ...(patience !== undefined && { patience }) });
}

test('orders are answered in turn, also behind one that throws', async () => {
  const answers = await Promise.allSettled(['slow', 'throw', 'quick'].map((order) => thread.ask(order)));
  expect(answers).toMatchObject([
    { value: 'to slow 1' },
    { reason: { name: 'RangeError', message: 'Thrown.' } },
    { value: 'to quick 3' },
  ]);
});

test('a module that cannot be run fails every order', async () => {
  thread = open('throw new RangeError("No module.");');
  const answers = await Promise.allSettled([thread.ask('one'), thread.ask('two')]);
  expect(answers.map((one) => (one as PromiseRejectedResult).reason.message)).toEqual([
    'No module.',
    'No module.',
  ]);
});

test('an order directly behind a failure is answered by another thread', async () => {
  // In the turn of the failure: the thread that failed has not ended yet.
  const next = thread.ask('fail').catch(() => thread.ask('slow'));
  expect(await next).toBe('to slow 1');
});

test('a thread that exits fails its orders, and the next one starts another', async () => {
  const answers = await Promise.allSettled([thread.ask('exit'), thread.ask('quick')]);
  for (const answer of answers)
    expect(answer).toMatchObject({ reason: { message: 'The thread ended without an answer.' } });
  expect(await thread.ask('quick')).toBe('to quick 1');
});

test('a thread that is stopped fails its orders, and the next one starts another', async () => {
  const stopped = thread.ask('slow');
  const end = thread.end();
  await expect(stopped).rejects.toThrow('The thread was stopped.');
  expect(await thread.ask('slow')).toBe('to slow 1');
  await end;
  // Also when it has failed and not ended yet.
  await thread.ask('fail').catch(() => thread.end());
  expect(await thread.ask('slow')).toBe('to slow 1');
});

test('what cannot be sent fails alone', async () => {
  await expect(thread.ask((() => {}) as never)).rejects.toThrow('could not be cloned');
  expect(await thread.ask('quick')).toBe('to quick 1');
});

test('a thread without orders ends, and the next order starts another', async () => {
  thread = open(source, 20);
  for (let round = 0; round < 2; round += 1) {
    expect(await thread.ask('quick')).toBe('to quick 1');
    await sleep(60);
  }
});
