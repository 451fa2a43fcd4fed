/** The theme for the browser: the two colours, and what differs from the usual theme. */
import type { Theme } from '../model/portal.ts';
import { usualTheme, variablesOf } from '../theme/tokens.ts';
import type { SliceTheme } from './slice.ts';

export function sliceTheme(theme: Theme): SliceTheme {
  const { primary, accent, density, motion } = theme;
  const variables = variablesOf(theme);
  const isUsual = Object.values(variables).every((one) => Object.keys(one).length === 0);
  return {
    primary,
    accent,
    ...(density !== usualTheme.density && { density }),
    ...(motion !== usualTheme.motion && { motion }),
    ...(!isUsual && { variables }),
  };
}
