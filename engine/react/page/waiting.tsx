/** Bars in the shape of a page, shown while its code or data is on the way. */
import styles from './waiting.module.css';

export function Waiting() {
  return (
    <output className={styles.waiting} aria-label="Loading">
      <span />
      <span />
      <span />
      <span />
    </output>
  );
}
