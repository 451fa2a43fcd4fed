import { expect, test } from 'vitest';
import { withinLimit } from './time-limit.ts';

test('work that never ends fails after the limit, and its signal is aborted', async () => {
  let given: AbortSignal | null = null;
  const never = withinLimit((signal) => {
    given = signal;
    return new Promise(() => {});
  }, 5);
  await expect(never).rejects.toThrow('It did not end within 0.005 seconds.');
  expect(given).toMatchObject({ aborted: true });
});

test('the end or the error of other work is the result', async () => {
  await expect(withinLimit(async () => {})).resolves.toBeUndefined();
  const failing = withinLimit(() => {
    throw new Error('The gateway is away.');
  });
  await expect(failing).rejects.toThrow('The gateway is away.');
});
