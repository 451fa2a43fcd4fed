/** The contrast of the colours of a theme. */
import { expect, test } from 'vitest';
import { tones } from '../model/workflow.ts';
import { nearestReadable, type ThemeColour, weakPairs } from './drawn-pairs.ts';

function schemes(name: ThemeColour, colour: string): ReadonlySet<string> {
  return new Set(weakPairs(name, colour).map(({ scheme }) => scheme));
}

test('a colour of middle darkness can be read everywhere', () => {
  expect(weakPairs('primary', '#0b5c8a')).toEqual([]);
  expect(weakPairs('accent', '#b7791f')).toEqual([]);
});

test('a pale colour is too faint in light, a black one in dark', () => {
  expect(schemes('primary', '#ffd700')).toEqual(new Set(['light']));
  expect(schemes('primary', '#000000')).toContain('dark');
});

test('the faintest pair comes first', () => {
  const [first] = weakPairs('primary', '#000000');
  expect(first).toMatchObject({ what: 'a link on the page', scheme: 'dark', least: 4.5 });
  expect(first?.contrast).toBeCloseTo(4.09, 1);
});

test.each(tones)('the tone %s is too faint if it is pale, on its ground and on the page', (tone) => {
  expect(weakPairs(tone, '#d9534f').map(({ what }) => what)).toEqual([
    'a label on its ground',
    'a word on the page',
  ]);
});

test.each(['#524e47', '#0b5484', '#1d6637', '#a32020', '#85500a'])(
  'the tone %s can be read in light and in dark',
  (colour) => {
    expect(tones.flatMap((tone) => weakPairs(tone, colour))).toEqual([]);
  },
);

test.each(['#000000', '#ffffff', '#ff0000', '#ffff00', '#0000ff'])(
  'the words computed for the dark scheme can be read, also for %s',
  (colour) => {
    expect(schemes('bad', colour)).not.toContain('dark');
  },
);

test.each(['#ffd700', '#000000', '#ffffff', '#ff0000', '#00ff7f'])(
  'for %s, a colour is proposed that can be read everywhere',
  (colour) => {
    for (const name of ['primary', 'accent', ...tones] as const) {
      const nearest = nearestReadable(name, colour);
      expect(nearest).not.toBeNull();
      expect(weakPairs(name, nearest ?? '')).toEqual([]);
    }
  },
);
