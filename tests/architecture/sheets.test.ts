/** Style sheets of components: no class that nothing wears, none worn that does not exist, and nothing that hides text. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

const sheets = readSources('{engine,.storybook}/**/*.module.css');
const components = readSources('{engine,.storybook}/**/*.{ts,tsx}');

test.each(sheets.map(({ path, text }) => [path, text] as const))('%s', (path, text) => {
  const worn = wornOf(path);
  expect([...classesOf(text)].filter((name) => !worn.has(name) && !worn.has(beginningOf(name)))).toEqual([]);
  expect([...worn].filter((name) => !name.endsWith('-') && !classesOf(text).has(name))).toEqual([]);
});

test('no sheet lets the browser skip what is out of sight, because Chromium hides that from screen readers', () => {
  expect(
    sheets.filter(({ text }) => /content-visibility:\s*auto/.test(text)).map(({ path }) => path),
  ).toEqual([]);
});

function classesOf(text: string): ReadonlySet<string> {
  const own = text.replaceAll(/\/\*[^]*?\*\/|:global\([^)]*\)|"[^"]*"|'[^']*'/g, '');
  const selectors = own.match(/[^{};]+(?=\{)/g) ?? [];
  return new Set(selectors.join(' ').match(/(?<=\.)[a-z_][\w-]*/gi));
}

/** Of what the components take from a sheet: whole names, and beginnings that a template completes. */
function wornOf(sheet: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { path, text } of components) {
    for (const [, variable = '', from = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      if (join(path, '..', from) !== sheet) continue;
      const used = new RegExp(
        `(?<![\\w/-])${variable}(?:\\.(\\w+)|\\['([\\w-]+)'\\]|\\[\`([\\w-]+)\\$)`,
        'g',
      );
      for (const [, dotted, quoted, begun] of text.matchAll(used)) names.add(dotted ?? quoted ?? begun ?? '');
    }
  }
  return names;
}

/** `due-late` → `due-` */
function beginningOf(name: string): string {
  return name.replace(/[^-]*$/, '');
}
