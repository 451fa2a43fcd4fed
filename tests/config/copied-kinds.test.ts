/** A requirement kind is one file: each file of the real configuration, copied under a new name, is a new kind. */
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { ParseCache } from '../../engine/config/stages.ts';

const { files } = readFiles('config');
const cache: ParseCache = new Map();
const kinds = files.filter(({ name }) => /^requirements\/.*\/(?!set\.yaml)/.test(name));

test('each copied kind has pages of its own, below its own name', () => {
  const copies = kinds.map(({ name, text }) => {
    const copy = join(dirname(name), `copied-${basename(name)}`);
    return { path: `config/${copy}`, name: copy, text };
  });
  const { portal, diagnostics } = compilePortal([...files, ...copies], { proofs: false, cache });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  for (const { name } of copies) {
    const segment = `/${basename(name, '.yaml')}/`;
    expect(portal?.routes.some(({ path }) => `${path}/`.includes(segment))).toBe(true);
  }
});

test('a copy leaves a historic spelling to the kind that it was copied from', () => {
  const original = kinds.find(({ name }) => name.endsWith('tourist-guide.yaml'));
  if (original === undefined) throw new Error('There is no such kind.');
  const name = original.name.replace('tourist-guide', 'dive-guide');
  const { portal, diagnostics } = compilePortal([...files, { ...original, path: `config/${name}`, name }], {
    cache,
  });
  const about = diagnostics.filter(({ code }) => code !== 'locale/untranslated');
  expect(about.map(({ code, severity }) => [code, severity])).toEqual([['kind/copied-path', 'warning']]);
  const pathOf = (route: string) => portal?.routes.find((one) => one.name === route)?.path;
  expect(pathOf('preview.tourism.tourist-guide')).toContain('/touris-guide/');
  expect(pathOf('preview.tourism.dive-guide')).toContain('/dive-guide/');
});
