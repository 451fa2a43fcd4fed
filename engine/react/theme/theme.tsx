/** The theme: the colours of the portal with their shades, and the provider for Mantine. */
import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  MantineProvider,
  type MantineThemeOverride,
} from '@mantine/core';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
// Before all components: those that build on it must win, whenever they load.
import '@mantine/core/styles/UnstyledButton.layer.css';
import { type ReactNode, useMemo } from 'react';
import type { Theme } from '../../portal/model/portal.ts';
import { useSlice } from '../session/portal-context.ts';
import './base.css';

type Channels = readonly [number, number, number];

const white: Channels = [255, 255, 255];
const black: Channels = [0, 0, 0];
const lighter = [0.93, 0.86, 0.7, 0.54, 0.38, 0.22, 0.1] as const;

/** Index of the colour itself. */
export const primaryShade = 7;

/** @param colour `#rrggbb`; any other value gives the shades of a middle grey */
export function shadesOf(colour: string): MantineColorsTuple {
  const base = channelsOf(colour);
  const [a, b, c, d, e, f, g] = lighter;
  const light = (share: number) => hex(mix(base, white, share));
  return [
    light(a),
    light(b),
    light(c),
    light(d),
    light(e),
    light(f),
    light(g),
    hex(base),
    hex(mix(base, black, 0.2)),
    hex(mix(base, black, 0.4)),
  ];
}

/** Contrast of two colours by the accessibility guidelines, from 1 to 21. */
export function contrastOf(first: string, second: string): number {
  const [low = 0, high = 0] = [luminance(channelsOf(first)), luminance(channelsOf(second))].sort(
    (a, b) => a - b,
  );
  return (high + 0.05) / (low + 0.05);
}

function luminance(channels: Channels): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(colour: string): Channels {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (found === null) return [110, 105, 98];
  const [, red = '', green = '', blue = ''] = found;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

function mix(from: Channels, to: Channels, share: number): Channels {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [at(0), at(1), at(2)];
}

function hex(channels: Channels): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const sans = "'Public Sans Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

function createPortalTheme({ primary, accent }: Theme): MantineThemeOverride {
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
const portalVariables: CSSVariablesResolver = () => ({
  variables: {
    '--portal-hairline': '1px solid var(--mantine-color-default-border)',
    '--portal-shadow': '0 12px 40px rgb(0 0 0 / 25%)',
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

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const { theme } = useSlice();
  const mantine = useMemo(() => createPortalTheme(theme), [theme]);
  return (
    <MantineProvider
      theme={mantine}
      cssVariablesResolver={portalVariables}
      defaultColorScheme="auto"
      getStyleNonce={nonceOfPage}
    >
      {children}
    </MantineProvider>
  );
}

/** The page's policy accepts only styles with its nonce. */
function nonceOfPage(): string {
  return document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';
}
