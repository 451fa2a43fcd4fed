/** What `theme` in portal.yaml becomes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { ParseCache } from '../../engine/config/stages.ts';
import type { Theme } from '../../engine/portal/model/portal.ts';
import { usualTheme } from '../../engine/portal/theme/tokens.ts';

const library = readFiles('tests/fixtures/library').files;
const said = "theme:\n  primary: '#22543d'\n  accent: '#b7791f'\n";
const cache: ParseCache = new Map();

function themeWith(written: string): Theme | undefined {
  const files = library.map((file) =>
    file.name === 'portal.yaml' ? { ...file, text: file.text.replace(said, written) } : file,
  );
  return compilePortal(files, { cache }).portal?.theme;
}

test('a portal without a theme has the usual one', () => {
  expect(themeWith('')).toEqual(usualTheme);
});

test('the example of the documents is a theme without mistakes', () => {
  const page = readFileSync('docs/configure/look.md', 'utf8');
  const example = /```yaml\n([^`]*)```/.exec(page)?.[1] ?? '';
  expect(themeWith(example)).toMatchObject({ tones: { bad: '#8a1c4a' }, radius: 10, density: 'comfortable' });
});

test('each word of a theme is read', () => {
  const written = `theme:
  tones: { good: '#14532d', bad: '#8a1c4a' }
  textSize: 18
  radius: 0
  shadow: deep
  density: comfortable
  motion: 0
`;
  expect(themeWith(written)).toEqual({
    ...usualTheme,
    tones: { good: '#14532d', bad: '#8a1c4a' },
    textSize: 18,
    radius: 0,
    shadow: 'deep',
    density: 'comfortable',
    motion: 0,
  });
});
