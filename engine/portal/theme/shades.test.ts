/** The shades computed from the portal's colours. */
import { expect, test } from 'vitest';
import { contrastOf, primaryShade, shadesOf } from './shades.ts';

test('white words on the primary colour and on everything darker can be read', () => {
  const shades = shadesOf('#0b5c8a');
  expect(shades[primaryShade]).toBe('#0b5c8a');
  for (const shade of shades.slice(primaryShade))
    expect(contrastOf(shade, '#ffffff')).toBeGreaterThanOrEqual(4.5);
});

test('ten shades go from light to dark', () => {
  const contrasts = shadesOf('#0b5c8a').map((shade) => contrastOf(shade, '#ffffff'));
  expect(contrasts).toEqual([...contrasts].sort((a, b) => a - b));
});

test('an invalid colour still gives shades', () => {
  expect(shadesOf('sea')).toHaveLength(10);
});
