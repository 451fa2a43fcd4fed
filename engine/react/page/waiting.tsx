/** Bars in the shape of a page, shown while its code or data is on the way. */
import styles from './waiting.module.css';

export function Waiting() {
  return (
    <div className={styles.waiting} role="status" aria-label="Loading">
      <span />
      <span />
      <span />
      <span />
    </div>
  );
}
