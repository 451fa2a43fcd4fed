/** The theme: the colours of the portal with their shades, and the provider for Mantine. */
import {
  createTheme,
  type CSSVariablesResolver,
  MantineProvider,
  type MantineThemeOverride,
} from '@mantine/core';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
// Before all components: those that build on it must win, whenever they load.
import '@mantine/core/styles/UnstyledButton.layer.css';
import { type ReactNode, useMemo } from 'react';
import { darkGreys, lightGreys } from '../../portal/theme/greys.ts';
import { primaryShade, shadesOf } from '../../portal/theme/shades.ts';
import type { SliceTheme } from '../../portal/wire/slice.ts';
import { useSlice } from '../session/portal-context.ts';
import './tokens.css';
import './base.css';
import { schemeManager } from './scheme-cookie.ts';

const sans =
  "'Public Sans Variable', 'Public Sans Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

function createPortalTheme({ primary, accent, motion }: SliceTheme): MantineThemeOverride {
  return createTheme({
    primaryColor: 'primary',
    primaryShade,
    colors: {
      primary: shadesOf(primary),
      accent: shadesOf(accent),
      gray: lightGreys,
      dark: darkGreys,
    },
    fontFamily: sans,
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
    headings: { fontFamily: sans, fontWeight: '650' },
    defaultRadius: 'md',
    radius: { md: 'var(--portal-radius)' },
    cursorType: 'pointer',
    focusRing: 'auto',
    respectReducedMotion: true,
    ...(motion !== undefined && {
      components: { Popover: { defaultProps: { transitionProps: { duration: motion } } } },
    }),
  });
}

/** Mantine's own variables, and those of ours that differ from `tokens.css`. */
const resolveVariables =
  ({ variables }: SliceTheme): CSSVariablesResolver =>
  () => ({
    variables: { ...variables?.always },
    light: {
      '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
      '--mantine-color-error': 'var(--tone-bad)',
      ...variables?.light,
    },
    dark: {
      '--mantine-color-anchor': 'var(--mantine-color-primary-3)',
      '--mantine-color-default-border': 'var(--mantine-color-dark-5)',
      '--mantine-color-error': 'var(--tone-bad)',
      '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
      ...variables?.dark,
    },
  });

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const { theme } = useSlice();
  const mantine = useMemo(() => createPortalTheme(theme), [theme]);
  const variables = useMemo(() => resolveVariables(theme), [theme]);
  return (
    <MantineProvider
      theme={mantine}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      colorSchemeManager={schemeManager}
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
