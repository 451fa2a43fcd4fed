/** The navigation of the visitor in groups, and its place beside the page. */
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { pageMessages } from '../../locales/page.ts';
import { text } from '../language/text.ts';
import styles from './shell.module.css';
import { type NavigationEntry, useNavigation } from './navigation.ts';
import { PageCount, usePageCounts } from './page-count.tsx';

export function NavigationGroups({ onChoose }: { readonly onChoose?: () => void }) {
  const { groups, current } = useNavigation();
  const countOf = usePageCounts(groups);
  return groups.map((group) => (
    <section key={group.key} className={styles.group}>
      <h2 className={styles.title}>{group.title}</h2>
      <ul>
        {group.entries.map((entry) => (
          <li key={entry.name}>
            <EntryLink
              entry={entry}
              total={countOf(entry)}
              isCurrent={entry === current}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}

interface EntryLinkProps {
  readonly entry: NavigationEntry;
  readonly total: number;
  readonly isCurrent: boolean;
  readonly onChoose: (() => void) | undefined;
}

/** One of many, which stay as they are while one of them becomes the current page or has another count. */
const EntryLink = memo(function EntryLink({ entry, total, isCurrent, onChoose }: EntryLinkProps) {
  return (
    <Link
      to={entry.path}
      className={styles.entry}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      {...(onChoose && { onClick: onChoose })}
    >
      <span>{entry.label}</span>
      <PageCount total={total} />
    </Link>
  );
});

export function SideNavigation() {
  return (
    <nav className={styles.side} aria-label={text(pageMessages.pages)}>
      <NavigationGroups />
    </nav>
  );
}
