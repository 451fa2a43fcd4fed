/**
 * The theme of a portal as CSS variables: those that differ from `engine/react/theme/tokens.css`, which has the usual
 * ones.
 */
import type { Theme } from '../model/portal.ts';
import { darken, lighten } from './shades.ts';

export type ColorScheme = 'light' | 'dark';

type Variables = Readonly<Record<string, string>>;

export interface ThemeVariables extends Readonly<Record<ColorScheme, Variables>> {
  /** The same in both schemes. */
  readonly always: Variables;
}

/** The theme of a portal whose configuration has none. */
export const usualTheme: Theme = {
  primary: '#1c5d99',
  accent: '#b7791f',
  tones: {},
  textSize: 16,
  radius: 6,
  shadow: 'soft',
  density: 'compact',
  motion: 150,
};

/** Pixels, with the line between two rows. */
export const rowHeights: Readonly<Record<Theme['density'], number>> = { compact: 36, comfortable: 44 };

/** Mantine's is the one of a list of choices. */
export const shadows: Readonly<Record<Theme['shadow'], Variables>> = {
  none: {
    '--portal-shadow': 'none',
    '--portal-shadow-beside': 'none',
    '--portal-shadow-low': 'none',
    '--mantine-shadow-md': 'none',
  },
  soft: {},
  deep: {
    '--portal-shadow': '0 16px 56px rgb(0 0 0 / 50%)',
    '--portal-shadow-beside': '-12px 0 48px rgb(0 0 0 / 36%)',
    '--portal-shadow-low': '0 6px 24px rgb(0 0 0 / 24%)',
    '--mantine-shadow-md': '0 8px 28px rgb(0 0 0 / 24%)',
  },
};

export function variablesOf(theme: Theme): ThemeVariables {
  const usual = measuresOf(usualTheme);
  return {
    always: Object.fromEntries(
      Object.entries(measuresOf(theme)).filter(([name, value]) => value !== usual[name]),
    ),
    light: toneVariables(theme, 'light'),
    dark: toneVariables(theme, 'dark'),
  };
}

function measuresOf({ textSize, radius, shadow, density, motion }: Theme): Variables {
  return {
    '--portal-text-size': `${(textSize / 16) * 100}%`,
    '--portal-radius': `${radius}px`,
    '--portal-row-height': `${rowHeights[density]}px`,
    '--portal-motion': `${motion}ms`,
    // A rounder box would look like a choice of one.
    '--checkbox-radius': `${Math.min(radius, usualTheme.radius)}px`,
    ...shadows[shadow],
  };
}

function toneVariables({ tones }: Theme, scheme: ColorScheme): Variables {
  return Object.fromEntries(
    Object.entries(tones).flatMap(([tone, colour]) => {
      const { words, ground } = toneOn(colour, scheme);
      return [
        [`--tone-${tone}`, words],
        [`--tone-${tone}-ground`, ground],
      ];
    }),
  );
}

/** The words of a tone and the ground below them. */
export function toneOn(
  colour: string,
  scheme: ColorScheme,
): { readonly words: string; readonly ground: string } {
  return scheme === 'light'
    ? { words: colour, ground: lighten(colour, 0.9) }
    : { words: lighten(colour, 0.65), ground: darken(colour, 0.55) };
}
