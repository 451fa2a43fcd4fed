/** Two simultaneous writes to one record run one after the other. */
import { expect, test } from 'vitest';
import type { Client } from '../api/client.ts';
import { writeInLine } from './write-line.ts';

const client = {} as Client;

test('a write waits for the one before and is based on what came of it', async () => {
  const first = Promise.withResolvers<number>();
  const based: number[] = [];
  const one = writeInLine(client, 'order/a', (version) => {
    based.push(version);
    return first.promise;
  });
  const two = writeInLine(client, 'order/a', async (version) => {
    based.push(version);
    return version + 1;
  });
  await writeInLine(client, 'order/b', async (version) => version);
  expect(based).toEqual([0]);
  first.resolve(8);
  await Promise.all([one, two]);
  expect(based).toEqual([0, 8]);
});

test('what was refused or broke off moves nothing on and holds nothing up', async () => {
  await writeInLine(client, 'order/c', async () => null);
  const broken = writeInLine(client, 'order/c', () => Promise.reject(new Error('offline')));
  const next = writeInLine(client, 'order/c', async (version) => {
    expect(version).toBe(0);
    return 1;
  });
  await expect(broken).rejects.toThrow('offline');
  await next;
});
