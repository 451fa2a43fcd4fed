/** The navigation at the left: groups of pages, the current one marked. */
import { text } from '../text.ts';
import { NavigationGroups } from './navigation-groups.tsx';
import styles from './side-navigation.module.css';

export function SideNavigation() {
  return (
    <nav className={styles.side} aria-label={text('Pages')}>
      <NavigationGroups />
    </nav>
  );
}
