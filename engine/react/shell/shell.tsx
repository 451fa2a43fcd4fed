/** The frame of signed-in pages: header, navigation in the sidebar or at the bottom, breadcrumb, page. */
import { SWRConfig } from 'swr';
import type { ReactNode } from 'react';
import '../theme/font.css';
import { usePortalState } from '../portal-context.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { Header } from './header.tsx';
import { SideNavigation } from './navigation-groups.tsx';
import styles from './shell.module.css';
import { SkipLink } from './skip-link.tsx';

/** Each session has its own cache: one account's data is gone when another signs in. */
const freshCache = () => new Map();

export function Shell({ children }: { readonly children: ReactNode }) {
  const token = usePortalState((state) => state.session.token);
  return (
    <SWRConfig key={token ?? ''} value={{ provider: freshCache }}>
      <SkipLink />
      <Header />
      <div className={styles.body}>
        <SideNavigation />
        <main id="main" className={styles.main} tabIndex={-1}>
          <Breadcrumb />
          {children}
        </main>
      </div>
      <BottomBar />
    </SWRConfig>
  );
}
