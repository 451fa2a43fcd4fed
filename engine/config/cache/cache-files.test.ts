import fs, {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepNewest, readCacheFile, writeCacheFile } from './cache-files.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
  file = join(folder, 'below', 'one');
  writeCacheFile(file, 'first line\nsecond line');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('what was written is read, by its writer alone', () => {
  expect(readCacheFile(file)?.toString()).toBe('first line\nsecond line');
  writeCacheFile(file, '');
  expect(readCacheFile(file)?.toString()).toBe('');
  expect(readCacheFile(join(folder, 'other'))).toBeNull();
});

test.each<[string, () => void]>([
  ['cut off', () => writeFileSync(file, readFileSync(file).subarray(0, -1))],
  ['empty', () => writeFileSync(file, '')],
  ['changed', () => writeFileSync(file, readFileSync(file, 'utf8').replace('second', 'third'))],
  ['that others may write', () => chmodSync(file, 0o662)],
  ['of another name', () => writeFileSync(file, sealedAs('two'))],
])('a file %s is not read', (_, spoil) => {
  spoil();
  expect(readCacheFile(file)).toBeNull();
});

function sealedAs(name: string): Buffer {
  const other = join(folder, 'below', name);
  writeCacheFile(other, 'text');
  return readFileSync(other);
}

test.runIf(process.getuid?.() === 0)('a file of another user is not read', () => {
  chownSync(file, 65_534, 65_534);
  expect(readCacheFile(file)).toBeNull();
});

test('a full folder loses what was unused for longest', () => {
  utimesSync(file, 1, 1);
  writeCacheFile(join(folder, 'below', 'two'), 'two');
  utimesSync(join(folder, 'below', 'two'), 2, 2);
  readCacheFile(file);
  writeCacheFile(join(folder, 'below', 'three'), 'three');
  keepNewest(join(folder, 'below'), 2);
  expect(readdirSync(join(folder, 'below')).toSorted()).toEqual(['one', 'three']);
});

test('the folder keeps the newest files, and an unwritable or missing folder causes no error', () => {
  for (const name of ['two', 'three', 'four']) writeCacheFile(join(folder, 'below', name), name);
  keepNewest(join(folder, 'below'), 2);
  expect(readdirSync(join(folder, 'below'))).toHaveLength(2);
  writeCacheFile(join(file, 'below-a-file'), 'text');
  keepNewest(join(folder, 'missing'), 2);
});

test('a file of a read-only file system is read', () => {
  const refuse = vi.spyOn(fs, 'futimesSync').mockImplementation(() => {
    throw new Error('EROFS: read-only file system');
  });
  syncBuiltinESMExports();
  expect(readCacheFile(file)?.toString()).toBe('first line\nsecond line');
  expect(refuse).toHaveBeenCalledOnce();
  refuse.mockRestore();
  syncBuiltinESMExports();
});
