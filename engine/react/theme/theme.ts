/** The portal's look as a Mantine theme: the town's two colours, warm greys, one font, five sizes, one radius. */
import { createTheme, type CSSVariablesResolver, type MantineThemeOverride } from '@mantine/core';
import type { Theme } from '../../portal/model/portal.ts';
import { primaryShade, shadesOf } from './shades.ts';

const sans = "'Public Sans Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

export function createPortalTheme({ primary, accent }: Theme): MantineThemeOverride {
  return createTheme({
    primaryColor: 'primary',
    primaryShade,
    colors: {
      primary: shadesOf(primary),
      accent: shadesOf(accent),
      gray: [
        '#faf9f7',
        '#f3f1ee',
        '#e8e5e0',
        '#d8d4cd',
        '#bcb7ae',
        '#8f8a81',
        '#686359',
        '#524e47',
        '#3a3733',
        '#24221f',
      ],
      dark: [
        '#dad7d2',
        '#bdb9b3',
        '#a19d96',
        '#6b6761',
        '#4a4743',
        '#3a3734',
        '#2d2b28',
        '#211f1d',
        '#191817',
        '#121110',
      ],
    },
    fontFamily: sans,
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
    headings: { fontFamily: sans, fontWeight: '650' },
    defaultRadius: 'md',
    radius: { md: '6px' },
    cursorType: 'pointer',
    focusRing: 'auto',
    respectReducedMotion: true,
  });
}

/** CSS variables for our own styles; `tones.css` has the tones. */
export const portalVariables: CSSVariablesResolver = () => ({
  variables: {
    '--portal-hairline': '1px solid var(--mantine-color-default-border)',
  },
  light: {
    '--portal-canvas': 'var(--mantine-color-gray-0)',
    '--portal-surface': '#ffffff',
    '--portal-quiet': 'var(--mantine-color-gray-6)',
    '--portal-edge': 'var(--mantine-color-gray-5)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-error': 'var(--tone-bad)',
  },
  dark: {
    '--portal-canvas': 'var(--mantine-color-dark-8)',
    '--portal-surface': 'var(--mantine-color-dark-7)',
    '--portal-quiet': 'var(--mantine-color-dark-1)',
    '--portal-edge': 'var(--mantine-color-dark-2)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-5)',
    '--mantine-color-error': 'var(--tone-bad)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
  },
});
