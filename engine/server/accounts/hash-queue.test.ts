import { expect, test } from 'vitest';
import { inHashQueue } from './password.ts';

/** Work that runs until the test ends it. */
function heldWork() {
  const ends: (() => void)[] = [];
  return { ends, work: () => new Promise<void>((resolve) => void ends.push(resolve)) };
}

test('four hashes of one caller run at once, the others wait, and another caller waits for none of them', async () => {
  const { ends, work } = heldWork();
  const all = Array.from({ length: 10 }, () => inHashQueue('192.0.2.1', work));
  const elsewhere = heldWork();
  const other = inHashQueue('192.0.2.2', elsewhere.work);
  await expect.poll(() => [ends.length, elsewhere.ends.length]).toEqual([4, 1]);
  elsewhere.ends[0]?.();
  await other;
  for (let done = 0; done < 10; done += 1) {
    await expect.poll(() => ends.length).toBe(Math.min(10, done + 4));
    ends[done]?.();
  }
  await Promise.all(all);
});

test('where very many wait, the next is asked to try again', async () => {
  const { ends, work } = heldWork();
  const waiting = Array.from({ length: 64 }, () => inHashQueue('192.0.2.3', work));
  await expect(inHashQueue('192.0.2.3', work)).rejects.toMatchObject({ status: 429 });
  const drained = Promise.all(waiting);
  const drain = setInterval(() => ends.splice(0).forEach((end) => end()));
  await drained;
  clearInterval(drain);
  await inHashQueue('192.0.2.3', async () => {});
});
