/** What the engine expects of a file store, with the store on disk and the sample of an extension. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectAdditions, type FileStore } from '../../../engine/extension/extension.ts';
import { createDiskStore } from '../../../engine/server/storage/disk-store.ts';
import { removeOld } from '../../../engine/server/storage/work-folder.ts';
import { archive } from '../../embed/extensions.ts';

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'munisipyo-stores-'));
  path = join(folder, 'received');
});
afterAll(() => rm(folder, { recursive: true }));

const stores: Record<string, () => FileStore | null> = {
  disk: () => createDiskStore(join(folder, 'files')),
  extension: () => collectAdditions([archive(new Map())]).fileStore,
};

describe.each(Object.keys(stores))('%s', (name) => {
  let store: FileStore;
  beforeAll(() => {
    const made = stores[name]?.();
    if (!made) throw new Error(`There is no store ${name}.`);
    store = made;
  });

  const put = async (key: string, text: string): Promise<void> => {
    await writeFile(path, text);
    await store.put(key, path);
  };
  const read = async (key: string): Promise<string> => (await buffer(await store.get(key))).toString();

  test('a file is read back, also after its source is gone, and a second put replaces it', async () => {
    await put('plan', 'first');
    await rm(path);
    expect(await read('plan')).toBe('first');
    await put('plan', 'second');
    await store.put('plan', path);
    expect(await read('plan')).toBe('second');
  });

  test('a reader that began before a file was replaced or deleted gets the whole of it', async () => {
    await put('long', 'old'.repeat(100_000));
    const [replaced, deleted] = [await store.get('long'), await store.get('long')];
    await rm(path);
    await put('long', 'new');
    const old = await buffer(replaced);
    await store.delete('long');
    expect([old.length, (await buffer(deleted)).length]).toEqual([300_000, 300_000]);
  });

  test('a copy outlives the original', async () => {
    await put('one', 'bytes');
    await store.copy('one', 'two');
    await store.delete('one');
    expect(await read('two')).toBe('bytes');
    await expect(store.copy('one', 'three')).rejects.toThrow(/no/);
  });

  test('a missing file cannot be read, and can be deleted', async () => {
    await expect(store.get('never')).rejects.toThrow(/no/);
    await store.delete('never');
    await expect(store.put('never', join(folder, 'nothing'))).rejects.toThrow('ENOENT');
    await expect(store.get('never')).rejects.toThrow(/no/);
  });
});

test('the disk keeps nothing of a put that failed or was interrupted', async () => {
  const files = join(folder, 'interrupted');
  const store = createDiskStore(files);
  await expect(store.put('key', join(folder, 'nothing'))).rejects.toThrow('ENOENT');
  expect(await readdir(files)).toEqual([]);
  await writeFile(path, 'whole');
  await store.put('key', path);
  await writeFile(join(files, 'key.left-by-a-crash'), 'ha');
  await store.sweep?.();
  expect(await readdir(files)).toEqual(['key', 'key.left-by-a-crash']);
  await removeOld(files, -1, (name) => name.includes('.'));
  expect(await readdir(files)).toEqual(['key']);
});

test('a second file store is refused by the names of both extensions', () => {
  const other = { ...archive(new Map()), name: 'bucket' };
  expect(() => collectAdditions([archive(new Map()), other])).toThrow(
    'The extensions "archive" and "bucket" each add a file store. A portal has only one.',
  );
});
