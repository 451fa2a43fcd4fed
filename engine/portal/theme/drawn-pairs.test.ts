/** The contrast of a theme. */
import { expect, test } from 'vitest';
import { nearestReadable, weakPairs } from './drawn-pairs.ts';

const theme = { primary: '#0b5c8a', accent: '#b7791f' };

function schemes(primary: string): ReadonlySet<string> {
  return new Set(weakPairs({ ...theme, primary }, 'primary').map(({ scheme }) => scheme));
}

test('a colour of middle darkness can be read everywhere', () => {
  expect(weakPairs(theme, 'primary')).toEqual([]);
  expect(weakPairs(theme, 'accent')).toEqual([]);
});

test('a pale colour is too faint in light, a black one in dark', () => {
  expect(schemes('#ffd700')).toEqual(new Set(['light']));
  expect(schemes('#000000')).toContain('dark');
});

test('the faintest pair comes first', () => {
  const [first] = weakPairs({ ...theme, primary: '#000000' }, 'primary');
  expect(first).toMatchObject({ what: 'a link on the page', scheme: 'dark', least: 4.5 });
  expect(first?.contrast).toBeCloseTo(4.09, 1);
});

test.each(['#ffd700', '#000000', '#ffffff', '#ff0000', '#00ff7f'])(
  'for %s, a colour is proposed that can be read everywhere',
  (primary) => {
    const nearest = nearestReadable({ ...theme, primary }, 'primary');
    expect(nearest).not.toBeNull();
    expect(weakPairs({ ...theme, primary: nearest ?? '' }, 'primary')).toEqual([]);
  },
);
