/** The portal cache is read again, but never if one of its sources has changed. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPortalCache } from '../../engine/config/cache/portal-cache.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { readPortal } from './read-portal.ts';

let root: string;
let dataDirectory: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'engine-'));
  dataDirectory = mkdtempSync(join(tmpdir(), 'data-'));
  mkdirSync(join(root, 'engine/config'), { recursive: true });
  writeFileSync(join(root, 'engine/config/compile.ts'), 'one');
});
afterEach(() => {
  rmSync(root, { recursive: true });
  rmSync(dataDirectory, { recursive: true });
});

/** One start: whether it compiled the portal, and which one. */
async function start(parts: unknown, made: Portal | null): Promise<[isMade: boolean, portal: Portal | null]> {
  let isMade = false;
  const cache = createPortalCache({ root, dataDirectory });
  const portal = await cache.portal(parts, async () => {
    isMade = true;
    return made;
  });
  cache.keep();
  return [isMade, portal];
}

const folders = () => [join(dataDirectory, 'compiled'), join(root, '.cache/portals')];
const kept = (): string[] =>
  folders().flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));

test('a second start reads what the first has compiled: the same in every part, and as closed to changes', async () => {
  const whole = await readPortal();
  expect(await start(['a'], whole)).toEqual([true, whole]);
  const [isMade, portal] = await start(['a'], null);
  expect(isMade).toBe(false);
  expect(portal).toStrictEqual(whole);
  expect(Object.isFrozen(portal?.routes[0]?.place)).toBe(true);
});

test('a portal with another data directory, and a command, find it in the checkout', async () => {
  const portal = { title: 'A' } as Portal;
  await start(['a'], portal);
  rmSync(join(dataDirectory, 'compiled'), { recursive: true });
  expect(await start(['a'], null)).toEqual([false, portal]);
  expect(createPortalCache({ root, dataDirectory: null }).find(['a'])).toEqual(portal);
});

test('another configuration, and another engine, are compiled anew', async () => {
  const portal = { title: 'A' } as Portal;
  expect(await start(['a'], portal)).toEqual([true, portal]);
  expect((await start(['b'], portal))[0]).toBe(true);
  writeFileSync(join(root, 'engine/config/compile.ts'), 'two');
  expect((await start(['a'], portal))[0]).toBe(true);
  expect((await start(['a'], portal))[0]).toBe(false);
});

const spoilt: readonly [how: string, spoil: (text: string, other: string) => string][] = [
  ['is cut off', (text) => text.slice(0, 80)],
  ['is empty', () => ''],
  ['has another word', (text) => text.replace('Reading', 'Writing')],
  ['belongs to another configuration', (_, other) => other],
];

test.each(spoilt)('a file that %s is ignored and written again', async (_, spoil) => {
  const portal = { title: 'Reading Room' } as Portal;
  await start(['a'], portal);
  const files = kept();
  await start(['b'], { title: 'Another' } as Portal);
  const other = kept().find((one) => !files.includes(one)) ?? '';
  for (const file of files)
    writeFileSync(file, spoil(readFileSync(file, 'utf8'), readFileSync(other, 'utf8')));
  expect(await start(['a'], portal)).toEqual([true, portal]);
  expect(await start(['a'], null)).toEqual([false, portal]);
});

test('what is not sound is not kept, and of the others only the newest are', async () => {
  await start(['broken'], null);
  for (const part of 'abcdef') await start([part], { title: part } as Portal);
  expect(folders().map((folder) => readdirSync(folder).length)).toEqual([4, 6]);
  expect((await start(['f'], null))[0]).toBe(false);
});

test('a folder that cannot be written to keeps nothing and stops nothing', async () => {
  rmSync(dataDirectory, { recursive: true });
  writeFileSync(dataDirectory, 'no folder');
  writeFileSync(join(root, '.cache'), 'no folder');
  const portal = { title: 'A' } as Portal;
  expect(await start(['a'], portal)).toEqual([true, portal]);
  expect(await start(['a'], portal)).toEqual([true, portal]);
});
