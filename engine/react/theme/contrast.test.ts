/** The contrast of the colours that are the same in every portal, and that style sheets use no others of the theme. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { darkGreys, lightGreys } from '../../portal/theme/greys.ts';
import { contrastOf } from '../../portal/theme/shades.ts';

const styles = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const [light = '', dark = ''] = [...styles.matchAll(/^:root[^{]*\{([^}]*)\}/gm)].map(([, body]) => body);
const schemes = [
  [
    'light',
    light,
    { text: '#000000', quiet: lightGreys[6], grounds: ['#ffffff', lightGreys[0], lightGreys[1]] },
  ],
  [
    'dark',
    dark,
    { text: darkGreys[0], quiet: darkGreys[1], grounds: [darkGreys[6], darkGreys[7], darkGreys[8]] },
  ],
] as const;

test.each(schemes)(
  'words and tones can be read in the %s scheme',
  (_name, rules, { text, quiet, grounds }) => {
    const tones = new Map(
      [...rules.matchAll(/--tone-([\w-]+): (#\w{6})/g)].map(([, key, value]) => [key, value]),
    );
    expect(tones.size).toBe(10);
    const fronts = [
      text,
      quiet,
      ...[...tones].filter(([key]) => !key?.endsWith('-ground')).map(([, value]) => value),
    ];
    const pairs = [
      ...fronts.flatMap((front) => grounds.map((ground) => [front, ground] as const)),
      ...[...tones]
        .map(([key, value]) => [value, tones.get(`${key}-ground`)] as const)
        .filter(([, ground]) => ground),
    ];
    const faint = pairs.filter(([front = '', ground = '']) => contrastOf(front, ground) < 4.5);
    expect(faint).toEqual([]);
  },
);

test('style sheets use only those shades of the theme whose contrast `check` measures', () => {
  const files = globSync(join(import.meta.dirname, '../**/*.css'));
  expect(files.length).toBeGreaterThan(30);
  const used = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:--mantine-color-(primary|accent)|--mantine-(primary)-color)-(\d)/g,
      ),
    ].map(([, named, short, shade]) => `${named ?? short} ${shade}`),
  );
  // Shade 8 is darker than a button; shade 4 of the accent decorates the header and the welcome.
  expect([...new Set(used)].toSorted()).toEqual([
    'accent 2',
    'accent 4',
    'accent 7',
    'primary 1',
    'primary 3',
    'primary 8',
    'primary 9',
  ]);
});
