/** Guarantees of linking for any valid configuration, tried on the library. */
import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import type { SourceFile } from '../../engine/config/source/source.ts';
import type { ParseCache } from '../../engine/config/stages.ts';
import { matchPath } from '../../engine/portal/routing/match.ts';
import { addressOf } from '../../engine/portal/routing/visitors.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';

const folder = 'tests/fixtures/library';
const files: readonly SourceFile[] = globSync('**/*.yaml', { cwd: folder }).map((name) => ({
  path: `config/${name}`,
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));
// As in a running portal: unchanged files are not parsed again.
const cache: ParseCache = new Map();
const library = compiled(files);

test('the order of the files makes no difference', () => {
  const shuffled = fc.shuffledSubarray([...files], { minLength: files.length });
  fc.assert(
    fc.property(shuffled, (some) => {
      const portal = compiled(some);
      expect(portal.hash).toBe(library.hash);
      expect(byName(portal)).toEqual(byName(library));
      expect(portal.forms).toEqual(library.forms);
    }),
    { numRuns: 10 },
  );
});

test('a portal is frozen to its last leaf', () => {
  expect(thawed(library, 'portal')).toEqual([]);
});

test('every path and every alias leads to its own route', () => {
  for (const route of library.routes) {
    for (const path of [route.path, ...route.aliases]) {
      expect(matchPath(library, addressOf(route, 'desk', path))?.route.name).toBe(route.name);
    }
  }
});

test('a kind that is copied under new names is that many kinds more, each with its page', () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/).filter((name) => name !== 'set');
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 4 }), (names) => {
      const fresh = names.map((name) => `copy-${name}`);
      const portal = compiled([...files, ...fresh.map(copyOfStudent)]);
      const kinds = Object.keys(library.kinds).length;
      expect(Object.keys(portal.kinds)).toHaveLength(kinds + fresh.length);
      expect(portal.routes).toHaveLength(library.routes.length + fresh.length);
      for (const name of fresh) {
        const address = `/member/loan/some-slug/${name}/some-check`;
        expect(matchPath(portal, address)?.route.kind).toBe(`membership/${name}`);
      }
    }),
    { numRuns: 10 },
  );
});

test('what says no title takes that of the thing it belongs to, never a key', () => {
  const without: Readonly<Record<string, string>> = {
    'routes/member.yaml': ', label: My loans',
    'forms/loan.yaml': 'title: Loan\n',
  };
  const changed = files.map((file) => ({ ...file, text: file.text.replace(without[file.name] ?? '', '') }));
  const portal = compiled(changed);
  expect(portal.routes.find(({ name }) => name === 'member.index')?.nav?.label).toBe('My loans');
  expect(portal.forms[portal.kinds['membership/student']?.form ?? '']?.title).toBe('Student membership');
  expect(portal.forms[portal.recordTypes['loan']?.form ?? '']?.title).toBe('Loan');
});

test('whatever is cut out of a file, compiling answers and does not throw', () => {
  const cut = fc.tuple(fc.nat(files.length - 1), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(60));
  fc.assert(
    fc.property(cut, ([at, where, length]) => {
      const broken = files.map((file, order) => {
        const start = Math.floor(where * file.text.length);
        const text = file.text.slice(0, start) + file.text.slice(start + length);
        return order === at ? { ...file, text } : file;
      });
      const { portal, diagnostics } = compilePortal(broken, { cache });
      expect(diagnostics.filter(({ code }) => code === 'file/internal')).toEqual([]);
      expect(portal === null).toBe(diagnostics.some(({ severity }) => severity === 'error'));
      expect(diagnostics.every(({ line, column }) => line >= 1 && column >= 1)).toBe(true);
    }),
    { numRuns: 150 },
  );
});

function copyOfStudent(name: string): SourceFile {
  const model = files.find((file) => file.name === 'requirements/membership/student.yaml');
  const file = `requirements/membership/${name}.yaml`;
  return { path: `config/${file}`, name: file, text: model?.text ?? '' };
}

function compiled(some: readonly SourceFile[]): Portal {
  const { portal, diagnostics } = compilePortal(some, { cache });
  if (portal === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return portal;
}

function byName(portal: Portal): unknown {
  return portal.routes.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function thawed(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const here = Object.isFrozen(value) ? [] : [path];
  return [...here, ...Object.entries(value).flatMap(([key, part]) => thawed(part, `${path}.${key}`))];
}
