/** Whatever text a configuration contains, compiling it ends soon, throws nothing and points into the text. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePortal, type CompileResult } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { SourceFile } from '../../engine/config/source/source.ts';
import type { ParseCache } from '../../engine/config/stages.ts';

const library = readFiles('tests/fixtures/library').files;
const anyName = fc.constantFrom(...library.map(({ name }) => name));

// As in a running portal: unchanged files are not parsed again.
const cache: ParseCache = new Map();

/** Compiles the library with one text changed. */
function compileWith(name: string, text: string): CompileResult {
  const changed = library.map((file): SourceFile => (file.name === name ? { ...file, text } : file));
  return compilePortal(changed, { cache });
}

/** Invalid results: an exception in disguise, a place outside the text, a portal despite errors. */
function faultsOf({ portal, diagnostics }: CompileResult, text: string): string[] {
  const most = Math.max(...[text, ...library.map((file) => file.text)].map((one) => one.split('\n').length));
  const faults = diagnostics
    .filter(
      ({ code, message, remedy, line, column }) =>
        code === 'file/internal' ||
        message === '' ||
        remedy === '' ||
        !(line >= 1 && line <= most && column >= 1),
    )
    .map(({ code, message, line, column }) => `${line}:${column} ${code} ${message}`);
  const isRefused = diagnostics.some(({ severity }) => severity === 'error');
  return (portal === null) === isRefused ? faults : [...faults, 'the portal and its diagnostics disagree'];
}

/** The texts that caused a failure, of many that were tried in place of a file of the library. */
function faultyTexts(change: fc.Arbitrary<(original: string) => string>, numRuns: number): unknown {
  const holds = fc.property(anyName, change, (name, changed) => {
    const text = changed(library.find((file) => file.name === name)?.text ?? '');
    const faults = faultsOf(compileWith(name, text), text);
    if (faults.length > 0) throw new Error(`${name}\n${faults.join('\n')}\n${text}`);
  });
  return fc.check(holds, { numRuns }).errorInstance;
}

test('the library is sound', () => {
  expect(compilePortal(library).diagnostics).toEqual([]);
});

test('any text at all becomes diagnostics', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 400 }).map((text) => () => text);
  expect(faultyTexts(anyText, 150)).toBe(null);
});

test('text that looks like YAML becomes diagnostics', () => {
  const scraps = 'a title routes : - [ ] { } , " \' # &a *a !t > ? % @ ` << --- null 1.5 true ~ |'.split(' ');
  const scrap = fc.constantFrom('\n', '\n  ', '\n    ', ': ', '- ', '\t', ...scraps);
  const anyScraps = fc.array(scrap, { maxLength: 60 }).map((parts) => () => parts.join(''));
  expect(faultyTexts(anyScraps, 200)).toBe(null);
});

test('a slip of the keyboard in a sound file becomes diagnostics or stays sound', () => {
  const added = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom(' ', '\n', ':', '{', '}', '"', '\t', '-'),
  );
  const slip = fc.record({ at: fc.nat(), removed: fc.nat({ max: 12 }), added });
  const slips = fc.array(slip, { minLength: 1, maxLength: 3 }).map(
    (all) => (original: string) =>
      all.reduce((text, one) => {
        const start = one.at % (text.length + 1);
        return text.slice(0, start) + one.added + text.slice(start + one.removed);
      }, original),
  );
  expect(faultyTexts(slips, 300)).toBe(null);
});

test('a value of any shape in place of another becomes diagnostics', () => {
  const replaced = fc
    .tuple(fc.nat(), fc.jsonValue({ maxDepth: 3 }))
    .map(([at, value]) => (original: string) => {
      const lines = original.split('\n');
      const index = at % lines.length;
      const key = /^(\s*(?:- )?[\w."'{}-]+:) /.exec(lines[index] ?? '')?.[1];
      if (key !== undefined) lines[index] = `${key} ${JSON.stringify(value)}`;
      return lines.join('\n');
    });
  expect(faultyTexts(replaced, 300)).toBe(null);
});

const size = 100_000;
const repeated = (text: string): string => text.repeat(Math.floor(size / text.length));

test.each([
  ['open brackets', repeated('[')],
  ['open braces', repeated('{a: ')],
  ['closed brackets', '['.repeat(size / 2) + ']'.repeat(size / 2)],
  ['lists in lists', repeated('- ')],
  ['keys in keys', repeated('? ')],
  ['anchors', repeated('&a ')],
  ['an alias bomb', `a: &a [x, x]\n${Array.from({ length: 5000 }, (_, i) => `b${i}: [*a, *a]`).join('\n')}`],
  ['many documents', repeated('---\n')],
  ['many keys', Array.from({ length: size / 10 }, (_, i) => `k${i}: 1`).join('\n')],
  ['the same key again and again', repeated('a: 1\n')],
  ['commas', `[${repeated(',')}]`],
  ['escapes', `a: "${repeated('\\x')}"`],
  ['a deep staircase', Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ['an open quotation mark', `a: "${repeated('x\n')}`],
  ['nothing but white space', repeated(' \n')],
  ['zeros', repeated('\0')],
])('%s end within seconds', (_, text) => {
  // CPU time of this process: others may keep the machine busy.
  const start = process.cpuUsage();
  const compiled = compileWith('groups.yaml', text);
  expect(compiled.portal).toBe(null);
  expect(faultsOf(compiled, text)).toEqual([]);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(10);
});
