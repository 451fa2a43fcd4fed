/** The frame of public pages: the portal's title above, the page below. */
import { IconLogin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { text } from '../language/text.ts';
import { useSession } from '../session/portal-context.ts';
import { Brand } from './brand.tsx';
import { ColorScheme } from './color-scheme.tsx';
import { Languages } from './languages.tsx';
import '../theme/font.css';
import { Icon } from '../theme/icon.tsx';
import styles from './shell.module.css';
import { OnlookerLine } from './onlooker-line.tsx';
import { SkipLink } from './skip-link.tsx';
import { accountMessages } from '../../locales/account.ts';

export function PublicFrame({ children }: { readonly children: ReactNode }) {
  const { token } = useSession();
  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.publicHeader}>
        <Brand />
        <div className={styles.publicTools}>
          <Languages />
          <ColorScheme />
          {/* Whoever is about to sign out is still signed in. */}
          {token === null && (
            <Link to="/" className={styles.link}>
              <span className={styles.linkIcon}>
                <Icon of={IconLogin} size={20} />
              </span>
              <span className={styles.linkWord}>{text(accountMessages.signIn)}</span>
            </Link>
          )}
        </div>
      </header>
      <main id="main" className={styles.publicMain} tabIndex={-1}>
        <OnlookerLine />
        {children}
      </main>
    </div>
  );
}
