/** The variables of a theme. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Theme } from '../model/portal.ts';
import { rowHeights, usualTheme, variablesOf } from './tokens.ts';

test('the usual theme changes nothing', () => {
  expect(variablesOf(usualTheme)).toEqual({ always: {}, light: {}, dark: {} });
});

test('a theme changes only what it says', () => {
  expect(variablesOf({ ...usualTheme, radius: 10, textSize: 18 }).always).toEqual({
    '--portal-radius': '10px',
    '--portal-text-size': '112.5%',
  });
  expect(variablesOf({ ...usualTheme, density: 'comfortable', motion: 0 }).always).toEqual({
    '--portal-row-height': '44px',
    '--portal-motion': '0ms',
  });
});

test('a tone has a pale ground in light, and is pale on a deep ground in dark', () => {
  const { light, dark } = variablesOf({ ...usualTheme, tones: { bad: '#8a1c4a' } });
  expect(light).toEqual({ '--tone-bad': '#8a1c4a', '--tone-bad-ground': '#f3e8ed' });
  expect(dark).toEqual({ '--tone-bad': '#d6b0c0', '--tone-bad-ground': '#3e0d21' });
});

test('without shadows nothing has one, and a deep shadow is another for all', () => {
  const [none, deep] = (['none', 'deep'] as const).map(
    (shadow) => variablesOf({ ...usualTheme, shadow }).always,
  );
  expect(new Set(Object.values(none ?? {}))).toEqual(new Set(['none']));
  expect(Object.keys(deep ?? {})).toEqual(Object.keys(none ?? {}));
});

test('a box to tick stays a box in a round portal', () => {
  expect(variablesOf({ ...usualTheme, radius: 16 }).always).toEqual({ '--portal-radius': '16px' });
  expect(variablesOf({ ...usualTheme, radius: 0 }).always['--checkbox-radius']).toBe('0px');
});

test('the style sheet has the measures of the usual theme, and all shadows', () => {
  const styles = readFileSync('engine/react/theme/tokens.css', 'utf8');
  const other: Theme = {
    ...usualTheme,
    textSize: 20,
    radius: 1,
    shadow: 'deep',
    density: 'comfortable',
    motion: 1,
  };
  const names = Object.keys(variablesOf(other).always).filter((name) => name.startsWith('--portal-'));
  const written = names.map((name) => [name, new RegExp(`${name}: (.*);`).exec(styles)?.[1]]);
  expect(Object.fromEntries(written)).toEqual({
    '--portal-text-size': `${(usualTheme.textSize / 16) * 100}%`,
    '--portal-radius': `${usualTheme.radius}px`,
    '--portal-row-height': `${rowHeights[usualTheme.density]}px`,
    '--portal-motion': `${usualTheme.motion}ms`,
    '--portal-shadow': expect.any(String),
    '--portal-shadow-beside': expect.any(String),
    '--portal-shadow-low': expect.any(String),
  });
});
