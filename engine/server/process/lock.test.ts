import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from './lock.ts';

test('only one process holds the lock, and releasing it lets the next one in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lock-'));
  const file = join(folder, 'lock');
  const release = takeLock(file);
  expect(release).not.toBeNull();
  expect(takeLock(file)).toBeNull();
  release?.();
  const again = takeLock(file);
  expect(again).not.toBeNull();
  again?.();
  await rm(folder, { recursive: true });
});

test('a folder that is not there is a fault, not a lock held by another', () => {
  expect(() => takeLock('/nowhere/at/all/lock')).toThrow('unable to open');
});
