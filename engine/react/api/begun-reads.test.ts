import { afterEach, expect, test, vi } from 'vitest';
import type { ReceivedAnswer } from './batches.ts';
import { createBegunReads } from './begun-reads.ts';

afterEach(() => void vi.useRealTimers());

function reads() {
  const asked: string[] = [];
  const begun = createBegunReads((_, path) => {
    asked.push(path);
    return Promise.resolve<ReceivedAnswer>({ response: new Response(), body: asked.length });
  });
  return { asked, begun };
}

test('the first caller takes what was begun, the next one reads', async () => {
  const { asked, begun } = reads();
  begun.begin('GET /to-do', 'to-do', 'token');
  expect(await begun.read('GET /to-do', 'to-do', 'token')).toMatchObject({ body: 1 });
  expect(asked).toEqual(['to-do']);
  expect(await begun.read('GET /to-do', 'to-do', 'token')).toMatchObject({ body: 2 });
});

test('nobody gets what was begun for somebody else', async () => {
  const { asked, begun } = reads();
  begun.begin('GET /to-do', 'to-do', 'token');
  await begun.read('GET /to-do', 'to-do', 'another');
  await begun.read('GET /to-do', 'to-do', null);
  expect(asked).toHaveLength(3);
});

test('what another answer names is found by its own path', async () => {
  const begun = createBegunReads(() =>
    Promise.resolve<ReceivedAnswer>({ response: new Response(), body: 1, path: 'forms/f1' }),
  );
  await begun.begin('GET /forms/:hash', 'forms/%7B%2Fform%40records%2Floan%2Fx1%7D', 'token');
  expect(await begun.read('GET /forms/:hash', 'forms/f1', 'token')).toMatchObject({ body: 1 });
});

test('after a change it is read again', async () => {
  const { asked, begun } = reads();
  begun.begin('GET /to-do', 'to-do', 'token');
  begun.drop();
  expect(await begun.read('GET /to-do', 'to-do', 'token')).toMatchObject({ body: 2 });
  expect(asked).toHaveLength(2);
});

test('what nobody asked for in five seconds is read again', async () => {
  vi.useFakeTimers();
  const { asked, begun } = reads();
  begun.begin('GET /to-do', 'to-do', 'token');
  vi.advanceTimersByTime(4_000);
  begun.begin('GET /photo', 'photo', 'token');
  vi.advanceTimersByTime(1_000);
  await begun.read('GET /photo', 'photo', 'token');
  await begun.read('GET /to-do', 'to-do', 'token');
  expect(asked).toEqual(['to-do', 'photo', 'to-do']);
});
