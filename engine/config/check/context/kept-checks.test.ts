import { expect, test } from 'vitest';
import { createDiagnostic } from '../../diagnostics/diagnostic.ts';
import { readFiles } from '../../read-files.ts';
import type { SourceFile } from '../../source/source.ts';
import { linkFiles, parseFiles } from '../../stages.ts';
import { keptChecks } from '../check-portal.ts';
import type { Check, CheckContext } from './check-context.ts';
import { checkUnlessKept, isCovered } from './kept-checks.ts';
import { watch } from './watched-portal.ts';

const student = 'requirements/membership/student.yaml';

function contextOf(
  folder: string,
  change = (text: string) => text,
  written: readonly SourceFile[] = [],
): CheckContext {
  const kept = readFiles(folder).files.filter((file) => written.every(({ name }) => name !== file.name));
  const files = [...kept, ...written].map((file) =>
    file.name === student ? { ...file, text: change(file.text) } : file,
  );
  const { portal, parsed } = linkFiles(parseFiles(files, undefined));
  if (portal === null) throw new Error('no portal');
  return { portal, files: parsed.map(({ file }) => file) };
}

const library = (change?: (text: string) => string) => contextOf('tests/fixtures/library', change);

test.each(['config', 'tests/fixtures/library', 'tests/fixtures/harbour'])(
  'no check that is kept reads the questions of requirement kinds: %s',
  (folder) => {
    const watched = watch(contextOf(folder));
    for (const check of keptChecks) check(watched);
    expect([...watched.reads].filter((part) => !isCovered(part))).toEqual([]);
  },
);

test.each(['record-unseen-by-party', 'list-blank-column.profile', 'record-no-page'])(
  'nor do they where they find something in the library: %s',
  (example) => {
    const watched = watch(
      contextOf('tests/fixtures/library', undefined, readFiles(`tests/diagnostics/${example}`).files),
    );
    for (const check of keptChecks) check(watched);
    expect([...watched.reads].filter((part) => !isCovered(part))).toEqual([]);
  },
);

/** The number of times that such a check is made, one after the other for the library with each of these changes. */
function timesOf(check: Check, changes: readonly ((text: string) => string)[]): number {
  let times = 0;
  const counting: Check = (context) => {
    times += 1;
    return check(context);
  };
  for (const change of changes) checkUnlessKept(library(change), [counting]);
  return times;
}

const none: Check = ({ portal }) => Object.values(portal.kinds).flatMap(({ office }) => (office ? [] : []));
let count = 0;
/** Another text each time: what is kept stays for the whole process. */
const question = (text: string) => text.replace('Year of study', `Year ${(count += 1)}`);
const titled = () => {
  const title = `title: Title ${(count += 1)}`;
  return (text: string) => text.replace(/^title: .*$/m, title);
};

test('other checks are made, whatever was found before', () => {
  const renamed = titled();
  const context = library(renamed);
  const made: string[] = [];
  const one: Check = () => (made.push('one'), []);
  const two: Check = () => (made.push('two'), []);
  checkUnlessKept(context, [one]);
  checkUnlessKept(context, [one, two]);
  expect(made).toEqual(['one', 'one', 'two']);
});

test('a check that has found nothing is made again when it may read what has changed', () => {
  const renamed = titled();
  const asked = (text: string) => question(renamed(text));
  expect(timesOf(none, [renamed, asked, asked])).toBe(1);
  expect(timesOf(none, [titled(), titled(), asked])).toBe(2);
});

const finding: Check = () => [createDiagnostic('yaml/empty', { file: 'a.yaml', line: 1, column: 1 }, {})];
const asking: Check = ({ portal }) => Object.values(portal.kinds).flatMap(({ form }) => (form ? [] : []));
const reading: Check = ({ files }) => files.flatMap(({ text }) => (text === '' ? [] : []));
const listing: Check = ({ portal }) => Object.values(portal.forms).flatMap(() => []);

test.each([finding, asking, reading, listing])(
  'a check that finds something, or reads questions, is made each time: %o',
  (check) => {
    const renamed = titled();
    expect(timesOf(check, [renamed, (text) => question(renamed(text))])).toBe(2);
  },
);
