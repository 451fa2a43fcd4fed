/** Light or dark: the device's preference until the person chooses. */
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { text } from '../language/text.ts';
import { Icon } from '../theme/icon.tsx';
import { pageMessages } from '../../locales/page.ts';
import styles from './brand.module.css';

/** @param className of the button, if it is one of several */
export function ColorScheme({ className = styles.scheme }: { readonly className?: string | undefined }) {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'light' ? 'dark' : 'light';
  return (
    <button
      type="button"
      className={className}
      aria-label={other === 'dark' ? text(pageMessages.switchToDark) : text(pageMessages.switchToLight)}
      onClick={() => setColorScheme(other)}
    >
      <Icon of={other === 'dark' ? IconMoon : IconSun} size={20} />
    </button>
  );
}
