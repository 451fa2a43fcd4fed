/** The first keyboard stop: skips the navigation. */
import { text } from '../language/text.ts';
import styles from './shell.module.css';
import { pageMessages } from '../../locales/page.ts';

export function SkipLink() {
  return (
    <a href="#main" className={styles.skip} onClick={skip}>
      {text(pageMessages.skipToContent)}
    </a>
  );
}

/** Done by hand, because the router would treat the fragment as a navigation. */
function skip(event: React.MouseEvent) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
