/** Mantine with the portal's theme, and the page's nonce on its style elements. */
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import './base.css';
import { MantineProvider } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { useSlice } from '../portal-context.ts';
import { createPortalTheme, portalVariables } from './theme.ts';

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
