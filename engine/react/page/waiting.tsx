/** Placeholder bars in the shape of a page or of list rows, while code or data loads. */
import { text } from '../text.ts';
import styles from './waiting.module.css';
import { pageMessages } from '../../locales/page.ts';

interface WaitingProps {
  readonly shape?: 'page' | 'rows';
}

export function Waiting({ shape = 'page' }: WaitingProps) {
  return (
    <output className={styles.waiting} data-shape={shape} aria-label={text(pageMessages.contentLoading)}>
      <span />
      <span />
      <span />
      <span />
    </output>
  );
}
