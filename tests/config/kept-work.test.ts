/** The cache of a run for later ones: it saves work, and never changes the findings. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CompileResult } from '../../engine/config/compile.ts';
import {
  checkOnce,
  cachedParse,
  keepParsed,
  keptText,
  withCompileCache,
} from '../../engine/config/cache/compile-cache.ts';
import { writeCacheFile } from '../../engine/config/cache/cache-files.ts';
import { compileFolder, loadKept } from '../../engine/config/load.ts';
import { parseFile } from '../../engine/config/parse/parse-file.ts';
import { readFiles } from '../../engine/config/read-files.ts';

let directory: string;
let kept: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'config-'));
  kept = mkdtempSync(join(tmpdir(), 'kept-work-'));
  cpSync('tests/fixtures/library', directory, { recursive: true });
});
afterEach(() => {
  rmSync(directory, { recursive: true });
  rmSync(kept, { recursive: true });
});

const piecesOfCache = (): string[] =>
  readdirSync(kept).flatMap((folder) =>
    readdirSync(join(kept, folder)).map((name) => join(kept, folder, name)),
  );
const compile = (): CompileResult => compileFolder(readFiles(directory));
const compileKept = (): CompileResult => withCompileCache(directory, compile, kept);

test('a second run finds what the first has parsed: the same portal, places included', () => {
  const first = compileKept();
  expect(first.portal).not.toBeNull();
  expect(first).toEqual(compile());
  const texts = readFiles(directory).files.map(({ text }) => text);
  expect(texts.every((text) => cachedParse(text) === null)).toBe(true);
  const known = withCompileCache(directory, () => texts.map(cachedParse), kept);
  expect(known.every((one) => one !== null)).toBe(true);
  expect(compileKept()).toEqual(first);
  expect(readdirSync(kept)).toHaveLength(1);
});

test.each([
  ['a text that is not YAML', 'guards.yaml', (text: string) => `${text}\n  a: b: c\n`],
  ['a value of the wrong type', 'portal.yaml', (text: string) => text.replace(/^title: .*$/m, 'title: 12')],
  ['an unknown name', 'portal.yaml', (text: string) => `${text}\nunheard-of: 1\n`],
])('%s is found in the same place by each run, and gone when it is mended', (_, name, spoil) => {
  const sound = compileKept();
  const file = join(directory, name);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, spoil(text));
  const wrong = compile();
  expect(wrong.portal).toBeNull();
  expect(compileKept()).toEqual(wrong);
  expect(compileKept()).toEqual(wrong);
  writeFileSync(file, text);
  expect(compileKept()).toEqual(sound);
});

test('a command without proofs reads the portal that another compiled, until a file changes', () => {
  const load = () => loadKept(directory, { proofs: false }, kept);
  const { portal } = load();
  expect(portal).not.toBeNull();
  expect(load().portal).toEqual(portal);
  const [name = '', ...others] = readdirSync(join(kept, 'portals'));
  expect(others).toEqual([]);
  writeCacheFile(join(kept, 'portals', name), JSON.stringify({ ...portal, title: 'As it was kept' }));
  expect(load().portal?.title).toBe('As it was kept');
  const file = join(directory, 'portal.yaml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/^title: .*$/m, 'title: Map Room'));
  expect(load().portal?.title).toBe('Map Room');
  writeFileSync(file, text.replace(/^title: .*$/m, 'title: 12'));
  const wrong = compileFolder(readFiles(directory), { proofs: false });
  expect(load()).toEqual(wrong);
  expect(load()).toEqual(wrong);
});

test('an example that its form refuses is found by each run', () => {
  const form = readdirSync(join(directory, 'records')).find((name) =>
    readFileSync(join(directory, 'records', name), 'utf8').includes('examples:'),
  );
  expect(form).toBeDefined();
  const file = join(directory, 'records', form ?? '');
  compileKept();
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/^examples:\n/m, 'examples:\n  - nobody-asks-this: 1\n'),
  );
  const wrong = compile();
  expect(wrong.diagnostics.map(({ code }) => code)).toContain('kind/bad-example');
  expect(compileKept()).toEqual(wrong);
  expect(compileKept()).toEqual(wrong);
});

test('an edit of one file writes only the pieces with its text, what was checked, and the kinds linked again', () => {
  compileKept();
  const pieces = piecesOfCache();
  const before = pieces.map((piece) => readFileSync(piece));
  const file = join(directory, 'portal.yaml');
  writeFileSync(file, `${readFileSync(file, 'utf8')}# A comment.\n`);
  compileKept();
  const written = pieces.filter((piece, index) => before[index]?.equals(readFileSync(piece)) === false);
  const again = piecesOfCache().length - pieces.length + written.length;
  const sound = compile();
  const kinds = Object.keys(sound.portal?.kinds ?? {});
  expect(again).toBeGreaterThan(0);
  // Some of them can share a piece.
  const checked = ['its shape', 'flags', 'landings', 'other checks'];
  expect(again).toBeLessThanOrEqual(1 + checked.length + kinds.length);
  expect(pieces.length).toBeGreaterThan(1 + checked.length + kinds.length);
  expect(compileKept()).toEqual(sound);
});

function titlesOf({ portal }: CompileResult): string[] {
  return Object.values(portal?.kinds ?? {}).map(({ title }) => title);
}

function edit(file: string): void {
  writeFileSync(file, `${readFileSync(file, 'utf8')}# A comment.\n`);
}

test('a new process links a kind again only if something has changed that its linking has read', () => {
  const sound = titlesOf(compileKept());
  for (const piece of piecesOfCache()) {
    const [, ...lines] = readFileSync(piece, 'utf8').split('\n');
    const marked = lines.map((line) =>
      line.startsWith('{"kind":') ? line.replaceAll('"title":"', '"title":"Kept: ') : line,
    );
    writeCacheFile(piece, marked.join('\n'));
  }
  const marked = sound.map((title) => `Kept: ${title}`);
  expect(titlesOf(compileKept())).toEqual(marked);
  const folder = join(directory, 'requirements/membership');
  const [first = ''] = readdirSync(folder).filter((name) => name !== 'set.yaml');
  edit(join(folder, first));
  expect(titlesOf(compileKept()).filter((title) => sound.includes(title))).toHaveLength(1);
  edit(join(directory, 'guards.yaml'));
  expect(titlesOf(compileKept())).toEqual(sound);
  expect(compileKept()).toEqual(compile());
});

test('what the engine says in other languages has no finding, so that it is parsed once', () => {
  const folder = 'engine/locales';
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.yaml'))) {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(parseFile({ path: name, name, text }, 'locale').diagnostics).toEqual([]);
  }
});

test('a large text is remembered, and so is what shares a piece with it', () => {
  const large = { value: 'a'.repeat(1_000_000), outline: null };
  withCompileCache(directory, () => keepParsed('large: 1', keptText(large)), kept);
  expect(withCompileCache(directory, () => cachedParse('large: 1'), kept)).toEqual(large);
});

test('a piece of another folder counts for nothing', () => {
  compileKept();
  const own = piecesOfCache();
  const other = mkdtempSync(join(tmpdir(), 'config-'));
  withCompileCache(other, () => keepParsed('a: 1', keptText({ value: 'wrong', outline: null })), kept);
  const [foreign = ''] = piecesOfCache().filter((piece) => !own.includes(piece));
  const number = foreign.split('-').at(-1);
  cpSync(
    foreign,
    own.find((piece) => piece.endsWith(`-${number}`)) ?? (own[0] ?? '').replace(/\d+$/, number ?? ''),
  );
  expect(withCompileCache(directory, () => cachedParse('a: 1'), kept)).toBeNull();
  rmSync(other, { recursive: true });
});

test('work of a cut-off file counts for nothing, and is done again', () => {
  const first = compileKept();
  for (const piece of piecesOfCache()) writeFileSync(piece, readFileSync(piece).subarray(0, -1));
  expect(compileKept()).toEqual(first);
  const texts = readFiles(directory).files.map(({ text }) => text);
  const known = withCompileCache(directory, () => texts.map(cachedParse), kept);
  expect(known.every((one) => one !== null)).toBe(true);
});

test('a check that found something is made again, and one that found nothing is not', () => {
  let count = 0;
  const check = (isSound: boolean) => () => {
    count += 1;
    return isSound;
  };
  expect([checkOnce(['a', 'b'], check(false)), checkOnce(['a', 'b'], check(true))]).toEqual([false, true]);
  expect(checkOnce(['a', 'b'], check(false))).toBe(true);
  expect(checkOnce(['ab', ''], check(true))).toBe(true);
  expect(count).toBe(3);
});
