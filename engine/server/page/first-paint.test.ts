/** The styles in the head of the page. */
import { expect, test } from 'vitest';
import { usualTheme } from '../../portal/theme/tokens.ts';
import { tokenStyles } from './first-paint.ts';

test('the page begins with the tokens of the portal, so that nothing moves when its scripts run', () => {
  expect(tokenStyles({ ...usualTheme, textSize: 18, radius: 10 })).toBe(
    ':root{--portal-text-size:112.5%;--portal-radius:10px}',
  );
});

test('a portal with the usual theme needs no styles of its own', () => {
  expect(tokenStyles(usualTheme)).toBe('');
});
