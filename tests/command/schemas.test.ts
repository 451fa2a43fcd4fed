/** `munisipyo schemas` as an editor uses what it writes: every file is valid, and a name that nothing declares is not. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import { namedPlaces } from '../../engine/config/grammar/named-places.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { ParsedFile } from '../../engine/config/source/source.ts';
import { keysOf } from '../../engine/portal/values/pointer.ts';
import { parseFiles } from '../../engine/config/stages.ts';
import { isMapping } from '../../engine/portal/values/is-mapping.ts';

const organisations = [
  'config',
  'tests/fixtures/arts-council',
  'tests/fixtures/library',
  'tests/fixtures/shop-registry',
  'tests/fixtures/tiny',
];

test.each(organisations)('every file of %s is valid, and no wrong name is', (organisation) => {
  const directory = copyOf(organisation);
  run('schemas', directory);
  const editor = readWritten(directory);
  const { parsed } = parseFiles(readFiles(directory).files, undefined);
  const invalid = parsed.filter(({ file }) => !editor.accepts(file.kind, file.value));
  expect(invalid.map(({ file }) => file.name)).toEqual([]);
  // One place of each key: thousands of places have the same one.
  const places = new Map(
    parsed.flatMap(({ file }) =>
      namedPlaces(file).map(({ pointer }) => {
        const key = keysOf(pointer).filter((one) => !/^\d+$/.test(one));
        return [`${file.kind} ${key.slice(-2).join(' ')}`, { file, pointer }] as const;
      }),
    ),
  );
  const missed = [...places.values()]
    .filter(({ file, pointer }) => editor.accepts(file.kind, withValue(file, pointer, 'no-such-name')))
    .map(({ pointer }) => pointer);
  // A paper of an outside body, and the person of a case, may have any name.
  expect(missed.filter((pointer) => !/\/(?:issuedBy|as)$/.test(pointer))).toEqual([]);
});

test('a name is listed with its title', () => {
  const directory = copyOf('tests/fixtures/library');
  run('schemas', directory);
  const { $defs } = JSON.parse(readFileSync(join(writtenIn(directory), 'names.json'), 'utf8'));
  expect($defs.department).toEqual({
    type: 'string',
    enum: ['counter', 'desk', 'director', 'member'],
    enumDescriptions: ['an alias of desk', 'Lending desk', 'Director', 'Member'],
  });
  expect($defs.state.enum).toContain('lent');
  expect($defs.kind.enum).toEqual(['membership/resident', 'membership/student']);
});

test('with --modelines each file names its schema there, and nothing else changes', () => {
  const directory = copyOf('tests/fixtures/library');
  const before = readFiles(directory).files;
  expect(run('schemas', directory, '--modelines').stdout).toContain('Changed the first line of 21 files.\n');
  const after = readFiles(directory).files;
  for (const [at, { path, text }] of after.entries()) {
    const [first = '', ...rest] = text.split('\n');
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)$/.exec(first) ?? [];
    expect(existsSync(join(dirname(path), schema))).toBe(true);
    expect(rest).toEqual(before[at]?.text.split('\n').slice(1));
  }
  expect(run('schemas', directory, '--modelines').stdout).toContain('Changed the first line of 0 files.\n');
});

test('a configuration with mistakes is refused with its mistakes', () => {
  const directory = copyOf('tests/fixtures/library');
  rmSync(join(directory, 'departments/desk.yaml'));
  const { status, stdout, stderr } = run('schemas', directory);
  expect([status, stdout, stderr]).toEqual([
    1,
    expect.stringContaining('department/unknown'),
    expect.stringContaining('has mistakes, so its names are not known.'),
  ]);
  expect(existsSync(writtenIn(directory))).toBe(false);
});

function copyOf(organisation: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'schemas-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(organisation, join(folder, 'config'), { recursive: true });
  return join(folder, 'config');
}

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync('src/cli.ts', args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

function writtenIn(directory: string): string {
  return join(directory, '../.munisipyo/schemas');
}

/** Resolves references by the names of the files, as an editor does. */
function readWritten(directory: string): { accepts: (kind: string, value: unknown) => boolean } {
  const ajv = new Ajv2020({ strict: false, formats: { regex: true } });
  for (const file of readdirSync(writtenIn(directory))) {
    ajv.addSchema(JSON.parse(readFileSync(join(writtenIn(directory), file), 'utf8')), basename(file));
  }
  return { accepts: (kind, value) => ajv.getSchema(`${kind}.json`)?.(value) === true };
}

/** The content of the file with another value at this place. */
function withValue(file: ParsedFile, pointer: string, value: string): unknown {
  const copy: unknown = structuredClone(file.value);
  const keys = keysOf(pointer);
  const last = keys.pop() ?? '';
  const holder = keys.reduce<unknown>((of, key) => Object(of)[key], copy);
  if (Array.isArray(holder)) holder[Number(last)] = value;
  else if (isMapping(holder)) Object.assign(holder, { [last]: value });
  return copy;
}
