/** Stores uploaded files in a folder, one file for each key. */
import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../extension/extension.ts';
import { removeOld } from './work-folder.ts';

/** @param folder created if missing */
export function createDiskStore(folder: string): FileStore {
  const pathOf = (key: string): string => join(folder, key);
  const place = async (from: string, key: string): Promise<void> => {
    const whole = `${pathOf(key)}.${randomUUID()}`;
    try {
      // Not every file system supports hard links.
      await link(from, whole).catch(() => copyFile(from, whole));
      await flushToDisk(whole, 'r+');
      await rename(whole, pathOf(key));
      // Windows cannot open a folder; its journal keeps the names.
      if (process.platform !== 'win32') await flushToDisk(folder, 'r');
    } finally {
      // `rename` leaves it where both paths are links to the same bytes.
      await rm(whole, { force: true });
    }
  };
  return {
    async put(key, path) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await place(path, key);
    },
    async get(key) {
      return (await open(pathOf(key))).createReadStream();
    },
    copy: (key, as) => place(pathOf(key), as),
    delete: (key) => rm(pathOf(key), { force: true }),
    sweep: () => removeOld(folder, 24, (name) => name.includes('.')),
  };
}

/** Waits until the bytes, or the names in a folder, are on the disk. */
async function flushToDisk(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  await file.datasync().finally(() => file.close());
}
