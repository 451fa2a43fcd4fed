/** The first stop of the keyboard: past the navigation, to the page itself. */
import { text } from '../text.ts';
import styles from './skip-link.module.css';
import { pageMessages } from '../../locales/page.ts';

export function SkipLink() {
  return (
    <a href="#main" className={styles.skip} onClick={skip}>
      {text(pageMessages.skipToContent)}
    </a>
  );
}

/** Done by hand, because the router would take the fragment for a navigation. */
function skip(event: React.MouseEvent) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
