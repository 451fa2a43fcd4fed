/** The desk of the workbench: commands that wait for each other, and that do not end; groups; many lines that differ. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk } from '../../engine/command/editing/open-desk.ts';
import { collectAdditions } from '../../engine/extension/extension.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import { carryOver, countLines, patchOf } from '../../engine/editing/draft-files.ts';
import { createWorkshop, withEdits } from '../../engine/editing/workshop.ts';
import { loadExtensions } from '../../engine/command/load-extensions.ts';
import { makeFolder, ROOT } from '../server/server-process.ts';

let folder: string;

beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(script: string) {
  const program = join(folder, 'program.mjs');
  writeFileSync(program, script);
  const settings = { dataDirectory: folder, extensions: null };
  return openDesk({ settings, files: () => [], program: [program], environment: process.env });
}

test('a command is told for whom it runs, in a folder that no other process has', async () => {
  const old = join(folder, 'drafts', '1');
  mkdirSync(old, { recursive: true });
  utimesSync(old, 1, 1);
  const desk = open('console.log(process.env.AUTHOR_ACCOUNT, process.argv[2])');
  const file = { name: 'a.yaml', path: 'a.yaml', text: 'a: 1\n' };
  const { out, paths } = await desk.withFolder(
    [file],
    async (run, config) => {
      const { out: said } = await run('plan');
      return { out: said, paths: [config, readFileSync(join(config, 'a.yaml'), 'utf8')] };
    },
    'an-account',
  );
  expect(out).toBe('an-account plan\n');
  expect(paths[0]).toMatch(/drafts\/[\da-f]{8}-[\da-f-]+\/_config$/);
  expect(paths[1]).toBe('a: 1\n');
  expect(existsSync(old)).toBe(false);
  expect(readdirSync(join(folder, 'drafts'))).toEqual([]);
  await desk.close();
});

test('a draft adds only files that a configuration can have, and writes none beside its folder', async () => {
  const desk = open('');
  const base = [{ name: 'portal.yaml', path: 'config/portal.yaml', text: 'title: A\n' }];
  const edited = { '../../beside.yaml': 'a: 1\n', 'fees/new.yaml': 'lines: []\n' };
  const found = await desk.withFolder(withEdits({ base, edited }), async (_run, config) => [
    existsSync(join(config, '../../beside.yaml')),
    readdirSync(config).toSorted(),
  ]);
  expect(found).toEqual([false, ['fees', 'portal.yaml']]);
  await desk.close();
});

test('a base may have any name: its files are written beside those that extend it', async () => {
  const desk = open('');
  const base = [
    { name: 'portal.yaml', path: 'town/portal.yaml', text: 'extends: ../config\n' },
    { name: '../config/portal.yaml', path: 'config/portal.yaml', text: 'title: A\n' },
  ];
  const read = await desk.withFolder(base, async (_run, config) => readFiles(config));
  expect(read.diagnostics).toEqual([]);
  expect(read.files.map(({ name, text }) => [name, text])).toEqual(
    base.map(({ name, text }) => [name, text]),
  );
  await desk.close();
});

test('what others have changed in the same way is in the draft no more', () => {
  const now = [{ name: 'a.yaml', path: 'a.yaml', text: 'a: 1\n' }];
  const same = { base: 'a: 1\n', text: 'a: 1\n' };
  for (const base of ['', 'b: 2\n'])
    expect(carryOver({ 'a.yaml': { base, text: 'a: 1\n' } }, now)).toEqual({
      files: { 'a.yaml': same },
      touched: [],
    });
});

test('few orders wait; the next one is told to come again', async () => {
  const desk = open('');
  const first = Promise.withResolvers<void>();
  const order = () => desk.withFolder([], () => first.promise);
  const taken = Array.from({ length: 5 }, order);
  await Promise.resolve();
  await expect(order()).rejects.toMatchObject({
    problem: { status: 503, code: 'busy', headers: { 'Retry-After': '5' } },
  });
  first.resolve();
  await Promise.all(taken);
  await order();
  await desk.close();
});

test('closing kills a command that does not end, and waits for it', async () => {
  const desk = open(
    `import { writeFileSync } from 'node:fs';
     process.on('SIGTERM', () => {});
     writeFileSync(process.argv[2], String(process.pid));
     setInterval(() => {}, 1000);`,
  );
  const mark = join(folder, 'runs');
  const result = desk.withFolder([], (run) => run(mark));
  await expect.poll(() => existsSync(mark) && readFileSync(mark, 'utf8')).toMatch(/\d/);
  await desk.close();
  expect((await result).code).toBe(2);
  expect(() => process.kill(Number(readFileSync(mark, 'utf8')), 0)).toThrow('ESRCH');
}, 30_000);

test('groups do not let others into the workbench, nor see others there', async () => {
  const { files } = readFiles(join(ROOT, 'config'));
  const workshop = createWorkshop(await loadExtensions());
  const change = (name: string, edit: (text: string) => string) => {
    const text = files.find((file) => file.name === name)?.text ?? '';
    return { base: files.map((file) => file), edited: { [name]: edit(text) }, language: 'en' };
  };
  const named = files.map((file) =>
    file.name === 'portal.yaml'
      ? {
          ...file,
          text: file.text.replace(
            /^workbench:\n(?: .*\n)+/m,
            'workbench: { access: { department: { group: staffed } } }\n',
          ),
        }
      : file,
  );
  const wider = change('groups.yaml', (text) => text.replace(/^( *staffed: *).*$/m, '$1[admin]'));
  expect(wider.edited['groups.yaml']).not.toBe(files.find(({ name }) => name === 'groups.yaml')?.text);
  expect(workshop.changesEditors({ ...wider, base: named })).toBe(true);
  expect(workshop.changesEditors(change('groups.yaml', (text) => `${text}# More.\n`))).toBe(false);
}, 120_000);

test('the form of a group offers each department once, and no alias', () => {
  const { files: library } = readFiles(join(ROOT, 'tests/fixtures/library'));
  const groups = { name: 'groups.yaml', path: 'config/groups.yaml', text: 'groups:\n  staffed: [desk]\n' };
  const base = library.map((file) => (file.name === groups.name ? groups : file));
  const files = { base, edited: {}, language: 'en' };
  const part = createWorkshop(collectAdditions([])).part(files, {
    file: groups.name,
    at: '/groups/staffed',
    q: '',
  });
  if (!('value' in part)) throw new Error('no part');
  expect(part.value.schema).toMatchObject({
    properties: { value: { items: { enum: ['desk', 'director', 'member'] } } },
  });
});

test('thousands of lines that differ are compared in no time: all of them count as changed', () => {
  const file = { base: lines('a'), text: lines('b') };
  const began = performance.now();
  expect(countLines(file)).toEqual({ added: 8000, removed: 8000 });
  const patch = patchOf({ 'a.yaml': file }, 'config');
  expect(patch).toContain('@@ -1,8000 +1,8000 @@\n-a0\n');
  const now = [{ name: 'a.yaml', path: 'a.yaml', text: file.base.replace('a5\n', 'c\n') }];
  expect(carryOver({ 'a.yaml': file }, now).touched).toEqual(['a.yaml']);
  expect(performance.now() - began).toBeLessThan(3000);
  const few = { base: lines('a'), text: lines('a').replace('a7\n', 'b\n') };
  expect(countLines(few)).toEqual({ added: 1, removed: 1 });
  expect(carryOver({ 'a.yaml': few }, now).touched).toEqual([]);
});

function lines(mark: string): string {
  return Array.from({ length: 8000 }, (_, at) => `${mark}${at}\n`).join('');
}
