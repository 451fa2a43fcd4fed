/** The navigation of the visitor in groups, and its place beside the page. */
import { Link } from 'react-router-dom';
import { pageMessages } from '../../locales/page.ts';
import { text } from '../language/text.ts';
import styles from './shell.module.css';
import { useNavigation } from './navigation.ts';
import { PageCount } from './page-count.tsx';

export function NavigationGroups({ onChoose }: { readonly onChoose?: () => void }) {
  const { groups, current } = useNavigation();
  return groups.map((group) => (
    <section key={group.key} className={styles.group}>
      <h2 className={styles.title}>{group.title}</h2>
      <ul>
        {group.entries.map((entry) => (
          <li key={entry.name}>
            <Link
              to={entry.path}
              className={styles.entry}
              {...(entry === current && { 'aria-current': 'page' as const })}
              {...(onChoose && { onClick: onChoose })}
            >
              <span>{entry.label}</span>
              <PageCount entry={entry} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}

export function SideNavigation() {
  return (
    <nav className={styles.side} aria-label={text(pageMessages.pages)}>
      <NavigationGroups />
    </nav>
  );
}
