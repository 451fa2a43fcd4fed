/** The navigation at the left: groups of pages, with the current one marked. */
import { text } from '../text.ts';
import { NavigationGroups } from './navigation-groups.tsx';
import styles from './side-navigation.module.css';
import { pageMessages } from '../../locales/page.ts';

export function SideNavigation() {
  return (
    <nav className={styles.side} aria-label={text(pageMessages.pages)}>
      <NavigationGroups />
    </nav>
  );
}
