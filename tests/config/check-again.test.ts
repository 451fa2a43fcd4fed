/**
 * A process that stays, and a new one with what the last one has kept on disk, find exactly what one finds that knows
 * nothing, whatever was edited in between.
 */
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { withCompileCache } from '../../engine/config/cache/compile-cache.ts';
import { compilePortal, type CompileResult } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { SourceFile } from '../../engine/config/source/source.ts';
import type { ParseCache } from '../../engine/config/stages.ts';

const library = readFiles('tests/fixtures/library').files;
const student = 'requirements/membership/student.yaml';
const resident = 'requirements/membership/resident.yaml';

test('a kind whose surroundings are unchanged is not linked again', () => {
  const cache: ParseCache = new Map();
  const before = compilePortal(library, { cache }).portal?.kinds;
  const changed = edit(library, student, (text) => text.replace('Year of study', 'Study year'));
  const after = compilePortal(changed, { cache }).portal?.kinds;
  expect(after?.['membership/resident']).toBe(before?.['membership/resident']);
  expect(after?.['membership/student']).not.toBe(before?.['membership/student']);
});

const asking = edit(
  edit(library, resident, (text) => text.replace('optional: true', "when: { field: course, is: 'law' }")),
  student,
  (text) => `${text}    course: { type: string, title: Course, enum: ['law', 'art'] }\n`,
);

test.each<[string, (text: string) => string, string[]]>([
  ['removes it', (text) => text.replace(/ {4}course.*\n/, ''), ['condition/unknown-field']],
  ['removes its choice', (text) => text.replace("'law', ", ''), ['condition/unknown-value']],
  ['changes nothing of it', (text) => text.replace('Year of', 'Years of'), []],
])('a kind that names the question of another is linked again if the other one %s', (_, change, found) => {
  const cache: ParseCache = new Map();
  expect(errorsOf(compilePortal(asking, { cache }))).toEqual([]);
  const changed = edit(asking, student, change);
  const again = compilePortal(changed, { cache });
  expect(errorsOf(again)).toEqual(found);
  expect(findingsOf(again)).toEqual(findingsOf(compilePortal(changed)));
});

/** How often the edits are tried: a few times in every test run, as often as wanted with RANDOM_EDITS. */
const runs = Number(process.env['RANDOM_EDITS'] ?? 8);

const edits = (count: number) =>
  array(
    record({
      how: constantFrom<Edit['how']>(
        'drop',
        'repeat',
        'swap',
        'swap',
        'swap',
        'remove',
        'copy',
        'undo',
        'undo',
      ),
      file: nat(),
      line: nat(),
      other: nat(),
    }),
    { minLength: count, maxLength: count, size: 'max' },
  );

test.each([
  ['a small configuration', library, { runs, most: 6 }],
  ['the configuration of the project', readFiles('config').files, { runs: Math.ceil(runs / 16), most: 3 }],
])(
  'edits at random, with mistakes, are checked like a new configuration: %s',
  { timeout: 600_000 },
  (_, whole, { runs: numRuns, most }) => {
    assert(
      property(edits(most), (all) => {
        const cache: ParseCache = new Map();
        const versions = [whole];
        compilePortal(whole, { cache });
        const kept = mkdtempSync(join(tmpdir(), 'kept-'));
        onTestFinished(() => rmSync(kept, { recursive: true, force: true }));
        const anew = (files: readonly SourceFile[]) =>
          withCompileCache('config', () => compilePortal(files), kept);
        anew(whole);
        for (const one of all) {
          const files =
            one.how === 'undo' ? (versions.at(-2) ?? whole) : changedBy(one, versions.at(-1) ?? whole);
          versions.push(files);
          const expected = findingsOf(compilePortal(files));
          expect(findingsOf(compilePortal(files, { cache }))).toEqual(expected);
          expect(findingsOf(anew(files))).toEqual(expected);
        }
      }),
      { numRuns, endOnFailure: true },
    );
  },
);

interface Edit {
  readonly how: 'drop' | 'repeat' | 'swap' | 'remove' | 'copy' | 'undo';
  readonly file: number;
  readonly line: number;
  readonly other: number;
}

/** One edit: a line or a file goes or is repeated, or a word is replaced with one from another file. */
function changedBy({ how, file, line, other }: Edit, files: readonly SourceFile[]): readonly SourceFile[] {
  const texts = files.filter(({ name }) => name.endsWith('.yaml'));
  const one = pick(texts, file);
  if (how === 'remove') return files.filter((any) => any !== one);
  if (how === 'copy') {
    const renamed = (path: string): string => path.replace('.yaml', `-${other % 9}.yaml`);
    const copy = { path: renamed(one.path), name: renamed(one.name), text: one.text };
    return [...files.filter(({ path }) => path !== copy.path), copy];
  }
  const lines = one.text.split('\n');
  const index = line % lines.length;
  const own = lines[index] ?? '';
  const changed =
    how === 'drop'
      ? []
      : how === 'repeat'
        ? [own, own]
        : [swapped(own, pick(texts, other).text, line + other)];
  const text = lines.toSpliced(index, 1, ...changed).join('\n');
  return files.map((any) => (any === one ? { ...any, text } : any));
}

function swapped(line: string, text: string, seed: number): string {
  const [mine, theirs] = [line, text].map((from) => from.match(/[\w-]+/g) ?? ['x']);
  return line.replace(pick(mine ?? ['x'], seed), pick(theirs ?? ['x'], seed));
}

function pick<One>(all: readonly One[], at: number): One {
  return all[at % all.length] as One;
}

function edit(
  files: readonly SourceFile[],
  name: string,
  change: (text: string) => string,
): readonly SourceFile[] {
  return files.map((file) => (file.name === name ? { ...file, text: change(file.text) } : file));
}

function errorsOf({ diagnostics }: CompileResult): string[] {
  return diagnostics.flatMap(({ code, severity }) => (severity === 'error' ? [code] : []));
}

/** The findings with their places, and the portal down to the order of its parts. */
function findingsOf({ diagnostics, portal }: CompileResult) {
  return { diagnostics, portal: hash('sha256', JSON.stringify(portal)) };
}
