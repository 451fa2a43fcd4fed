/** Each row of the page about the twelve words names what there is: a heading of a page, a diagnostic, a test. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnosticCodes } from '../../engine/config/diagnostics/catalogue.ts';
import { root } from '../architecture/sources.ts';

const read = (page: string): string => readFileSync(join(root, 'docs/configure', page), 'utf8');
const rows = read('words.md')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll('|', '').trim()));

test('twelve words have a page, a diagnostic and a test each', () => {
  expect(rows.length).toBe(12);
  expect(rows.flat().filter((cell) => cell === '')).toEqual([]);
});

test.each(rows.map((row) => [row[0] ?? '', row] as const))(
  '%s: page, diagnostics and tests exist',
  (_what, [, , explained = '', reported = '', tried = '']) => {
    const links = [...`${explained} ${reported}`.matchAll(/\]\(([\w.-]+\.md)(?:#([\w-]+))?\)/g)];
    const dead = links.filter(
      ([, page = '', anchor]) => anchor !== undefined && !anchorsOf(page).has(anchor),
    );
    expect(dead.map(([link]) => link)).toEqual([]);
    const codes: readonly string[] = diagnosticCodes;
    const named = [...reported.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    expect(named.filter((code) => !codes.includes(code))).toEqual([]);
    const files = [...tried.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect([links.length, named.length, files.length].map((count) => count > 0)).toEqual([true, true, true]);
  },
);

/** The anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}
