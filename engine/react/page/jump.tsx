/** A line that links to another place on the page. */
import type { ReactNode } from 'react';
import styles from './jump.module.css';

export function Jump({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.jump} onClick={onClick}>
      {children}
    </button>
  );
}
