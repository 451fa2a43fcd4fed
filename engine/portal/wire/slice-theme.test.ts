/** The theme for the browser. */
import { expect, test } from 'vitest';
import { usualTheme } from '../theme/tokens.ts';
import { sliceTheme } from './slice-theme.ts';

test('of the usual theme the browser gets only the two colours', () => {
  expect(sliceTheme(usualTheme)).toEqual({ primary: '#1c5d99', accent: '#b7791f' });
});

test('it gets what differs', () => {
  expect(sliceTheme({ ...usualTheme, density: 'comfortable', motion: 0 })).toEqual({
    primary: '#1c5d99',
    accent: '#b7791f',
    density: 'comfortable',
    motion: 0,
    variables: {
      always: { '--portal-row-height': '44px', '--portal-motion': '0ms' },
      light: {},
      dark: {},
    },
  });
});
